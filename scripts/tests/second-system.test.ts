import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { compareSystems } from '../second-system/comparison.ts';
import { RECORD, type SystemRecord, tablePath } from '../second-system/folder.ts';
import { compareTables } from '../second-system/tables.ts';

const base = mkdtempSync(join(tmpdir(), 'oncoloom-systems-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const TYPES = { gene: 'gene', logFC: 'log2', 'P.Value': 'p' };
const table = (...rows: string[]) => `gene\tlogFC\tP.Value\n${rows.map((row) => `${row}\n`).join('')}`;
const FIRST = table('TP53\t1.5\t1e-200', 'EGFR\t-0.25\t0.04', 'MYC\t0\t1');

describe('two tables', () => {
  it('are the same within a millionth, and where zero is a rounding error', () => {
    expect(compareTables(FIRST, FIRST, TYPES)).toEqual([]);
    const close = table('TP53\t1.5000001\t1.0000001e-200', 'EGFR\t-0.25\t0.04', 'MYC\t1e-17\t1');
    expect(compareTables(FIRST, close, TYPES)).toEqual([]);
  });

  it('differ by one altered cell', () => {
    const altered = table('TP53\t1.5\t1e-200', 'EGFR\t-0.2500013\t0.04', 'MYC\t0\t1');
    expect(compareTables(FIRST, altered, TYPES)).toEqual([
      { kind: 'cells', column: 'logFC', count: 1, largest: expect.closeTo(5.2e-6, 7), example: 'EGFR: -0.25 / -0.2500013' },
    ]);
  });

  it('differ by a P value however small it is', () => {
    const altered = table('TP53\t1.5\t2e-200', 'EGFR\t-0.25\t0.04', 'MYC\t0\t1');
    expect(compareTables(FIRST, altered, TYPES)).toMatchObject([{ kind: 'cells', column: 'P.Value', count: 1 }]);
  });

  it('differ by a number that is missing, infinite or a word in one of them', () => {
    for (const cell of ['', 'Inf', 'NaN', 'x']) {
      const altered = table(`TP53\t${cell}\t1e-200`, 'EGFR\t-0.25\t0.04', 'MYC\t0\t1');
      expect(compareTables(FIRST, altered, TYPES), cell).toMatchObject([{ kind: 'cells', column: 'logFC', count: 1, largest: null }]);
    }
  });

  it('differ by the order of rows alone, which are matched by their names', () => {
    const turned = table('EGFR\t-0.25\t0.04', 'TP53\t1.5\t1e-200', 'MYC\t0\t1');
    expect(compareTables(FIRST, turned, TYPES)).toMatchObject([{ kind: 'order', count: 2 }]);
  });

  it('differ by rows and columns', () => {
    expect(compareTables(FIRST, table('TP53\t1.5\t1e-200'), TYPES)).toMatchObject([{ kind: 'shape', count: 2 }]);
    expect(compareTables(FIRST, FIRST.replace('MYC', 'KRAS'), TYPES)).toMatchObject([{ kind: 'rows', count: 1, example: 'MYC' }]);
    expect(compareTables(FIRST, FIRST.replace('logFC', 'lfc'), TYPES)).toMatchObject([{ kind: 'shape', example: 'columns: logFC, lfc' }]);
  });
});

/** A system as `npm run system:record` leaves it. */
function record(name: string, tables: Record<string, string>, versions: Record<string, string> = { R: '4.2.2', limma: '3.54.1' }): string {
  const folder = join(base, name);
  const entries = Object.entries(tables).map(([id, text]) => {
    const path = tablePath(folder, 'limma_diff', id);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, gzipSync(text));
    return [id, { sha256: createHash('sha256').update(text).digest('hex'), rows: 3, types: TYPES }];
  });
  const made: SystemRecord = {
    system: { name, kernel: '6.1', machine: 'x64', node: '20', recordedAt: '2026-01-01' },
    tools: { limma_diff: { version: '1.0.0', versions, headline: '', tables: Object.fromEntries(entries) } },
  };
  writeFileSync(join(folder, RECORD), JSON.stringify(made));
  return folder;
}

describe('two systems', () => {
  const first = record('first', { result: FIRST, more: FIRST });
  const altered = record('altered', { result: FIRST.replace('-0.25', '-0.26'), more: FIRST }, { R: '4.5.0', limma: '3.62.2' });

  it('tell their versions and what differs', () => {
    expect(compareSystems(first, first, [])).toEqual({ versions: [], tables: 2, same: 2, found: [] });
    const { versions, same, found } = compareSystems(first, altered, []);
    expect(versions).toEqual(['R 4.2.2 / 4.5.0', 'limma 3.54.1 / 3.62.2']);
    expect(same).toBe(1);
    expect(found).toMatchObject([{ tool: 'limma_diff', table: 'result', reason: null }]);
  });

  it('are explained by what fits: tool, table, column and size', () => {
    const explained = (more: object) => compareSystems(first, altered, [{ tool: 'limma_diff', reason: 'why', ...more }]).found[0]?.reason;
    expect(explained({})).toBe('why');
    expect(explained({ table: 'result', column: 'logFC', kind: 'cells', upTo: 0.05 })).toBe('why');
    expect(explained({ upTo: 0.01 })).toBeNull();
    expect(explained({ column: 'P.Value' })).toBeNull();
    expect(explained({ table: 'more' })).toBeNull();
    expect(explained({ tool: 'another' })).toBeNull();
  });

  it('miss no table that only one has', () => {
    const fewer = record('fewer', { result: FIRST });
    expect(compareSystems(first, fewer, []).found).toMatchObject([{ table: 'more', text: 'only on the first system' }]);
    expect(compareSystems(fewer, first, []).found).toMatchObject([{ table: 'more', text: 'only on the second system' }]);
  });

  it('are compared by the command, whose status says whether all is explained', () => {
    const command = ['--import', 'tsx', join(import.meta.dirname, '../second-system/compare.ts')];
    expect(execFileSync(process.execPath, [...command, first, first]).toString()).toContain('2 of 2 tables are the same');
    const { status, stdout } = spawnSync(process.execPath, [...command, first, altered]);
    expect(status).toBe(1);
    expect(stdout.toString()).toContain('DIFFERS  limma_diff / result: column logFC: 1 rows');
  });
});
