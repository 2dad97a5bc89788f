import { type Cohort, usableOf } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import survival from '../../../tools/survival/overall-survival/tool.ts';
import {
  type CohortParameter,
  checkCohorts,
  checkInputs,
  cohortExtent,
  cohortProblem,
  completeRequest,
  installedWords,
  proposedCohort,
  proposedCohorts,
  shownFigures,
  type ToolDefinition,
  toolJsonSchema,
} from '../src/index.ts';

const matrix = { unit: 'log2(TPM+1)', genes: 20_000, samples: 110, tumours: 100, normals: 10, gtex: 0, pairs: 10 };
const base: Cohort = {
  ...{ code: 'luad', label: 'TCGA-LUAD', name: '肺腺癌', english: 'Lung adenocarcinoma', installed: true, only_tcga: 1, tcga_gtex: 1 },
  ...{ samples: 100, normals: 10, events: 40, source: '', release: '1', simulated: false, notes: [] },
  usable: { tumour_vs_normal: true, with_gtex: true, OS: true, PFI: true },
  matrices: { expression: matrix, counts: matrix, gtex: { ...matrix, gtex: 90 } },
  clinical: { stage: { known: 90, levels: ['I', 'II'] } },
  survival: { OS: { patients: 98, events: 40 }, PFI: { patients: 97, events: 50 } },
};

/** A cohort that differs from a whole one. */
function cohort(changes: Partial<Cohort>): Cohort {
  const made = { ...base, ...changes };
  return { ...made, usable: usableOf(made) };
}

const needing = (needs: CohortParameter['needs'], several = false): CohortParameter => ({
  ...{ kind: 'cohort', input: 'dataset', label: '队列', needs },
  ...(several ? { several: true } : {}),
});
const problem = (needs: CohortParameter['needs'], changes: Partial<Cohort>, values = {}) =>
  cohortProblem(needing(needs), cohort(changes), values);

describe('a cohort that cannot be used is refused with the reason and a way out', () => {
  it.each([
    ['nothing is missing', {}, {}, {}, undefined],
    ['it is not installed', {}, { installed: false, matrices: {} }, {}, /TCGA-LUAD 还没有装到这台服务器上/],
    ['counts are missing', { matrices: [{ name: 'counts' }] }, { matrices: { expression: matrix } }, {}, /没有装原始计数，请换一个队列/],
    [
      'counts are needed by the chosen method',
      { matrices: [{ name: 'counts', when: { parameter: 'method', is: ['deseq2'] } }] },
      { matrices: { expression: matrix } },
      { method: 'deseq2' },
      /请换一个方法或队列/,
    ],
    [
      'counts are not needed by the chosen method',
      { matrices: [{ name: 'counts', when: { parameter: 'method', is: ['deseq2'] } }] },
      { matrices: { expression: matrix } },
      { method: 'limma' },
      undefined,
    ],
    [
      'the endpoint is missing',
      { survival: 'PFI' },
      { survival: { OS: { patients: 9, events: 3 } } },
      {},
      /没有无进展间期（PFI）的随访数据/,
    ],
    ['nobody died', { survival: 'OS' }, { survival: { OS: { patients: 9, events: 0 } } }, {}, /没有发生一例事件/],
    ['the endpoint is chosen', { survival: { parameter: 'endpoint' } }, {}, { endpoint: 'DSS' }, /没有疾病特异生存（DSS）的随访数据/],
    ['there are no clinical data', { clinical: true }, { clinical: {} }, {}, /没有装临床资料/],
    [
      'only two patients have both samples',
      { comparison: { withGtex: 'with_gtex', paired: 'paired' } },
      { matrices: { expression: { ...matrix, pairs: 2 }, gtex: { ...matrix, gtex: 90 } } },
      { with_gtex: true, paired: true },
      /肿瘤和癌旁都有的患者有 2 例.*请关掉「配对比较」/,
    ],
    [
      'pairs need no GTEx',
      { comparison: { withGtex: 'with_gtex', paired: 'paired' } },
      { matrices: { expression: matrix } },
      { with_gtex: true, paired: true },
      undefined,
    ],
    [
      'none of the features is known',
      { clinical: { features: 'features' } },
      {},
      { features: ['grade', 'm'] },
      /没有「M 分期」「分级」的资料/,
    ],
    ['one of the features is known', { clinical: { features: 'features' } }, {}, { features: ['grade', 'stage'] }, undefined],
    ['the status follows from the survival', { clinical: { features: 'features' } }, {}, { features: ['status'] }, undefined],
    [
      'it has two normals but GTEx',
      { comparison: { withGtex: 'with_gtex' } },
      { normals: 2, matrices: { expression: { ...matrix, normals: 2 }, gtex: { ...matrix, normals: 0, gtex: 90 } } },
      { with_gtex: false },
      /正常样本有 2 个，不足 3 个.*请加入 GTEx/,
    ],
    [
      'it has no GTEx but normals',
      { comparison: { withGtex: 'with_gtex' } },
      { tcga_gtex: 0, matrices: { expression: matrix } },
      { with_gtex: true },
      /GTEx 没有与 TCGA-LUAD 对应的正常组织，请关掉 GTEx/,
    ],
    [
      'it has neither',
      { comparison: { withGtex: 'with_gtex' } },
      { normals: 0, matrices: { expression: { ...matrix, normals: 0 } } },
      { with_gtex: true },
      /没有装 GTEx 正常组织的数据，请换一个队列/,
    ],
  ] as const)('when %s', (_, needs, changes, values, message) => {
    const told = problem(needs as CohortParameter['needs'], changes as Partial<Cohort>, values);
    if (message === undefined) expect(told).toBeUndefined();
    else expect(told).toMatch(message);
  });
});

