import { expect, it } from 'vitest';
import { withoutFormulas } from '../../src/analyses/results/sheet-text.ts';

async function treated(text: string, size = 1_000_000): Promise<string> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const out: Buffer[] = [];
  for await (const piece of withoutFormulas(pieces())) out.push(piece);
  return Buffer.concat(out).toString();
}

it.each([1, 3, 1_000_000])('makes texts of cells that begin like formulas, in pieces of %d bytes', async (size) => {
  const table = 'gene\tnote\n=1+1\tx\n-AS1\t=cmd|\'/C calc\'!A0\n+HYPERLINK("a")\t@SUM(A1)\nTP53\t基因=1\n=最后';
  expect(await treated(table, size)).toBe(
    "gene\tnote\n'=1+1\tx\n'-AS1\t'=cmd|'/C calc'!A0\n'+HYPERLINK(\"a\")\t'@SUM(A1)\nTP53\t基因=1\n'=最后",
  );
});

it('leaves every byte of any other table', async () => {
  const table = 'gene\tlogFC\tP.Value\tstrand\nTP53\t-1.25\t+3e-300\t-\nHLA-A\t-.5\t-1E+05\t+\n样本\t-Inf\t\t\nA=B\t1-2\ta@b\t0\n';
  expect(await treated(table)).toBe(table);
});
