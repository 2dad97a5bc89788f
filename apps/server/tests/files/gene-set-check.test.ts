import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LINE_BYTES, SETS_MAX } from '../../src/files/intake/gene-set-check.ts';
import { guardText } from '../../src/files/intake/guard.ts';
import { guardLimits } from '../../src/files/intake/limits.ts';
import { growsFaster } from '../doubling/growth.ts';

const limits = guardLimits('pay');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gene-sets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* pieces(bytes: Buffer, step: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += step) yield Buffer.from(bytes.subarray(at, at + step));
}

async function guarded(content: Buffer | string, step = 65_536, cells = limits.cells): Promise<string> {
  const target = join(folder, 'text');
  await guardText(pieces(Buffer.from(content), step), target, { ...limits, cells }, { kind: 'gene sets' });
  return readFile(target, 'utf8');
}

const refusal = (...given: Parameters<typeof guarded>) => guarded(...given).catch((error: unknown) => error);

/** A set in a line of so many bytes. */
const lineOf = (bytes: number) => `SET\t\t${'A'.repeat(bytes - 5)}`;
const TOO_LONG = { code: 'line_too_long', message: expect.stringMatching(/^第 2 行超过 3\.8 MB.*请检查换行符/) };

describe('gene sets', () => {
  it.each([1, 7, 65_536])('are read alike in pieces of %i bytes', async (step) => {
    expect(await guarded('A\tabout\tTP53\tEGFR\n\nB\t\tMYC', step)).toBe('A\tabout\tTP53\tEGFR\nB\t\tMYC\n');
  });

  it.each([1_000_000, 20_000_000])('of too long a line are refused, in pieces of %i bytes', async (step) => {
    const first = 'A\t\tTP53\n';
    expect(await guarded(`${first}${lineOf(LINE_BYTES)}\n`, step)).toHaveLength(first.length + LINE_BYTES + 1);
    expect(await refusal(`${first}${lineOf(LINE_BYTES + 1)}\n`, step)).toMatchObject(TOO_LONG);
    expect(await refusal(`${first}${lineOf(LINE_BYTES + 1)}`, step)).toMatchObject(TOO_LONG);
  });

  it.each([
    ['a gene', `A\t\tB\nSET\t\t${'A'.repeat(12_000_000)}`],
    ['genes', `A\t\tB\nSET${'\tTP53'.repeat(2_400_000)}`],
    ['tabs', `A\t\tB\n${'\t'.repeat(12_000_000)}`],
  ])('packed into one line of %s are refused before they are unpacked', async (_, text) => {
    const bomb = gzipSync(text);
    expect(bomb.length).toBeLessThan(60_000);
    expect(await refusal(bomb)).toMatchObject(TOO_LONG);
  });

  it('are refused where they are too many, with the limit', async () => {
    expect(await refusal('A\t\tB\n'.repeat(SETS_MAX + 1))).toMatchObject({
      code: 'too_many_rows',
      message: expect.stringContaining('100,000'),
    });
    const cells = { code: 'too_many_cells', message: expect.stringMatching(/超过 10 格。请拆成几个文件/) };
    expect(await refusal('A\t\tB\tC\tD\n'.repeat(3), 65_536, 10)).toMatchObject(cells);
  });

  it('of a line twice as long are read in twice the time, in small pieces', async () => {
    expect(await growsFaster((size) => guarded(lineOf(size), 16), 200_000)).toBeUndefined();
  });

  it('have the same limits in the engine', () => {
    const source = readFileSync(join(import.meta.dirname, '../../../../engine/src/gmt.cpp'), 'utf8');
    const limit = (name: string) => Number(new RegExp(`\\b${name} = ([\\d']+)`).exec(source)?.[1]?.replaceAll("'", ''));
    expect([limit('LINE_BYTES'), limit('SETS_MAX'), limit('CELLS_MAX')]).toEqual([LINE_BYTES, SETS_MAX, limits.cells]);
  });
});