describe('the cohort that is proposed', () => {
  const acc = cohort({ code: 'acc', label: 'TCGA-ACC' });
  const sim = cohort({ code: 'sim', label: 'SIM', simulated: true });

  const few = { ...matrix, genes: 198 };
  const partial = cohort({ code: 'acc', label: 'TCGA-ACC', matrices: { expression: few } });
  const tumours = cohort({ code: 'uvm', label: 'TCGA-UVM', matrices: { expression: matrix } });
  const parameter = needing({ survival: 'PFI' });
  const asked = (cohorts: readonly Cohort[], needs = parameter, values = {}) => {
    const proposed = proposedCohort(needs, cohorts, values);
    return proposed && [proposed.cohort.code, proposed.set];
  };

  it('is a whole one before one of a few genes, and a simulated one only where there is no other', () => {
    expect(asked([sim, base, acc])).toEqual(['acc', {}]);
    expect(asked([sim, partial, base])).toEqual(['luad', {}]);
    expect(asked([sim, partial])).toEqual(['acc', {}]);
    expect(asked([sim, { ...acc, survival: {} }])).toEqual(['sim', {}]);
    expect(asked([{ ...acc, survival: {} }])).toBeUndefined();
  });

  it('is a real one without GTEx before a simulated one with it: GTEx is put off', () => {
    const comparing = needing({ comparison: { withGtex: 'with_gtex' } });
    expect(asked([sim, tumours], comparing, { with_gtex: true })).toEqual(['uvm', { with_gtex: false }]);
    expect(asked([sim, tumours, base], comparing, { with_gtex: true })).toEqual(['luad', {}]);
    const several = needing({ comparison: { withGtex: 'with_gtex' } }, true);
    const together = (cohorts: readonly Cohort[]) => {
      const { set, cohorts: chosen } = proposedCohorts(several, cohorts, { with_gtex: true });
      return [set, chosen.map(({ code }) => code)];
    };
    expect(together([sim, tumours, base])).toEqual([{}, ['luad']]);
    expect(together([sim, tumours])).toEqual([{ with_gtex: false }, ['uvm']]);
    expect(together([sim])).toEqual([{}, ['sim']]);
  });
});

