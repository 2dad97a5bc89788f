import { expect, it } from 'vitest';
import { asCsv } from '../../src/analyses/results/csv.ts';

async function csvOf(text: string, note: string | null = null, size = 1_000_000): Promise<string> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const out: Buffer[] = [];
  for await (const piece of asCsv(pieces(), note)) out.push(piece);
  return Buffer.concat(out).toString();
}

it.each([1, 4, 1_000_000])('puts commas for tabs and quotes where a cell has commas or quotes, in pieces of %d bytes', async (size) => {
  const table = 'source\ttarget\tweight\nTP53\t"a",b\t0.5\n基因\t\t1e-05';
  expect(await csvOf(table, null, size)).toBe('source,target,weight\nTP53,"""a"",b",0.5\n基因,,1e-05\n');
});

it('says what holds of all rows in a last column, so that the first line names the columns', async () => {
  expect(await csvOf('gene\tn\nA\t1\nB\t2\n', '模拟, 数据')).toBe('gene,n,note\nA,1,"模拟, 数据"\nB,2,"模拟, 数据"\n');
});
