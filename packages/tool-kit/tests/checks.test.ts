import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import limma from '../../../tools/differential/limma-differential/tool.ts';
import cibersort from '../../../tools/immune/cibersort/tool.ts';
import preservation from '../../../tools/wgcna/preservation/tool.ts';
import { checkInputs, completeRequest, type InputFacts } from '../src/index.ts';

const samples = ['T-01', 'T-02', 'T-03', 'N-01', 'N-02', 'N-03'];
const matrix: MatrixFacts = {
  rows: 100,
  columns: 6,
  kind: 'log',
  identifiers: 'symbol',
  identifierColumn: 'gene',
  platform: null,
  species: null,
  annotations: null,
  samples,
  minimum: 2,
  maximum: 14,
  missing: 0,
  negative: 0,
  fractional: 0.9,
  constantRows: 0,
  zeroRows: 0,
  columnSums: [1, 1, 1, 1, 1, 1],
  preview: { rows: [], values: [] },
};
const table = samples.map((sample) => [sample, sample.startsWith('T') ? '肿瘤' : '正常']);

function check(change: { matrix?: Partial<MatrixFacts>; rows?: string[][]; fields?: Record<string, unknown> }) {
  const rows = change.rows ?? table;
  const body = {
    file_id: 1,
    sample_groups: rows.map(([sample, group]) => ({ sample, group })),
    case_group: '肿瘤',
    control_group: '正常',
    ...change.fields,
  };
  const completed = completeRequest(limma, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const facts: Record<string, InputFacts> = {
    file_id: { name: 'm.csv', matrix: { ...matrix, ...change.matrix } },
    sample_groups: { name: 'g', table: { columns: ['sample', 'group'], numeric: [false, false], rowCount: rows.length, cells: rows } },
  };
  return checkInputs(limma, completed.request, facts);
}

const blocking = (change: Parameters<typeof check>[0]) => check(change).findings.filter((finding) => finding.level === 'must');

describe('checks of groups', () => {
  it.each([
    ['one group', samples.map((sample) => [sample, '肿瘤']), ['one_group']],
    ['two groups', table, []],
  ])('refuse %s before the cell types of all groups are compared', (_, rows, codes) => {
    const sample_groups = rows.map(([sample, group]) => ({ sample, group }));
    const completed = completeRequest(cibersort, { file_id: 1, signature: 'til10.2019', plot_comparison: true, sample_groups });
    if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
    const { findings } = checkInputs(cibersort, completed.request, {
      file_id: { name: 'm.csv', matrix: { ...matrix, rows: 20_000 } },
      sample_groups: { name: 'g', table: { columns: ['sample', 'group'], numeric: [false, false], rowCount: rows.length, cells: rows } },
    });
    expect(findings.filter(({ level }) => level === 'must').map(({ code }) => code)).toEqual(codes);
  });

  it('tell of samples that look paired, with a fix, unless a column pairs them or is used otherwise', () => {
    const told = (columns: string[], cells: string[][], fields: Record<string, unknown> = {}) => {
      const sample_groups = cells.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i] ?? '', cell])));
      const body = { file_id: 1, sample_groups, case_group: '肿瘤', control_group: '正常', ...fields };
      const completed = completeRequest(limma, body);
      if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
      const facts: Record<string, InputFacts> = {
        file_id: { name: 'm.csv', matrix },
        sample_groups: { name: 'g', table: { columns, numeric: columns.map(() => false), rowCount: cells.length, cells } },
      };
      return checkInputs(limma, completed.request, facts).findings.filter(({ code }) => code === 'pairs_found');
    };
    const columns = ['sample', 'group', 'patient'];
    const patients = table.map(([sample = '', group = '']) => [sample, group, sample.slice(-1)]);
    expect(told(columns, patients)).toMatchObject([
      { level: 'should', field: 'pair_column', fix: { label: '按「patient」配对', parameters: { pair_column: 'patient' } } },
    ]);
    expect(told(columns, patients, { pair_column: 'patient' })).toEqual([]);
    expect(told(columns, patients, { covariates: ['patient'] })).toEqual([]);
    const batches = table.map(([sample = '', group = ''], i) => [sample, group, i < 3 ? 'a' : 'b']);
    expect(told(columns, batches)).toEqual([]);
    const ages = table.map(([sample = '', group = '']) => [sample, group, `${sample.slice(-1)}.5`]);
    expect(told(columns, ages)).toEqual([]);
  });

  it('tell of patients with several samples, with a fix, unless they are blocks or pairs already; both at once are refused', () => {
    const told = (patients: string[], fields: Record<string, unknown> = {}, column = 'patient id') => {
      const cells = table.map(([sample = '', group = ''], i) => [sample, group, patients[i] ?? '']);
      const columns = ['sample', 'group', column];
      const sample_groups = cells.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i] ?? '', cell])));
      const completed = completeRequest(limma, { file_id: 1, sample_groups, case_group: '肿瘤', control_group: '正常', ...fields });
      if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
      const facts: Record<string, InputFacts> = {
        file_id: { name: 'm.csv', matrix },
        sample_groups: { name: 'g', table: { columns, numeric: columns.map(() => false), rowCount: cells.length, cells } },
      };
      return checkInputs(limma, completed.request, facts).findings.filter(({ field }) => field === 'block_column');
    };
    const repeated = ['1', '1', '2', '3', '4', '5'];
    expect(told(repeated)).toMatchObject([{ code: 'repeats_found', level: 'should', fix: { parameters: { block_column: 'patient id' } } }]);
    expect(told(repeated, { block_column: 'patient id' })).toEqual([]);
    expect(told(repeated, { covariates: ['patient id'], covariate_codes: ['patient id'] })).toEqual([]);
    expect(told(['1', '2', '3', '4', '5', '6'])).toEqual([]);
    // Not a column of persons; one with a gap; one sample in each group, which are pairs.
    expect(told(repeated, {}, 'centre')).toEqual([]);
    expect(told(['', '1', '1', '2', '3', '4'])).toEqual([]);
    expect(told(['1', '2', '3', '1', '2', '3'])).toEqual([]);
    expect(told(repeated, { block_column: 'patient id', pair_column: 'patient id' })).toMatchObject([
      { code: 'block_and_pairs', level: 'must', fix: { parameters: { pair_column: null } } },
    ]);
  });

  it('pass where every sample is known and both groups are large enough', () => {
    expect(blocking({})).toEqual([]);
    expect(check({}).words).toMatchObject({ case_group_n: 3, control_group_n: 3, rows: '100' });
  });

  it.each([
    ['one group only', { rows: samples.map((sample) => [sample, '肿瘤']) }, 'one_group'],
    ['a group that the table does not have', { fields: { case_group: '转移' } }, 'group_absent'],
    ['a sample that the matrix does not have', { rows: [...table, ['T-99', '肿瘤']] }, 'samples_absent'],
    [
      'two samples in all',
      {
        rows: [
          ['T-01', '肿瘤'],
          ['N-01', '正常'],
        ],
      },
      'group_small',
    ],
    ['the same group twice', { fields: { control_group: '肿瘤' } }, 'same_group'],
    ['a sample listed twice', { rows: [...table, ['T-01', '正常']] }, 'groups_duplicated'],
  ])('block %s', (_, change, code) => {
    expect(blocking(change).map((finding) => finding.code)).toContain(code);
  });

  it('offer to match names that differ in case, dashes, dots and endings only', () => {
    const [finding] = blocking({
      rows: table.map(([sample = '', group = '']) => [`${sample.replace('-', '.').toLowerCase()}.CEL`, group]),
    });
    expect(finding?.fix?.label).toBe('按相近名称匹配');
    const repaired = finding?.fix?.parameters?.sample_groups as { sample: string }[];
    expect(repaired.map((row) => row.sample)).toEqual(samples);
  });

  it('offer the order of the matrix to groups without names of samples, where there are as many', () => {
    const ordered = table.map(([, group = ''], i) => [String(i + 1), group]);
    const [finding] = blocking({ rows: ordered });
    expect(finding?.fix).toEqual({
      label: '按矩阵里的顺序对上',
      parameters: { sample_groups: table.map(([sample, group]) => ({ sample, group })) },
    });
    expect(finding?.detail).toContain('第 1 行是 T-01，最后一行是 N-03');
    const [other] = blocking({ rows: ordered.slice(0, 5) });
    expect([other?.code, other?.fix]).toEqual(['samples_absent', undefined]);
  });

  it('say what does not take part', () => {
    const codes = check({ rows: table.slice(0, 5) }).findings.map((finding) => finding.code);
    expect(codes).toContain('samples_left_out');
  });
});

