import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classTable } from '../../src/files/intake/class-labels.ts';
import { guardText } from '../../src/files/intake/guard.ts';
import { guardLimits } from '../../src/files/intake/limits.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cls-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function guard(bytes: Buffer, step: number) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += step) yield Buffer.from(bytes.subarray(at, at + step));
  }
  const guarded = await guardText(pieces(), join(folder, 'text'), guardLimits('new'), { kind: 'table' });
  return { ...guarded, text: await readFile(join(folder, 'text'), 'utf8') };
}

const TABLE = 'sample\tgroup\n1\tMUT\n2\tMUT\n3\tWT\n4\tWT\n5\tMUT\n';

describe('a CLS file of GSEA', () => {
  it.each([
    ['5 2 1\n# MUT WT\n0 0 1 1 0\n'],
    ['5 2 1\n# MUT WT\n1 1 0 0 1\n'],
    ['5\t2\t1\n#MUT\tWT\nMUT\tMUT\tWT\tWT\tMUT'],
    ['5 2 1 \r\n# MUT WT \r\n0 0 1 1 0 \r\n'],
  ])('becomes a table of groups: %j', async (text) => {
    for (const step of [3, 1000]) {
      const guarded = await guard(Buffer.from(text), step);
      expect(guarded.text).toBe(TABLE);
      expect(guarded.verbatim).toBe(false);
      expect(guarded.findings.map(({ code }) => code)).toContain('class_labels');
    }
    expect((await guard(gzipSync(text), 1000)).text).toBe(TABLE);
  });

  it.each([
    ['of a number of labels that it does not say', '6 2 1\n# MUT WT\n0 0 1 1 0\n'],
    ['of more codes than classes', '5 2 1\n# MUT WT\n0 2 1 1 0\n'],
    ['of something measured', '#numeric\n#score\n1.5 2.5 3.5\n'],
    ['a table', 'gene\tS1\nTP53\t1\n'],
  ])('is not one %s', (_, text) => {
    expect(classTable(text)).toBeUndefined();
  });

  it('leaves other texts as they came', async () => {
    const text = `gene\tS1\tS2\n${Array.from({ length: 2000 }, (_, i) => `G${i}\t${i}\t2\n`).join('')}`;
    expect(await guard(Buffer.from(text), 7000)).toMatchObject({ text, verbatim: true, findings: [] });
  });
});
