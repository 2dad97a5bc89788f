import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToldTable } from '@oncoloom/tool-kit';
import { afterAll, expect, it } from 'vitest';
import { readTables } from '../../src/drawing/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-sources-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const declared = (type: 'text' | 'number'): ToldTable => ({ title: '', role: 'figure', columns: [{ name: 'n', type, title: '' }] });

it('reads a table once for all files that are drawn from it, and again where it is another one', async () => {
  const path = join(folder, 'table.tsv');
  writeFileSync(path, 'n\n1\n2\n');
  const read = async (type: 'text' | 'number' = 'number') => (await readTables({ points: { path, declaration: declared(type) } })).points;
  const first = await read();
  expect(first?.columns.n).toEqual(Float64Array.of(1, 2));
  expect(await read()).toBe(first);
  expect((await read('text'))?.columns.n).toEqual(['1', '2']);
  writeFileSync(path, 'n\n1\n2\n3\n');
  expect((await read())?.columns.n).toEqual(Float64Array.of(1, 2, 3));
});
