import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardText } from '../../src/files/intake/guard.ts';
import { guardLimits } from '../../src/files/intake/limits.ts';
import { FileRefused } from '../../src/files/intake/refusal.ts';
import { checkSheet } from '../../src/files/intake/sheet-extent.ts';
import { growsFaster, LONG_TEXTS } from './growth.ts';

const CHUNK_BYTES = 256 * 1024;
const limits = guardLimits('pay');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubling-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield Buffer.from(bytes.subarray(at, at + CHUNK_BYTES));
}

/** What is refused is read as well, up to there. */
async function untilRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof FileRefused)) throw error;
  });
}

const guarded = (kind: 'table' | 'gene sets') => (text: string) =>
  untilRefused(guardText(chunksOf(Buffer.from(text)), join(folder, 'text'), limits, { kind }));
const packed = (text: string) => untilRefused(guardText(chunksOf(gzipSync(text)), join(folder, 'text'), limits, { kind: 'table' }));
const sheet = (text: string) => untilRefused(checkSheet(chunksOf(Buffer.from(text))));

const table = (cell: string, separator: string) =>
  [
    ['gene', 'S1', 'S2'],
    ['TP53', cell, '2'],
    ['EGFR', '3', '4,5'],
    ['MYC', cell, '1'],
  ]
    .map((row) => row.join(separator))
    .join('\n');

/** Where a long text may stand, by what reads it. */
const PLACES: readonly (readonly [name: string, read: (text: string) => Promise<void>])[] = [
  ['a text', guarded('table')],
  ['a packed text', packed],
  ['a cell between tabs', (text) => guarded('table')(table(text, '\t'))],
  ['a cell between blanks', (text) => guarded('table')(table(text, ' '))],
  ['a cell between semicolons', (text) => guarded('table')(table(text, ';'))],
  ['a quoted cell', (text) => guarded('table')(table(`"${text}"`, ','))],
  ['a line behind the table', (text) => guarded('table')(`${table('1', '  ')}\n${text}\nA  1  2`)],
  ['a comment', (text) => guarded('table')(`# ${text}\n${table('1', ',')}`)],
  ['a title', (text) => guarded('table')(`${text}\n\n${table('1', ',')}`)],
  ['a head of GEO', (text) => guarded('table')(`!Series_title\t"${text}"\n!series_matrix_table_begin\n${table('1', '\t')}`)],
  ['classes of samples', (text) => guarded('table')(`9 2 1\n# ${text}\n${text}`)],
  ['a gene set', (text) => guarded('gene sets')(`SET\t${text}\tTP53`)],
  ['a sheet', sheet],
  ['a tag of a sheet', (text) => sheet(`<sheetData><row r="1"><c ${text}`)],
  ['another tag of a sheet', (text) => sheet(`<x ${text}`)],
  ['a cell of a sheet', (text) => sheet(`<row r="1"><c r="A1"><v>${text}</v></c></row>`)],
];

describe.each(PLACES)('%s twice as long is read in twice the time', (_, read) => {
  it.each(LONG_TEXTS)('of $name', async ({ text }) => {
    for (const size of [20_000, 500_000]) expect(await growsFaster((signs) => read(text(signs)), size)).toBeUndefined();
  });
});

it.each(['<x ', '<v>', '<row><c><v>'])('what follows %s in a sheet is passed by in twice the time for twice as much', async (tag) => {
  expect(await growsFaster((signs) => sheet(`${tag}${' '.repeat(signs)}`), 16_000_000)).toBeUndefined();
});

/** Distinct names, `n` of them. */
const names = (n: number): string[] => Array.from({ length: n }, (_, i) => `N${i}`);

describe('twice as many are read in twice the time', () => {
  it.each<[string, (n: number) => Promise<void>]>([
    [
      'rows',
      (n) =>
        guarded('table')(
          `gene\tS1\n${names(n)
            .map((name) => `${name}\t1.5\n`)
            .join('')}`,
        ),
    ],
    ['columns', (n) => guarded('table')(`gene,${names(n).join()}\nTP53${',1'.repeat(n)}\n`)],
    [
      'gene sets',
      (n) =>
        guarded('gene sets')(
          names(n)
            .map((name) => `${name}\t\tTP53\n`)
            .join(''),
        ),
    ],
    ['genes of a set', (n) => guarded('gene sets')(`SET\t\t${names(n).join('\t')}\n`)],
    [
      'classes of samples',
      (n) =>
        guarded('table')(
          `${n} ${n} 1\n# ${names(n).join(' ')}\n${names(n)
            .map((_, i) => i)
            .join(' ')}`,
        ),
    ],
    [
      'cells of a sheet',
      (n) =>
        sheet(
          names(n)
            .map((_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)
            .join(''),
        ),
    ],
  ])('%s', async (_, read) => {
    for (const n of [8_000, 80_000]) expect(await growsFaster(read, n)).toBeUndefined();
  });
});

it('what takes four times as long for twice as much is told', async () => {
  const pairs = (n: number) => {
    let sum = 0;
    for (let i = 0; i < n; i += 1) for (let j = 0; j < n; j += 1) sum = (sum + i * j) % 65_521;
    return sum;
  };
  expect(await growsFaster(pairs, 5_000)).toMatch(/^\d+ ms for 5000, \d+ ms for 10000, \d+ ms for 20000$/);
});