it.each([
  ['mouse', ['other_species']],
  ['rat', ['other_species']],
  ['human', []],
  [null, []],
] as const)('a signature of human genes is not looked for in a matrix of species %s', (species, codes) => {
  const completed = completeRequest(cibersort, { file_id: 1, signature: 'til10.2019', plot_comparison: false });
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const { findings } = checkInputs(cibersort, completed.request, {
    file_id: { name: 'm.csv', matrix: { ...matrix, rows: 20_000, species } },
  });
  expect(findings.filter(({ level }) => level === 'must').map(({ code }) => code)).toEqual(codes);
});

describe('several matrices', () => {
  it('tell rows and columns of the first, and a requirement those of its own', () => {
    const completed = completeRequest(cibersort, { file_id: 1, signature_file_id: 2, plot_comparison: false });
    if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
    const { words, findings } = checkInputs(cibersort, completed.request, {
      file_id: { name: 'm.csv', matrix: { ...matrix, rows: 4_000, columns: 24 } },
      signature: { name: 'LM22.txt', matrix: { ...matrix, rows: 547, columns: 22, kind: 'linear' } },
    });
    expect(words).toMatchObject({ rows: '4,000', columns: '24' });
    expect(findings.find(({ code }) => code === 'few_genes')?.message).toMatch('只有 4,000 行');
    const small = { name: 'b.csv', matrix: { ...matrix, columns: 9 } };
    const request = completeRequest(preservation, { module_analysis_id: 1, file_id: 2 });
    if (!request.ok) throw new Error(JSON.stringify(request.errors));
    const second = checkInputs(preservation, request.request, {
      module_analysis_id: { name: 'a', matrix: { ...matrix, columns: 95 } },
      file_id: small,
    });
    expect(second.findings.find(({ field }) => field === 'file_id')?.message).toMatch('第二个数据集只有 9 个样本');
  });
});

