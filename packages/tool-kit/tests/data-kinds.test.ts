import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cohort } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import logTransform from '../../../tools/expression/log-transform/tool.ts';
import {
  checkColumns,
  checkFollowUp,
  checkInputs,
  completeRequest,
  entryColumn,
  type InputFacts,
  type InputParameter,
  inputKind,
  isInput,
  type Parameters,
  rankGenes,
  readStatus,
  signedP,
  signedStatistics,
  survivalOutcome,
  survivalTable,
  type ToolDefinition,
} from '../src/index.ts';

const DIRTY = join(process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../../../shared/data'), 'cases', '21b_rank_dirty.csv');

/** Kinds that bring genes, follow-up and small tables, as declarations use them. */
const parameters = {
  gene_list: {
    kind: 'gene-list',
    label: '基因名单',
    input: 'genes',
    fileField: 'gene_list_file_id',
    source: { field: 'source_analysis_id', directionField: 'direction', moduleField: 'module' },
    max: 5,
    min: 2,
    optional: true,
  },
  ranked_genes: {
    kind: 'ranked-genes',
    label: '排序的基因',
    input: 'ranking',
    fileField: 'ranked_file_id',
    source: { field: 'ranked_source_id', rankField: 'rank_by', comparisonField: 'comparison' },
    min: 3,
    optional: true,
  },
  ...survivalOutcome({ optional: true }),
  phenotype_data: { kind: 'sample-table', label: '表型', input: 'phenotypes', fileField: 'phenotype_file_id', optional: true },
  geneset: { kind: 'gene-set-collection', label: '基因集', input: 'collection', fileField: 'geneset_file_id', optional: true },
  gene_sets: {
    kind: 'gene-sets',
    label: '名单',
    input: 'sets',
    fileField: 'gene_sets_file_id',
    min: 2,
    max: 3,
    maxGenes: 4,
    optional: true,
  },
  table: {
    kind: 'grid',
    label: '表',
    input: 'table',
    columns: [
      { name: 'label', title: '名称', type: 'text' },
      { name: 'hr', title: 'HR', type: 'number' },
      { name: 'p', title: 'P 值', type: 'number', optional: true },
    ],
    minRows: 1,
    maxRows: 3,
    optional: true,
  },
  markers: {
    kind: 'grid',
    label: '标志物',
    input: 'markers',
    columns: [{ name: 'status', title: '结局', type: 'text' }],
    more: { type: 'number', title: '标志物', min: 1, max: 2 },
    minRows: 2,
    maxRows: 10,
    halves: { columns: 'table_columns', rows: 'table_rows' },
    optional: true,
  },
} as const satisfies Parameters;

const tool: ToolDefinition = { ...logTransform, parameters, figures: {}, oneOf: [], requirements: [] };

function inputs(body: Record<string, unknown>) {
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return completed.request.inputs;
}
function refusals(body: Record<string, unknown>): [string, string][] {
  const completed = completeRequest(tool, body);
  return completed.ok ? [] : completed.errors.map(({ field, detail }) => [field, detail]);
}
function findings(facts: Record<string, InputFacts>, body: Record<string, unknown> = {}) {
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return checkInputs(tool, completed.request, facts).findings;
}

const sets = [
  { title: '上调', color: '#ff0000', genes: 'TP53, MYC' },
  { title: '下调', genes: ['EGFR'] },
];

describe('a request', () => {
  it.each([
    [{ gene_list: 'TP53，MYC\nTP53' }, 'gene_list', { from: 'genes', genes: ['TP53', 'MYC'] }],
    [{ gene_list_file_id: 4 }, 'gene_list', { from: 'file', id: 4 }],
    [{ source_analysis_id: '7', direction: 'up' }, 'gene_list', { from: 'analysis', id: 7, direction: 'up' }],
    [{ source_analysis_id: 7 }, 'gene_list', { from: 'analysis', id: 7, direction: 'all' }],
    [{ ranked_source_id: 7, rank_by: 'stat' }, 'ranked_genes', { from: 'analysis', id: 7, by: 't' }],
    [{ ranked_source_id: 7 }, 'ranked_genes', { from: 'analysis', id: 7, by: null }],
    [{ ranked_source_id: 7, comparison: ' B − C ' }, 'ranked_genes', { from: 'analysis', id: 7, by: null, comparison: 'B − C' }],
    [{ ranked_source_id: 7, comparison: '' }, 'ranked_genes', { from: 'analysis', id: 7, by: null }],
    [{ ranked_genes: [{ value: 1.5, gene: 'A' }] }, 'ranked_genes', { from: 'rows', columns: ['gene', 'value'], rows: [['A', '1.5']] }],
    [
      { survival_data: [{ 'OS.time': 30, sample: 'a', OS: 'Dead', age: 61 }] },
      'survival_data',
      { from: 'rows', columns: ['OS.time', 'sample', 'OS', 'age'], rows: [['30', 'a', 'Dead', '61']] },
    ],
    [{ survival_cohort: 'TCGA-ACC' }, 'survival_data', { from: 'follow-up', code: 'acc', endpoint: 'OS' }],
    [{ survival_cohort: 'kirc', survival_endpoint: 'DFI' }, 'survival_data', { from: 'follow-up', code: 'kirc', endpoint: 'DFI' }],
    [{ geneset: 'h.all.v2025.1.Hs.symbols.gmt' }, 'geneset', { from: 'collection', name: 'h.all.v2025.1.Hs.symbols.gmt' }],
    [
      { gene_sets: sets },
      'gene_sets',
      {
        from: 'sets',
        sets: [
          { title: '上调', color: '#ff0000', of: { from: 'genes', genes: ['TP53', 'MYC'] } },
          { title: '下调', color: '', of: { from: 'genes', genes: ['EGFR'] } },
        ],
      },
    ],
    [
      {
        gene_sets: [
          { title: ' a\r\n b\u0007', genes: 'TP53 MYC\r\nTP53' },
          { title: 'c', file_id: '3' },
          { title: 'd', source_analysis_id: 7, direction: 'up', module: 'blue' },
        ],
      },
      'gene_sets',
      {
        from: 'sets',
        sets: [
          { title: 'a b', color: '', of: { from: 'genes', genes: ['TP53', 'MYC', 'TP53'] } },
          { title: 'c', color: '', of: { from: 'file', id: 3 } },
          { title: 'd', color: '', of: { from: 'analysis', id: 7, direction: 'up', module: 'blue' } },
        ],
      },
    ],
    [
      { table: { columns: ['label', 'hr'], rows: [['A', 1.2]] } },
      'table',
      { from: 'rows', columns: ['label', 'hr'], rows: [['A', '1.2']] },
    ],
    [
      {
        table_columns: ['status', 'CEA'],
        table_rows: [
          [1, 2.5],
          [0, 1],
        ],
      },
      'markers',
      {
        from: 'rows',
        columns: ['status', 'CEA'],
        rows: [
          ['1', '2.5'],
          ['0', '1'],
        ],
      },
    ],
  ])('is read: %j', (body, field, value) => {
    expect(inputs(body)).toEqual({ [field]: value });
  });

  it('is written so that it is read as the same', () => {
    const bodies = [
      { gene_list: ['A', 'B'] },
      { source_analysis_id: 7, direction: 'down' },
      { ranked_source_id: 7, rank_by: 'signed_p' },
      { ranked_genes: [{ gene: 'A', value: 1 }] },
      { survival_data: [{ sample: 'a', time: 3, status: 0 }] },
      { phenotype_data: [{ sample: 'a', age: 3 }] },
      { geneset: 'go_bp.gmt' },
      { gene_sets: sets },
      {
        table_columns: ['status', 'CEA'],
        table_rows: [
          [1, 2],
          [0, 1],
        ],
      },
      { survival_file_id: 3 },
      { survival_cohort: 'acc', survival_endpoint: 'PFI' },
    ];
    for (const body of bodies) {
      const read = inputs(body);
      const written = Object.entries(read).flatMap(([name, value]) => {
        const parameter = tool.parameters[name];
        return parameter !== undefined && isInput(parameter) ? inputKind(parameter as InputParameter).write(parameter, name, value) : [];
      });
      expect(inputs(Object.fromEntries(written)), JSON.stringify(body)).toEqual(read);
    }
  });

  it('with a direction or a ranking alone names nothing', () => {
    expect(inputs({ direction: 'up', rank_by: 't' })).toEqual({});
    expect(refusals({ direction: 'up' })).toEqual([]);
  });

  it.each([
    ['two sources', { gene_list: 'A B', gene_list_file_id: 3 }, 'gene_list', '只能选一种来源'],
    ['a direction that there is not', { source_analysis_id: 1, direction: 'sideways' }, 'gene_list', '方向只能是：上调和下调、上调、下调'],
    ['too many genes', { gene_list: 'A B C D E F' }, 'gene_list', '最多 5 个基因，现在有 6 个'],
    ['genes that are no text', { gene_list: { toString: 1 } }, 'gene_list', '要填基因名'],
    ['a ranking by something else', { ranked_source_id: 1, rank_by: 'constructor' }, 'ranked_genes', '排序依据只能是'],
    ['a ranking of a comparison without a name', { ranked_source_id: 1, comparison: 3 }, 'ranked_genes', '的对比要填它的名称'],
    ['a ranking without numbers', { ranked_genes: [{ gene: 'A' }] }, 'ranked_genes', '要有 gene 和 value 两列'],
    ['follow-up without a status', { survival_data: [{ sample: 'a', time: 1 }] }, 'survival_data', '要有 sample、time 和 status 三列'],
    ['follow-up from two places', { survival_cohort: 'acc', survival_file_id: 3 }, 'survival_data', '只能选一种来源'],
    [
      'an endpoint that there is not',
      { survival_cohort: 'acc', survival_endpoint: 'RFS' },
      'survival_data',
      '终点只能是：OS、DSS、DFI、PFI',
    ],
    ['a way to a cohort', { survival_cohort: '../acc' }, 'survival_data', '要填队列的代码'],
    [
      'more rows than are read',
      { ranked_genes: Array.from({ length: 100_001 }, () => ({ gene: 'A', value: 1 })) },
      'ranked_genes',
      '有 100,001 行，最多 100,000 行',
    ],
    ['traits without samples', { phenotype_data: [{ age: 3 }] }, 'phenotype_data', '要有 sample 一列'],
    ['samples without traits', { phenotype_data: [{ sample: 'a' }] }, 'phenotype_data', '除了 sample'],
    ['a way to a file', { geneset: '../../etc/passwd' }, 'geneset', '已安装的基因集的名字'],
    ['one set', { gene_sets: sets.slice(1) }, 'gene_sets', '要有 2–3 个名单，现在有 1 个'],
    ['two sets of one name', { gene_sets: [sets[0], { ...sets[1], title: '上调' }] }, 'gene_sets', '重名的名单：上调'],
    ['an empty set', { gene_sets: [sets[0], { title: '空', genes: '' }] }, 'gene_sets', '「空」里没有基因'],
    ['a set that is too large', { gene_sets: [sets[0], { title: '大', genes: 'A B C D E' }] }, 'gene_sets', '最多 4 个'],
    ['a colour by name', { gene_sets: [{ ...sets[0], color: 'red' }, sets[1]] }, 'gene_sets', 'title，和 genes'],
    ['a column that lacks', { table: { columns: ['label'], rows: [['A']] } }, 'table', '缺少这几列：HR（hr）'],
    ['a column that is unknown', { table: { columns: ['label', 'hr', 'x'], rows: [['A', '1', '2']] } }, 'table', '不认识这几列：x'],
    [
      'a word for a number',
      {
        table: {
          columns: ['label', 'hr'],
          rows: [
            ['A', '1'],
            ['B', 'big'],
          ],
        },
      },
      'table',
      '「HR」这一列要填数字：第 2 行不是',
    ],
    ['a blank cell', { table: { columns: ['label', 'hr'], rows: [['', '1']] } }, 'table', '「名称」这一列有空格没填：第 1 行'],
    ['a formula', { table: { columns: ['label', 'hr'], rows: [['A', '=1+1']] } }, 'table', '要填数字'],
    [
      'too many rows',
      { table: { columns: ['label', 'hr'], rows: Array.from({ length: 4 }, () => ['A', '1']) } },
      'table',
      'columns 和 rows',
    ],
    ['ragged rows', { table: { columns: ['label', 'hr'], rows: [['A']] } }, 'table', 'columns 和 rows'],
    ['half a table', { table_columns: ['status', 'CEA'] }, 'markers', 'columns 和 rows'],
    ['no marker', { table_columns: ['status'], table_rows: [[1], [0]] }, 'markers', '要有 1–2 列标志物，现在有 0 列'],
  ])('is refused with %s', (_, body, field, words) => {
    expect(refusals(body)).toEqual([[field, expect.stringContaining(words)]]);
    for (const [, detail] of refusals(body)) expect(detail).not.toMatch(/undefined|\[object/);
  });
});

describe('lists and rankings', () => {
  it('say where the universe is from, and refuse a list that came out empty', () => {
    const brought = findings({ gene_list: { name: '肝癌 limma', geneList: { genes: ['A', 'B', 'C'], universe: 12_000 } } });
    expect(brought).toMatchObject([{ code: 'universe_brought', level: 'note', message: '背景取自「肝癌 limma」检验过的 12,000 个基因' }]);
    expect(findings({ gene_list: { name: '肝癌 limma', geneList: { genes: [] } } })).toMatchObject([{ level: 'must', code: 'genes_few' }]);
    expect(findings({ gene_list: { name: 'x', geneList: { genes: ['A', 'B', 'C', 'D', 'E', 'F'] } } })).toMatchObject([
      { level: 'must', code: 'genes_many' },
    ]);
  });

  it('found in one cohort are no model of another, and are told where nothing is modelled', () => {
    const cohort = (code: string) => ({
      code,
      label: `TCGA-${code.toUpperCase()}`,
      installed: true,
      survival: {},
      matrices: {},
      clinical: {},
    });
    const uvm = { code: 'uvm', label: 'TCGA-UVM' };
    const told = (modelled: boolean, chosen: string, foundIn = [uvm]) => {
      const dataset = { kind: 'cohort', label: '队列', input: 'dataset', needs: modelled ? { modelled: true } : {} } as const;
      const facts = {
        gene_list: { name: 'x', geneList: { genes: ['A', 'B', 'C'], foundIn } },
        dataset: { name: chosen, cohorts: [cohort(chosen) as unknown as Cohort] },
      };
      const tool = { parameters: { dataset, gene_list: parameters.gene_list }, requirements: [] } as unknown as ToolDefinition;
      const request = { taskName: undefined, example: false, values: {}, inputs: {}, styles: {} } as const;
      return checkInputs(tool, request, facts).findings.filter(({ code }) => code === 'list_of_other_cohort');
    };
    const fix = { label: '改用 TCGA-UVM', parameters: { dataset: 'uvm' } };
    const message = expect.stringContaining('名单来自 TCGA-UVM，队列选的是 TCGA-ACC');
    expect(told(true, 'acc')).toEqual([{ code: 'list_of_other_cohort', level: 'must', field: 'dataset', message, fix }]);
    expect(told(false, 'acc')).toMatchObject([{ level: 'should', fix }]);
    expect(told(true, 'uvm')).toEqual([]);
    expect(told(true, 'acc', [])).toEqual([]);
  });

  it('tell what a ranking lacks', () => {
    const codes = (ranking: NonNullable<InputFacts['ranking']>) =>
      findings({ ranked_genes: { name: 'r', ranking } }).map(({ code }) => code);
    expect(codes({ genes: 100, repeated: 0, unreadable: 0, tied: 0 })).toEqual([]);
    expect(codes({ genes: 2, repeated: 0, unreadable: 0, tied: 0 })).toEqual(['ranking_short']);
    expect(codes({ genes: 100, repeated: 1, unreadable: 2, tied: 11 })).toEqual(['ranking_tied', 'ranking_unreadable', 'ranking_repeated']);
  });

  it('rank each gene once, whatever the order of the rows', () => {
    const pairs = [
      ['B', 1],
      ['A', 1],
      ['C', -3],
      ['C', 2],
      ['', 5],
      ['D', Number.NaN],
      ['NA', 1],
      ['E', Infinity],
    ] as const;
    const ranked = rankGenes(pairs);
    expect(ranked).toEqual({ genes: ['A', 'B', 'C'], values: [1, 1, -3], repeated: 1, unreadable: 4, tied: 2 });
    expect(rankGenes([...pairs].reverse())).toEqual(ranked);
  });

  it('get the direction of the change where a statistic has none, and are left alone where it has', () => {
    expect(signedStatistics([9, 16, 0.25], [1, -2, 0.1])).toEqual([3, -4, 0.5]);
    expect(signedStatistics([2, -3, 0.1], [1, -2, -0.1])).toEqual([2, -3, 0.1]);
    // Everything may rise: nothing tells F from t then.
    expect(signedStatistics([9, 16], [1, 2])).toEqual([9, 16]);
  });

  it.skipIf(!existsSync(DIRTY))('of a table with repeated genes and cells that are no numbers are counted and told', async () => {
    const lines = (await readFile(DIRTY, 'utf8')).trim().split('\n').slice(1);
    const ranked = rankGenes(
      lines.map((line) => {
        const [gene = '', cell = ''] = line.split(',');
        return [gene, cell.trim() === '' ? Number.NaN : Number(cell)] as const;
      }),
    );
    expect([ranked.repeated, ranked.unreadable, ranked.genes.length]).toEqual([99, 4, 4381]);
    expect(ranked.values[0]).toBeGreaterThan(0);
    expect(ranked.values.at(-1)).toBeLessThan(0);
  });

  it('keep the sign of a difference, and a P of 0 finite', () => {
    expect(signedP(-2, 0.001)).toBeCloseTo(-3, 12);
    expect(signedP(2, 0)).toBeCloseTo(307.65, 2);
  });
});

describe('follow-up', () => {
  const of = (rows: string[][]) => ({
    survival_data: { name: 's.csv', table: { columns: ['sample', 'time', 'status'], numeric: [], rowCount: rows.length, cells: rows } },
  });
  const many = (n: number, change: (i: number) => string[]) => Array.from({ length: n }, (_, i) => change(i));
  const good = many(40, (i) => [`s${i}`, String(200 + i * 30), String(i % 2)]);
  const codes = (rows: string[][], body = {}) => findings(of(rows), body).map(({ code, level }) => `${level} ${code}`);

  it('that is plain has nothing to tell', () => {
    expect(codes(good)).toEqual([]);
    // Few who died late are no sign of a reversed code.
    expect(codes(good.map(([sample = '', time = ''], i) => [sample, time, i < 25 ? '0' : '1']))).toEqual([]);
  });

  it.each([
    ['a text for a time', [...good, ['x', 'long', '1']], 'must time_text'],
    ['a time before the start', [...good, ['x', '-3', '1']], 'must time_negative'],
    ['a status that nobody knows', [...good, ['x', '3', 'maybe']], 'must status_unknown'],
    ['no event', good.map(([sample = '', time = '']) => [sample, time, '0']), 'must no_events'],
    ['events alone', good.map(([sample = '', time = '']) => [sample, time, '1']), 'should all_events'],
    [
      'events that were followed far longer than the others',
      good.map(([sample = '', time = ''], i) => [sample, time, i < 15 ? '0' : '1']),
      'should status_reversed',
    ],
    ['few events', good.map(([sample = '', time = ''], i) => [sample, time, i < 4 ? '1' : '0']), 'should few_events'],
    ['a sample twice', [...good, good[0] ?? []], 'must samples_repeated'],
    ['blank cells', [...good, ['x', '', '1']], 'note follow_up_blank'],
    ['months called days', good.map(([sample = '', , status = ''], i) => [sample, String(i + 21), status]), 'should unit_doubtful'],
    ['long months called days', good.map(([sample = '', , status = ''], i) => [sample, String(i * 6), status]), 'should unit_doubtful'],
  ])('is told of with %s', (_, rows, code) => {
    expect(codes(rows)).toContain(code);
  });

  it('of few events is refused where a model is built of it', () => {
    const modelled = { ...tool, parameters: { ...parameters, ...survivalOutcome({ optional: true, modelled: true }) } };
    const completed = completeRequest(modelled, {});
    if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
    const few = good.map(([sample = '', time = ''], i) => [sample, time, i < 4 ? '1' : '0']);
    expect(checkInputs(modelled, completed.request, of(few)).findings).toMatchObject([{ level: 'must', code: 'few_events' }]);
    expect(checkInputs(modelled, completed.request, of(good)).findings).toEqual([]);
  });

  it('of years called months is mended by one click, and days of a short trial are left alone', () => {
    const years = good.map(([sample = '', , status = ''], i) => [sample, String(i / 3), status]);
    expect(findings(of(years), { time_unit: 'month' })[0]).toMatchObject({ fix: { parameters: { time_unit: 'year' } } });
    const trial = good.map(([sample = '', , status = ''], i) => [sample, String(i < 30 ? 10 + i * 5 : i * 25), status]);
    expect(codes(trial)).toEqual([]);
  });

  it('in columns whose names tell another unit is refused, and mended by one click', () => {
    const named = (time: string) => ({
      survival_data: { name: 's.csv', table: { columns: ['sample', time, 'OS'], numeric: [], rowCount: good.length, cells: good } },
    });
    expect(findings(named('OS_MONTHS'))[0]).toMatchObject({
      level: 'must',
      code: 'unit_differs',
      fix: { parameters: { time_unit: 'month' } },
    });
    expect(findings(named('OS_MONTHS'), { time_unit: 'month' }).map(({ code }) => code)).not.toContain('unit_differs');
    expect(findings(named('weeks'))[0]).toMatchObject({ level: 'must', code: 'unit_week' });
    expect(findings(named('OS.time'))).toMatchObject([
      { level: 'note', code: 'columns_read', message: '时间取自「OS.time」，状态取自「OS」' },
    ]);
  });

  it('with several endpoints says which is read, and which are not', () => {
    const columns = ['sample', 'OS.time', 'OS', 'PFI', 'PFI.time'];
    const cells = good.map((row) => [...row, '1', '9']);
    const [told] = findings({ survival_data: { name: 'cdr', table: { columns, numeric: [], rowCount: cells.length, cells } } });
    expect(told).toMatchObject({ level: 'should', code: 'endpoint_chosen', message: expect.stringContaining('还有「PFI.time」') });
    const named = ['sample', 'time', 'status', 'PFI', 'PFI.time'];
    expect(findings({ survival_data: { name: 'cdr', table: { columns: named, numeric: [], rowCount: cells.length, cells } } })).toEqual([]);
  });

  it('whose status has 1 and 2 alone is asked about, and read as the answer says', () => {
    const doubled = good.map(([sample = '', time = '', status]) => [sample, time, status === '1' ? '2' : '1']);
    expect(findings(of(doubled))).toMatchObject([
      {
        level: 'must',
        code: 'status_doubled',
        fix: { parameters: { status_event: '2' } },
        alternative: { parameters: { status_event: '1' } },
      },
    ]);
    for (const event of ['1', '2'] as const) {
      expect(findings(of(doubled), { status_event: event })).toEqual([]);
      const read = survivalTable({ columns: ['sample', 'time', 'status'], rows: doubled }, event);
      const expected = doubled.map(([, , status]) => (status === event ? '1' : '0'));
      expect(read?.rows.map(([, , status]) => status)).toEqual(expected);
    }
    // An answer to a question that nobody asked would stand in the methods.
    expect(findings(of(good), { status_event: '1' })).toMatchObject([
      { level: 'must', code: 'status_not_doubled', field: 'status_event', fix: { parameters: { status_event: 'auto' } } },
    ]);
    const odd = doubled.map(([sample = '', time = '', status = '']) => [sample, time, `${status}.0`]);
    expect(codes(odd)).toEqual(['must status_doubled']);
    expect(findings(of(odd), { status_event: '1' })).toEqual([]);
    expect(codes([...doubled, ['x', '5', '0']])).toEqual(['must status_unknown']);
  });

  it.each(['entry', 'Start', 'entry_time', 'left truncation', '入组时间（天）', '入组时月数', '确诊到入组天数'])(
    'with a column %s of entry times is refused',
    (column) => {
      const withEntry = (entry: (i: number) => string) => ({
        survival_data: {
          name: 's.csv',
          table: {
            columns: ['sample', 'time', 'status', column],
            numeric: [],
            rowCount: good.length,
            cells: good.map((row, i) => [...row, entry(i)]),
          },
        },
      });
      expect(findings(withEntry((i) => String(i)))).toMatchObject([{ level: 'must', code: 'entry_times' }]);
      // Dates, what lies behind the end, and zeros are none.
      expect(findings(withEntry((i) => `2020-01-${10 + (i % 20)}`))).toEqual([]);
      expect(findings(withEntry((i) => String(9000 + i)))).toEqual([]);
      expect(findings(withEntry(() => '0'))).toEqual([]);
      // A tool that takes such times asks, once.
      const taking = {
        ...tool,
        parameters: { ...parameters, ...survivalOutcome({ optional: true, entry: 'entry_column' }), entry_column: entryColumn },
      };
      const asked = (chosen: Record<string, unknown>) => {
        const completed = completeRequest(taking, chosen);
        if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
        return checkInputs(
          taking,
          completed.request,
          withEntry((i) => String(i)),
        ).findings;
      };
      expect(asked({})).toMatchObject([{ level: 'must', code: 'entry_times', fix: { parameters: { entry_column: column } } }]);
      expect(asked({ entry_column: column }).map(({ code }) => code)).not.toContain('entry_times');
    },
  );

  it('in days called years is mended by one click', () => {
    const [doubt] = findings(of(good), { time_unit: 'year' });
    expect(doubt).toMatchObject({ code: 'unit_doubtful', fix: { parameters: { time_unit: 'day' } } });
  });

  it.each([
    [
      ['Dead', 'alive', 'NA'],
      [1, 0, undefined],
    ],
    [
      ['1:DECEASED', '0:LIVING'],
      [1, 0],
    ],
    [
      ['1', '2', '2'],
      [undefined, undefined, undefined],
    ],
    [['2.0'], [undefined]],
    [
      ['0', '1', '2'],
      [0, 1, undefined],
    ],
    [
      ['死亡', '存活', '失访'],
      [1, 0, undefined],
    ],
    [
      ['1.0', '0.0'],
      [1, 0],
    ],
    [
      ['LIVING', 'DECEASED', 'Alive', 'Dead', '存活', '死亡', '健在', '已故'],
      [0, 1, 0, 1, 0, 1, 0, 1],
    ],
    [
      ['Died of Disease', 'Died of Other Causes', 'Living', 'alive with disease', 'Dead of disease'],
      [1, 1, 0, 0, 1],
    ],
    [
      ['1:Recurred/Progressed', '0:DiseaseFree', '1=死亡', '0 : censored', '[Not Available]'],
      [1, 0, 1, 0, undefined],
    ],
    [
      ['1', '2', 'Not Reported', "'--"],
      [undefined, undefined, undefined, undefined],
    ],
  ])('reads %j as %j', (written, read) => {
    expect(readStatus(written)).toEqual(read);
  });

  it.each([
    ['case_submitter_id', 'vital_status', 'days_to_death', 'days_to_last_follow_up'],
    ['sample', 'vital_status.demographic', 'days_to_death.demographic', 'days_to_last_follow_up.diagnoses'],
    ['cases.submitter_id', 'demographic.vital_status', 'demographic.days_to_death', 'diagnoses.days_to_last_follow_up'],
    ['bcr_patient_barcode', 'vital_status', 'days_to_death', 'days_to_last_followup'],
    ['bcr_patient_barcode', 'vital_status', 'death_days_to', 'last_contact_days_to'],
  ])('of two columns is one time: %s, %s, %s, %s', (id, status, death, last) => {
    const columns = [last, id, 'age', death, status];
    const rows = [
      ['900', 'A', '61', "'--", 'Alive'],
      ['100', 'B', '62', '365', 'Dead'],
      ["'--", 'C', '63', '30', 'DECEASED'],
      ['800', 'D', '64', '[Not Available]', 'Dead'],
      ['700', 'E', '65', "'--", 'Not Reported'],
    ];
    expect(survivalTable({ columns, rows })).toEqual({
      columns: ['sample', 'time', 'status', 'age'],
      rows: [
        ['A', '900', '0', '61'],
        ['B', '365', '1', '62'],
        ['C', '30', '1', '63'],
        // The last visit was before a death whose day is not known.
        ['D', '[Not Available]', '1', '64'],
        ['E', '700', 'Not Reported', '65'],
      ],
    });
    const { findings, patients, events } = checkFollowUp('f', survivalTable({ columns, rows }) as never, undefined);
    expect([patients, events]).toEqual([3, 2]);
    expect(findings.map(({ code }) => code)).toEqual(['follow_up_blank', 'few_events']);
    const [read] = checkColumns('f', columns, { field: 'time_unit', value: 'day' });
    expect(read?.message).toBe(`时间由两列合成：去世的取「${death}」，其余取「${last}」；状态取自「${status}」`);
  });

  it('has a time of its own before the two', () => {
    const columns = ['sample', 'OS', 'OS.time', 'vital_status', 'death_days_to', 'last_contact_days_to'];
    const rows = [['A', '1', '5', 'Dead', '5', '']];
    expect(survivalTable({ columns, rows })?.rows[0]?.slice(0, 3)).toEqual(['A', '5', '1']);
  });

  it('is found under the usual names of its columns, and not guessed without one', () => {
    expect(survivalTable({ columns: ['id', 'futime', 'fustat', 'age'], rows: [['a', '5', '1', '60']] })?.columns).toEqual([
      'sample',
      'time',
      'status',
      'age',
    ]);
    expect(survivalTable({ columns: ['sample', 'time', 'age'], rows: [] })).toBeUndefined();
    const long = survivalTable({
      columns: ['sample', 'time', 'status'],
      rows: ['1,234', '１２', '1,2', '10.50'].map((t) => ['a', t, '1']),
    });
    expect(long?.rows.map(([, time]) => time)).toEqual(['1234', '12', '1,2', '10.50']);
  });
});
