import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The version of the program stands in many files; that of package.json is meant. */

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const manifests = execFileSync('git', ['ls-files', '*/package.json'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

it.each(manifests)('%s has the version of the program, and asks for it of the other packages', (path) => {
  const { version: own, dependencies = {} } = JSON.parse(read(path)) as { version: string; dependencies?: Record<string, string> };
  const asked = Object.entries(dependencies).filter(([name]) => name.startsWith('@oncoloom/'));
  expect([own, ...asked.map(([, wanted]) => wanted)].filter((other) => other !== version)).toEqual([]);
});

it('is that of the image, and of the first release in the changelog', () => {
  expect(/newTag: "(.*)"/.exec(read('deploy/kubernetes/kustomization.yaml'))?.[1]).toBe(version);
  expect([...read('docs/many-machines.md').matchAll(/oncoloom:(\d[\w.]*)/g)].map(([, tag]) => tag)).toEqual([version, version]);
  expect(/^## (\d\S*)/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});