describe('requirements of limma', () => {
  it.each([
    [
      'negative counts',
      { matrix: { negative: 3, minimum: -2 }, fields: { data_type: 'rnaseq' } },
      'negative_counts',
      { data_type: 'microarray' },
    ],
    ['fractions as counts', { matrix: { fractional: 0.38 }, fields: { data_type: 'rnaseq' } }, 'not_counts', { data_type: 'microarray' }],
    ['counts as log values', { matrix: { kind: 'counts', fractional: 0 } as const }, 'counts_as_log', { data_type: 'rnaseq' }],
    [
      'log2 of negative values',
      { matrix: { kind: 'linear', minimum: -5, negative: 9 } as const, fields: { log2_transform: true } },
      'log_of_negative',
      { log2_transform: false },
    ],
  ])('block %s with a remedy of one click', (_, change, code, parameters) => {
    const finding = blocking(change).find((entry) => entry.code === code);
    expect(finding?.fix?.parameters).toEqual(parameters);
    expect(finding?.message).not.toMatch(/\{\{|undefined/);
  });

  it('lead to a run and not round in a circle where linear values have negatives', () => {
    const change = { kind: 'linear', minimum: -40, maximum: 60000, negative: 12 } as const;
    for (const start of [true, false]) {
      let fields: Record<string, unknown> = { log2_transform: start };
      const seen = [JSON.stringify(fields)];
      for (;;) {
        const { findings } = check({ matrix: change, fields });
        const remedy = findings.find(({ level, fix }) => (level === 'must' || level === 'should') && fix?.parameters !== undefined)?.fix;
        if (remedy === undefined) break;
        fields = { ...fields, ...remedy.parameters };
        expect(seen).not.toContain(JSON.stringify(fields));
        seen.push(JSON.stringify(fields));
      }
      expect(fields.log2_transform).toBe(false);
      const left = check({ matrix: change, fields }).findings;
      expect(left.filter(({ level }) => level === 'must')).toEqual([]);
      expect(left.find(({ code }) => code === 'linear_negative')?.message).toContain('差值，不是 log2FC');
    }
  });

  it('warn, and do not block, where the user may know better', () => {
    const codes = (change: Parameters<typeof check>[0]) =>
      check(change)
        .findings.filter((finding) => finding.level === 'should')
        .map((finding) => finding.code);
    expect(codes({ matrix: { kind: 'linear', maximum: 60000 } })).toContain('linear_as_log');
    expect(codes({ fields: { log2_transform: true } })).toContain('log_twice');
    expect(codes({ matrix: { kind: 'batch-corrected' } })).toContain('batch_corrected');
    expect(codes({ matrix: { identifiers: 'probe' } })).toContain('probes');
    expect(codes({ matrix: { constantRows: 30 } })).toContain('nearly_constant');
  });
});
