import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What a file exports is read by another one: else it is the file's own, or nobody's. */

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.template'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '');
const EXPORTED = /^export (?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm;
/** Drizzle's own program reads the tables. */
const READ_BY_PROGRAM = /\/tables\.ts$/;

it('no file exports what no other file names', () => {
  const texts = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const readers = new Map<string, number>();
  for (const text of texts.values()) for (const word of new Set(text.match(/\w+/g))) readers.set(word, (readers.get(word) ?? 0) + 1);
  const unread = [...texts].flatMap(([path, text]) =>
    READ_BY_PROGRAM.test(path)
      ? []
      : [...text.matchAll(EXPORTED)].filter(([, name = '']) => readers.get(name) === 1).map(([, name]) => `${path}: ${name}`),
  );
  expect(unread).toEqual([]);
});
