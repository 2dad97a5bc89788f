import { describe, expect, it } from 'vitest';
import type { InputSource } from '../../src/analyses/lists/in-project.ts';
import type { SourceFile } from '../../src/files/space/in-project.ts';
import {
  currentSteps,
  inOrder,
  type LineageRow,
  lineageEdges,
  referenceKey,
  staleness,
  type Today,
} from '../../src/projects/lineage/lineage.ts';

const DAY = (n: number) => new Date(Date.UTC(2026, 0, n));

const NO_REFERENCE = { cohort: null, reference: null };

interface Made extends Partial<LineageRow> {
  from?: (InputSource & { sha256?: string })[];
}

function step(id: number, { from = [], ...row }: Made = {}): LineageRow {
  return {
    id,
    taskType: 'limma_differential_analysis',
    toolVersion: '1',
    name: `步骤 ${id}`,
    status: 'completed',
    createdAt: DAY(id),
    replaces: null,
    inputs: from.map(({ sha256 = '', ...source }, i) => ({ ...NO_REFERENCE, field: `input_${i}`, name: 'x', sha256, sources: [source] })),
    tables: [{ id: 'main', sha256: `table-${id}` }],
    versions: {},
    ...row,
  };
}

const file = (id: number, blob: string, earlier: SourceFile['earlier'] = []): SourceFile => ({
  id,
  name: `文件 ${id}`,
  version: earlier.length + 1,
  projectId: null,
  blob,
  earlier,
});

const TODAY: Today = { tools: new Map([['limma_differential_analysis', '1']]), packages: {}, cohorts: new Map(), references: new Map() };

function look(rows: LineageRow[], files: SourceFile[] = [], today: Partial<Today> = {}) {
  const current = currentSteps(rows);
  const steps = [...new Set(current.values())];
  const known = new Map(files.map((one) => [one.id, one]));
  const edges = lineageEdges(steps, { current, files: known });
  const ordered = inOrder(steps, edges);
  const stale = staleness(ordered, {
    current,
    rows: new Map(rows.map((row) => [row.id, row])),
    files: known,
    today: { ...TODAY, ...today },
  });
  const reasons = Object.fromEntries([...stale].map(([id, why]) => [id, why.map(({ kind }) => kind)]));
  return {
    why: Object.fromEntries(stale),
    order: ordered.map(({ row }) => row.id),
    edges: edges.map(({ from, to }) => `${from.kind} ${from.id} > ${to}`),
    reasons,
    current,
  };
}

describe('the order of steps', () => {
  it('puts each after those that it follows, whatever the numbers', () => {
    const rows = [step(3, { from: [{ from: 'analysis', id: 9 }] }), step(9), step(4, { from: [{ from: 'analysis', id: 3 }] }), step(1)];
    expect(look(rows).order).toEqual([1, 9, 3, 4]);
  });

  it('holds every step where two name each other', () => {
    const rows = [step(1, { from: [{ from: 'analysis', id: 2 }] }), step(2, { from: [{ from: 'analysis', id: 1 }] })];
    expect(look(rows).order).toEqual([1, 2]);
  });

  it('draws no edge to what was deleted, and one for a source that is named twice in a field', () => {
    const twice = {
      ...NO_REFERENCE,
      field: 'sets',
      name: 'x',
      sha256: '',
      sources: [1, 1, 7].map((id) => ({ from: 'analysis' as const, id })),
    };
    expect(look([step(1), { ...step(2), inputs: [twice] }]).edges).toEqual(['analysis 1 > 2']);
  });
});

describe('runs in the place of others', () => {
  it('count once they are completed, and those who took the old one as input follow the new one', () => {
    const rows = [step(1), step(2, { from: [{ from: 'analysis', id: 1 }] }), step(3, { replaces: 1 }), step(4, { replaces: 3 })];
    const { current, edges } = look(rows);
    expect(current.get(1)).toMatchObject({ row: { id: 4 }, replaced: [{ id: 3 }, { id: 1 }], again: undefined });
    expect(edges).toEqual(['analysis 4 > 2']);
  });

  it('leave the old one in place while they run or fail', () => {
    const { current, reasons } = look([step(1), step(2, { replaces: 1, status: 'failed' }), step(3, { replaces: 1, status: 'running' })]);
    expect(current.get(3)).toMatchObject({ row: { id: 1 }, again: { id: 3 } });
    expect(reasons).toEqual({});
  });

  it('count where the first one failed', () => {
    expect(look([step(1, { status: 'failed' }), step(2, { replaces: 1 })]).order).toEqual([2]);
  });
});

