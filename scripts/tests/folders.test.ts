import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Plain Node: `npm test` runs it before any package is there. */
const { allFiles } = (await import(pathToFileURL(join(root, 'scripts/testing/changed.mjs')).href)) as { allFiles: () => string[] };

/** A folder is meant to have some 25; a few more are no reason to move files. */
const MOST_FILES = 30;
/** Folders whose files are all of one sort. */
const OF_ONE_SORT =
  /^(docs\/|apps\/server\/migrations|(.*\/)?tests(\/|$)|packages\/tool-kit\/src\/kinds$|apps\/web\/src\/tool-page\/fields$)/;

it('no folder has more files than one finds a name in', () => {
  const counts = new Map<string, number>();
  for (const folder of allFiles().map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  expect([...counts].filter(([folder, count]) => count > MOST_FILES && !OF_ONE_SORT.test(folder))).toEqual([]);
});

interface Override {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } } } };
}

/** Names of a pattern: `a/{b,c}/**` is of b and c. */
const namesOf = (pattern = '') => /([\w,-]+)\}?\/\*\*$/.exec(pattern)?.[1]?.split(',') ?? [];

it('each layer of the browser’s code is refused its own folders and all above, and each folder is in one', () => {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as { overrides: Override[] };
  const layers = overrides
    .filter(({ includes }) => includes[0]?.startsWith('apps/web/src/'))
    .map(({ includes, linter }) => ({
      folders: namesOf(includes[0]),
      refused: namesOf(linter.rules.style?.noRestrictedImports?.options.patterns[0]?.group.at(-1)),
    }));
  const there = readdirSync(join(root, 'apps/web/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(layers.flatMap(({ folders }) => folders).sort()).toEqual(there.map(({ name }) => name).sort());
  for (const [i, { refused }] of layers.entries()) expect(refused).toEqual(layers.slice(i).flatMap(({ folders }) => folders));
});