const tool = (parameter: CohortParameter): ToolDefinition => ({
  ...survival,
  parameters: { dataset: parameter, target_gene: { kind: 'gene', label: '基因' } },
  figures: {},
  requirements: [],
});

describe('a request', () => {
  const one = tool(needing({ survival: 'OS' }));
  const many = tool(needing({ survival: 'OS' }, true));
  const codes = (definition: ToolDefinition, dataset: unknown) => {
    const completed = completeRequest(definition, { target_gene: 'TP53', ...(dataset === undefined ? {} : { dataset }) });
    return completed.ok ? completed.request.inputs.dataset : completed.errors[0];
  };

  it.each(['TCGA-ACC', 'ACC', 'acc', ' tcga-acc '])('names a cohort as %s', (dataset) => {
    expect(codes(one, dataset)).toEqual({ from: 'cohort', codes: ['acc'] });
  });

  it('may name several where several are taken, or none', () => {
    expect(codes(many, ['TCGA-ACC', 'acc', 'LUAD'])).toEqual({ from: 'cohort', codes: ['acc', 'luad'] });
    expect(codes(many, 'ACC，LUAD')).toEqual({ from: 'cohort', codes: ['acc', 'luad'] });
    expect(codes(one, undefined)).toEqual({ from: 'cohort', codes: [] });
  });

  it.each([[['acc', 'luad']], ['../acc'], [7], [{ code: 'acc' }]])('is refused with %j where one is taken', (dataset) => {
    expect(codes(one, dataset)).toMatchObject({ field: 'dataset', detail: expect.stringMatching(/队列的代码/) });
  });

  it.each(['', undefined, 'TP53; DROP', 'x'.repeat(50)])('must name one gene, not %j', (gene) => {
    const completed = completeRequest(one, { target_gene: gene });
    expect(completed).toMatchObject({ ok: false, errors: [{ field: 'target_gene' }] });
  });

  it('is checked against what the cohort has, and few events are told', () => {
    const completed = completeRequest(one, { target_gene: 'HLA-A', dataset: 'luad' });
    if (!completed.ok) throw new Error('refused');
    const check = (changes: Partial<Cohort>) =>
      checkInputs(one, completed.request, { dataset: { name: '', cohorts: [cohort(changes)] } }).findings.map(({ level, code }) => [
        level,
        code,
      ]);
    expect(check({})).toEqual([]);
    expect(check({ survival: { OS: { patients: 50, events: 9 } } })).toEqual([['should', 'few_events']]);
    expect(check({ survival: {} })).toEqual([['must', 'cohort_unusable']]);
    expect(check({ simulated: true })).toEqual([['note', 'simulated']]);
    expect(checkInputs(one, completed.request, { dataset: { name: '', cohorts: [] } }).findings).toMatchObject([
      { level: 'must', code: 'no_cohort' },
    ]);
  });

  it('of few events is refused where a model is built of it', () => {
    const few = cohort({ survival: { OS: { patients: 50, events: 9 } } });
    const levels = (modelled: boolean) =>
      checkCohorts('dataset', needing({ survival: 'OS', ...(modelled && { modelled }) }), [few], {}).map(({ level }) => level);
    expect(levels(false)).toEqual(['should']);
    expect(levels(true)).toEqual(['must']);
  });

  it('is described as JSON Schema', () => {
    expect(toolJsonSchema(one)).toMatchObject({
      properties: { dataset: { type: 'string' }, target_gene: { type: 'string', maxLength: 40 } },
      required: ['target_gene'],
    });
    expect(toolJsonSchema(many)).toMatchObject({ properties: { dataset: { type: 'array', items: { type: 'string' } } } });
  });
});

describe('several cohorts', () => {
  const parameter = needing({ comparison: { withGtex: 'with_gtex' } }, true);
  const few = cohort({ code: 'meso', label: 'TCGA-MESO', normals: 0, matrices: { expression: { ...matrix, normals: 0 } } });
  const findings = (...cohorts: Cohort[]) =>
    checkCohorts('dataset', parameter, cohorts, { with_gtex: false }).map(({ level, code }) => [level, code]);

  it('may hold one that is drawn and not tested, but not only such', () => {
    expect(findings(cohort({}), few)).toEqual([['note', 'not_tested']]);
    expect(findings(few)).toEqual([['must', 'cohort_unusable']]);
    expect(findings(cohort({}), cohort({ code: 'acc', matrices: {} }))).toEqual([['must', 'cohort_unusable']]);
  });
});