describe('what is out of date', () => {
  const counts = (sha256: string) => [{ from: 'file' as const, id: 1, sha256 }];

  it('is what read an earlier content of a file, and all that follows it', () => {
    const rows = [
      step(1, { from: counts('old') }),
      step(2, { from: [{ from: 'analysis', id: 1, sha256: 'table-1' }] }),
      step(3, { from: counts('new') }),
      step(4, { from: [{ from: 'analysis', id: 3, sha256: 'table-3' }] }),
    ];
    const files = [file(1, 'new', [{ blob: 'old', until: DAY(3).toISOString() }])];
    expect(look(rows, files).reasons).toEqual({ 1: ['file'], 2: ['parent_stale'] });
  });

  it('is told by time where the checksum is not that of the file', () => {
    const rows = [step(2, { from: counts('made of it') }), step(5, { from: counts('made of it') })];
    const files = [file(1, 'new', [{ blob: 'old', until: DAY(4).toISOString() }])];
    expect(look(rows, files).reasons).toEqual({ 2: ['file'] });
  });

  it('is not what read a content that came back', () => {
    const files = [
      file(1, 'old', [
        { blob: 'old', until: DAY(3).toISOString() },
        { blob: 'new', until: DAY(4).toISOString() },
      ]),
    ];
    expect(look([step(1, { from: counts('old') })], files).reasons).toEqual({});
  });

  it('is what took a table that a new run made otherwise, not what took one that is the same', () => {
    const tables = (first: string) => [
      { id: 'main', sha256: first },
      { id: 'other', sha256: 'same' },
    ];
    const rows = [
      step(1, { tables: tables('a') }),
      step(2, { from: [{ from: 'analysis', id: 1, sha256: 'a' }] }),
      step(3, { from: [{ from: 'analysis', id: 1, sha256: 'same' }] }),
      step(4, { from: [{ from: 'analysis', id: 1, sha256: 'genes of it' }] }),
      step(5, { replaces: 1, tables: tables('b') }),
    ];
    expect(look(rows).reasons).toEqual({ 2: ['parent_replaced'], 4: ['parent_replaced'] });
  });

  it('is what another version of its tool has made', () => {
    const tools = new Map([['limma_differential_analysis', '2']]);
    expect(look([step(1), step(2, { toolVersion: '2' })], [], { tools }).reasons).toEqual({ 1: ['tool'] });
  });

  it('is what other versions of packages have made, of those that are known today', () => {
    const rows = [
      step(1, { versions: { R: '4.2.2', limma: '3.54.0', gone: '1' } }),
      step(2, { versions: { R: '4.2.2', limma: '3.54.2' } }),
      step(3, { from: [{ from: 'analysis', id: 1, sha256: 'table-1' }] }),
    ];
    const { why } = look(rows, [], { packages: { R: '4.2.2', limma: '3.54.2' } });
    expect(why).toEqual({
      1: [{ kind: 'packages', packages: [{ name: 'limma', from: '3.54.0', to: '3.54.2' }] }],
      3: [{ kind: 'parent_stale', analysis_id: 1, name: '步骤 1' }],
    });
  });

  it('is what read reference data of another release, by their content', () => {
    const reference = { title: 'KEGG', organism: 'hsa', family: 'kegg', subset: 'all' } as const;
    const input = { field: 'sets', sources: [], cohort: null, reference: null };
    const cohort = (id: number, sha256: string) =>
      step(id, { inputs: [{ ...input, name: 'LIHC', sha256, cohort: { code: 'lihc', release: '41' } }] });
    const sets = (id: number, sha256: string) =>
      step(id, { inputs: [{ ...input, name: 'KEGG', sha256, reference: { ...reference, release: '2025' } }] });
    const today = {
      cohorts: new Map([['lihc', { release: '42', sha256: 'c42' }]]),
      references: new Map([[referenceKey(reference), { release: '2026', sha256: 'k26' }]]),
    };
    const rows = [cohort(1, 'c41'), cohort(2, 'c42'), sets(3, 'k25'), sets(4, 'k26')];
    expect(look(rows, [], today).why).toEqual({
      1: [{ kind: 'release', name: 'LIHC', from: '41', to: '42' }],
      3: [{ kind: 'release', name: 'KEGG', from: '2025', to: '2026' }],
    });
    // Where it is not installed any more nothing newer could be read.
    expect(look(rows).why).toEqual({});
  });

  it('is never what has no result', () => {
    const rows = [step(1, { from: counts('old'), status: 'failed' }), step(2, { from: counts('old'), status: 'running' })];
    expect(look(rows, [file(1, 'new', [{ blob: 'old', until: DAY(9).toISOString() }])]).reasons).toEqual({});
  });
});
