import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parserVersion } from '../../src/files/reading/parser.ts';
import { ROOT } from '../../src/platform/root.ts';

const R_FOLDERS = ['cohorts', 'genes', 'parse', 'runtime', 'statistics'] as const;

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'oncoloom-parser-'));
  for (const folder of ['apps/server/src/files/intake', 'engine/R']) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

const textsOf = (folder: string) => {
  const path = join(ROOT, 'engine/R', folder);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.R'));
  return names.map((name) => readFileSync(join(path, name), 'utf8'));
};

it('is the same for the same sources, wherever they lie', () => {
  expect(parserVersion(copy)).toBe(parserVersion());
});

it.each(['engine/R/parse/text.R', 'engine/R/parse/detect.R', 'engine/R/runtime/inputs.R', 'apps/server/src/files/intake/line-check.ts'])(
  'is another one when %s changes',
  (path) => {
    const before = parserVersion(copy);
    appendFileSync(join(copy, path), '\n');
    expect(parserVersion(copy)).not.toBe(before);
  },
);

it('leaves out no folder of R that the parser calls', () => {
  const defined = (folder: string) =>
    textsOf(folder).flatMap((text) => [...text.matchAll(/^([A-Za-z_.][\w.]*) <- function/gm)].map(([, name]) => name));
  const called = new Set(
    textsOf('parse').flatMap((text) =>
      [...text.replace(/#.*$/gm, '').matchAll(/(?<![\w.:$])([A-Za-z_.][\w.]*)\(/g)].map(([, name]) => name),
    ),
  );
  const needed = R_FOLDERS.filter((folder) => defined(folder).some((name) => called.has(name)));
  expect(needed).toEqual(['genes', 'parse', 'runtime']);
});