describe('a choice of several options', () => {
  const tool: ToolDefinition = {
    ...survival,
    parameters: {
      features: {
        kind: 'choices',
        label: '特征',
        options: [
          { value: 'age', label: '年龄' },
          { value: 'stage', label: '分期' },
        ],
      },
    },
    figures: {},
  };
  const given = (features: unknown) => {
    const completed = completeRequest(tool, { features });
    return completed.ok ? completed.request.values.features : completed.errors[0];
  };

  it('is none by default, takes a list or a text, and names what it knows', () => {
    expect(given(undefined)).toEqual([]);
    expect(given(['stage', 'stage'])).toEqual(['stage']);
    expect(given('age，stage')).toEqual(['age', 'stage']);
    expect(given(['grade'])).toMatchObject({ field: 'features', detail: '「特征」只能是：年龄、分期' });
  });
});

it('a figure that hides when it is empty, or is of a row that is not there, is no figure of such a result', () => {
  const figure = { tables: { boxes: 'boxes', points: 'points' } };
  const tool = { figures: { plain: figure, hiding: { ...figure, hideEmpty: true as const }, second: { ...figure, row: 2 } } };
  const names = (rows: number) =>
    shownFigures(tool, [
      { id: 'points', rows: 9 },
      { id: 'boxes', rows },
    ]).map(([id]) => id);
  expect(names(2)).toEqual(['plain', 'hiding', 'second']);
  expect(names(1)).toEqual(['plain', 'hiding']);
  expect(names(0)).toEqual(['plain']);
});

it('a figure whose first table a result does not hold, as one of an older version may not, is no figure of it', () => {
  const tool = { figures: { kept: { tables: { points: 'points' } }, later: { tables: { boxes: 'boxes', points: 'points' } } } };
  const shown = shownFigures(tool, [{ id: 'points', rows: 9 }]);
  expect(shown.map(([id]) => id)).toEqual(['kept']);
});

describe('how much of a cohort is installed', () => {
  const named = (label: string, changes: Partial<Cohort>) => cohort({ label, samples: 100, normals: 10, ...changes });
  const few = (genes: number) => ({ expression: { ...matrix, genes } });

  it('is said with true counts, and never as installed where it is a sample', () => {
    expect(cohortExtent(named('A', {}))).toEqual({ kind: 'whole', word: '已安装' });
    expect(cohortExtent(named('A', { matrices: few(198) }))).toEqual({ kind: 'sample', word: '样例：只有 198 个基因' });
    expect(cohortExtent(named('A', { samples: 5, normals: 5 }))).toEqual({ kind: 'sample', word: '样例：只有 5 个肿瘤、5 个正常样本' });
    expect(cohortExtent(named('A', { simulated: true, matrices: few(200) })).kind).toBe('simulated');
    expect(cohortExtent(named('A', { installed: false })).kind).toBe('absent');
  });

  it('adds up to a sentence for the pages', () => {
    const acc = named('TCGA-ACC', { matrices: few(198) });
    const brca = named('TCGA-BRCA', { samples: 5, normals: 5 });
    const sim = named('SIM', { simulated: true });
    expect(installedWords([acc, brca, sim, named('X', { installed: false })])).toBe(
      '这台服务器还没有完整的公共队列，2 个样例（TCGA-ACC 只有 198 个基因；TCGA-BRCA 只有 5 个肿瘤、5 个正常样本），1 个模拟演示队列',
    );
    expect(installedWords([named('X', {}), named('Y', {})])).toBe('这台服务器有 2 个完整的公共队列');
    expect(installedWords([])).toBe('这台服务器还没有完整的公共队列');
  });
});
