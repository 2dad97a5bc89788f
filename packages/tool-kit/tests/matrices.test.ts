import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import {
  type BatchDeclaration,
  batchNames,
  checkBatches,
  checkFiles,
  checkStudies,
  expressionFile,
  type InputFacts,
  joinedSamples,
  joinMatrices,
  kindOf,
  type NamedMatrix,
  type Parameter,
} from '../src/index.ts';

const matrix = (samples: string[], more: Partial<MatrixFacts> = {}): MatrixFacts => ({
  rows: 100,
  columns: samples.length,
  kind: 'log',
  identifiers: 'symbol',
  identifierColumn: 'gene',
  platform: null,
  species: 'human',
  samples,
  minimum: 2,
  maximum: 14,
  missing: 0,
  negative: 0,
  fractional: 1,
  constantRows: 0,
  zeroRows: 0,
  columnSums: samples.map(() => 800),
  preview: { rows: [], values: [] },
  annotations: null,
  ...more,
});

it('tells samples of one name apart by the place of their file, as R does', () => {
  expect(joinedSamples([{ samples: ['A', 'B'] }, { samples: ['B', 'C'] }])).toEqual([
    ['A', 'D1_B'],
    ['D2_B', 'C'],
  ]);
  expect(batchNames(['GSE1.csv.gz', 'GSE1.tsv', 'b.c.xlsx'])).toEqual(['GSE1', 'GSE1（2）', 'b.c']);
});

it('joins facts: samples together, extremes of all, shares by size', () => {
  const joined = joinMatrices([
    matrix(['A', 'B'], { minimum: -1, fractional: 0, rows: 50, platform: 'GPL96' }),
    matrix(['B', 'C', 'D', 'E'], { maximum: 20, platform: 'GPL97' }),
  ]);
  expect(joined).toMatchObject({ rows: 50, columns: 6, minimum: -1, maximum: 20, platform: null });
  expect(joined?.samples).toEqual(['A', 'D1_B', 'D2_B', 'C', 'D', 'E']);
  expect(joined?.fractional).toBeCloseTo(4 / 6);
  expect(joinMatrices([])).toBeUndefined();
});

it('puts the annotations of all files one below the other where all have them', () => {
  const columns = (...names: string[]) => ({ columns: names.map((name) => ({ name, values: ['x', 'y'] })) });
  const joined = joinMatrices([
    matrix(['A', 'B'], { annotations: columns('Tissue', 'Age') }),
    matrix(['C', 'D'], { annotations: columns('Tissue') }),
  ]);
  expect(joined?.annotations).toEqual({ columns: [{ name: 'Tissue', values: ['x', 'y', 'x', 'y'] }] });
});

it('refuses matrices of several kinds or ways of writing genes, each named', () => {
  const files = [
    { name: 'one.csv', matrix: matrix(['A']) },
    { name: 'two.csv', matrix: matrix(['B'], { kind: 'counts', identifiers: 'ensembl' }) },
  ];
  const found = checkFiles('file_ids', files);
  expect(found.map(({ code, level }) => [code, level])).toEqual([
    ['kinds_differ', 'must'],
    ['identifiers_differ', 'must'],
  ]);
  expect(found[0]?.detail).toBe('one.csv：取过对数；two.csv：原始计数');
  expect(checkFiles('file_ids', files.slice(0, 1))).toEqual([]);
});

