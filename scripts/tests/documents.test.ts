import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

/** What documents say of the repository. */

const root = join(import.meta.dirname, '..', '..');
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '');
const documents = files.filter((path) => path.endsWith('.md') && !/^(tools|CHANGELOG)/.test(path));
/** Files and all folders that hold one. */
const present = new Set(files.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'))));
const roots = [...new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))];
/** A path from the root as documents write it: `engine/R/runtime/run.R`. */
const PATH = new RegExp(`^(${roots.join('|')})/[\\w./-]+$`);
/** Made by the set-up or by a build. */
const MADE = /^(apps\/(web|server)\/dist|engine\/build|reference\/(genes|gene-sets|cohorts|signatures|platforms))\b/;

it.each(documents)('paths that %s names are there', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path.replace(/\/$/, '')).filter((path) => PATH.test(path));
  const linked = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].map(([, path = '']) => normalize(join(dirname(document), path)));
  const paths = [...named, ...linked.map((path) => path.replace(/\/$/, ''))];
  expect(paths.filter((path) => !present.has(path) && !MADE.test(path))).toEqual([]);
});
