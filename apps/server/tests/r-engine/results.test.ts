import { execFileSync } from 'node:child_process';
import { chownSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { splitLines } from '../../src/r-engine/lines.ts';
import { ForeignResult, hasResult, readResult, readTail, streamResult } from '../../src/r-engine/results.ts';

const base = mkdtempSync(join(tmpdir(), 'oncoloom-results-'));
const secret = join(base, 'secret');
writeFileSync(secret, 'the signing key');
afterAll(() => rmSync(base, { recursive: true, force: true }));

let folder: string;
let folders = 0;
beforeEach(() => {
  folders += 1;
  folder = join(base, `job-${folders}`);
  mkdirSync(join(folder, 'tables'), { recursive: true });
});

const root = process.getuid?.() === 0;

describe('a result', () => {
  it('is read as text, as bytes, and from its end', async () => {
    writeFileSync(join(folder, 'tables/fit.tsv'), 'gene\nTP53\n');
    expect(await readResult(folder, 'tables/fit.tsv')).toBe('gene\nTP53\n');
    expect((await buffer(await streamResult(folder, 'tables/fit.tsv'))).toString()).toBe('gene\nTP53\n');
    expect(await readTail(folder, 'tables/fit.tsv', 5)).toBe('TP53\n');
    expect(await hasResult(folder, 'tables/fit.tsv')).toBe(true);
    expect(await hasResult(folder, 'tables/none.tsv')).toBe(false);
    expect(await hasResult(folder, 'none/fit.tsv')).toBe(false);
    expect(await readTail(folder, 'none', 5)).toBe('');
  });

  const foreign: [string, () => void][] = [
    ['a symbolic link', () => symlinkSync(secret, join(folder, 'tables/fit.tsv'))],
    ['a symbolic link into its own folder', () => symlinkSync('../request.json', join(folder, 'tables/fit.tsv'))],
    [
      'a file behind a linked folder',
      () => {
        rmSync(join(folder, 'tables'), { recursive: true });
        mkdirSync(join(base, `elsewhere-${folders}`));
        writeFileSync(join(base, `elsewhere-${folders}`, 'fit.tsv'), 'the signing key');
        symlinkSync(join(base, `elsewhere-${folders}`), join(folder, 'tables'));
      },
    ],
    ['a hard link to another file', () => linkSync(secret, join(folder, 'tables/fit.tsv'))],
    ['a pipe', () => execFileSync('mkfifo', [join(folder, 'tables/fit.tsv')])],
    ['a folder', () => mkdirSync(join(folder, 'tables/fit.tsv'))],
    ['a socket', () => createServer().listen(join(folder, 'tables/fit.tsv')).unref()],
    ...(root
      ? ([
          ['a device', () => execFileSync('mknod', [join(folder, 'tables/fit.tsv'), 'c', '1', '5'])],
          [
            'a file of another user',
            () => {
              writeFileSync(join(folder, 'tables/fit.tsv'), 'x');
              chownSync(join(folder, 'tables/fit.tsv'), 65_534, 65_534);
            },
          ],
        ] as [string, () => void][])
      : []),
  ];
  it.each(foreign)('is refused where it is %s', async (_, make) => {
    make();
    for (const read of [readResult, streamResult, hasResult]) await expect(read(folder, 'tables/fit.tsv')).rejects.toThrow(ForeignResult);
    expect(await readTail(folder, 'tables/fit.tsv', 100)).toBe('');
  });

  it.each(['../secret', '/etc/passwd', 'tables/../../secret', 'tables//fit.tsv', './fit.tsv', '', 'fit.tsv\0'])(
    'is refused by the name %j',
    async (name) => {
      await expect(readResult(folder, name)).rejects.toThrow(ForeignResult);
    },
  );

  it('is refused as text where it is larger than any text', async () => {
    writeFileSync(join(folder, 'manifest.json'), '{}');
    truncateSync(join(folder, 'manifest.json'), 65 * 1024 ** 2);
    await expect(readResult(folder, 'manifest.json')).rejects.toThrow(ForeignResult);
  });
});

describe('lines of a child', () => {
  it('are heard again after one that does not end, which is not kept', () => {
    const heard: string[] = [];
    const take = splitLines((line) => heard.push(line));
    take(Buffer.from('first\nsec'));
    take(Buffer.from('ond\n'));
    for (let i = 0; i < 40; i += 1) take(Buffer.alloc(1 << 16, 'x'));
    take(Buffer.from('the end of it\nthird\n'));
    expect(heard).toEqual(['first', 'second', 'third']);
  });
});