describe('batches and groups', () => {
  const declaration: BatchDeclaration = { files: 'files', groups: 'groups', column: 'batch', protect: 'protect' };
  const one = { name: 'one.csv', matrix: matrix(['A', 'B', 'C', 'D']) };
  const two = { name: 'two.csv', matrix: matrix(['E', 'F', 'G', 'H']) };
  const groups = (text: string): InputFacts => ({
    name: 'groups',
    table: { columns: ['sample', 'group'], numeric: [false, false], rowCount: 8, cells: [...'ABCDEFGH'].map((s, i) => [s, text[i] ?? '']) },
  });
  const check = (text: string, protect = true) =>
    checkBatches(declaration, { files: { name: '', files: [one, two] }, groups: groups(text) }, { protect, batch: null });

  it('lets balanced ones pass', () => {
    expect(check('xxyyxxyy')).toEqual([]);
  });

  it('refuses groups that stand apart in their batches, with the table', () => {
    expect(check('xxxxyyyy')).toMatchObject([{ code: 'confounded', level: 'must', detail: 'one：x 4、y 0；two：x 0、y 4' }]);
    expect(check('xxxxyyyy', false)).toMatchObject([{ code: 'confounded', level: 'should' }]);
  });

  it('warns of an association, as one mixed sample leaves it', () => {
    expect(check('xxxyyyyy')).toMatchObject([{ code: 'associated', level: 'should' }]);
  });

  it('takes samples without a group for no group', () => {
    const written = (text: string): InputFacts => {
      const facts = groups(text);
      const cells = facts.table?.cells?.map(([sample = '', group = '']) => [sample, group === '-' ? '未分组' : group]);
      return { ...facts, table: { columns: ['sample', 'group'], numeric: [false, false], rowCount: 8, ...(cells && { cells }) } };
    };
    const found = (text: string) =>
      checkBatches(declaration, { files: { name: '', files: [one, two] }, groups: written(text) }, { protect: true, batch: null });
    expect(found('xxyy----')).toEqual([]);
    expect(found('xxyyx-y-')).toEqual([]);
  });

  it('knows a batch whose samples have no group', () => {
    const table = {
      columns: ['sample', 'group', 'batch'],
      numeric: [false, false, false],
      rowCount: 8,
      cells: [...'ABCDEFGH'].map((s, i) => [s, i < 4 ? (i % 2 === 0 ? 'x' : 'y') : '', i < 4 ? 'b1' : 'b2']),
    };
    const facts = { files: { name: '', files: [{ name: 'all.csv', matrix: matrix([...'ABCDEFGH']) }] }, groups: { name: 'groups', table } };
    expect(checkBatches(declaration, facts, { protect: true, batch: 'batch' })).toEqual([]);
  });

  it('asks for batches where one file is all there is', () => {
    const alone = { files: { name: '', files: [one] } };
    expect(checkBatches(declaration, alone, { protect: true, batch: null })).toMatchObject([{ code: 'one_batch', level: 'must' }]);
  });
});

describe('the base of logarithms', () => {
  const of = (name: string, logBase: 2 | 10 | null): NamedMatrix => ({ name, matrix: matrix(['A'], { logBase }) });
  const codes = (parameter: Parameter, ...files: NamedMatrix[]) =>
    files
      .flatMap((file) => {
        const context = { parameters: { file_id: parameter }, name: 'file_id', parameter, values: {}, words: {} };
        return kindOf(parameter).check?.({ ...context, facts: { file_id: file } }) ?? [];
      })
      .map(({ code, message }) => [code, message.includes('会先换成 log2')]);

  it('is converted where it is known to be 10, but for tools that hand it on', () => {
    expect(codes(expressionFile, of('a', 10), of('b', 2), of('c', null))).toEqual([['log10_converted', true]]);
    expect(codes({ ...expressionFile, keepsLogBase: true }, of('a', 10))).toEqual([['log10_kept', false]]);
  });

  it('of several matrices is known where they agree', () => {
    const joined = (...bases: (2 | 10 | null)[]) => joinMatrices(bases.map((base) => of('x', base).matrix))?.logBase;
    expect([joined(10, 10), joined(2, 10), joined(10, null)]).toEqual([10, null, null]);
  });
});

describe('studies that are analysed each by itself', () => {
  const study = (name: string, own: Partial<MatrixFacts>) => ({
    name,
    matrix: { samples: [`${name}_1`, `${name}_2`], kind: 'log', identifiers: 'symbol', platform: null, ...own } as unknown as MatrixFacts,
  });
  const codes = (...studies: ReturnType<typeof study>[]) => checkStudies('file_ids', studies).map(({ code, level }) => `${code} ${level}`);

  it('may differ in scale and in the names of genes', () => {
    expect(codes(study('a', { kind: 'counts', identifiers: 'ensembl' }), study('b', { kind: 'linear' }))).toEqual([]);
  });

  it('match by probes only where all have those of one platform', () => {
    const probes = (name: string, platform: string | null) => study(name, { identifiers: 'probe', platform });
    expect(codes(probes('a', 'GPL570'), probes('b', 'GPL570'))).toEqual([]);
    expect(codes(probes('a', 'GPL570'), probes('b', 'GPL96'))).toEqual(['probes must']);
    expect(codes(probes('a', null), probes('b', null))).toEqual(['probes must']);
    expect(codes(probes('a', 'GPL570'), study('b', {}))).toEqual(['probes must']);
    expect(checkStudies('file_ids', [probes('a', 'GPL570'), study('b', {})])[0]?.message).toMatch(/^「a」的行名是探针号/);
  });

  it('are no scores, and no sample is in two of them', () => {
    expect(codes(study('a', { kind: 'scores' }), study('b', {}))).toEqual(['scores must']);
    expect(codes(study('a', { samples: ['S1', 'S2'] }), study('b', { samples: ['S2', 'S3'] }))).toEqual(['samples_repeated should']);
  });
});
