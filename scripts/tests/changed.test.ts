import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

type Part = 'all' | string[];
/** Plain Node: `npm test` runs it before any package is there. */
const { allFiles, selectionOf } = (await import(pathToFileURL(join(import.meta.dirname, '../testing/changed.mjs')).href)) as {
  allFiles: () => string[];
  selectionOf: (changed: readonly string[], all: readonly string[]) => Record<'unit' | 'r' | 'e2e', Part>;
};
const all = allFiles();
const select = (...changed: string[]) => selectionOf(changed, all);
const NOTHING = { unit: [], r: [], e2e: [] };
const EVERYTHING = { unit: 'all', r: 'all', e2e: 'all' };
const LIMMA = 'tools/differential/limma-differential';
const testsBelow = (folder: string) => all.filter((path) => path.startsWith(folder) && /\.test\.tsx?$/.test(path));

describe('what a change runs', () => {
  it('of texts about the repository is whether what they name is there', () => {
    const texts = select('README.md', 'docs/adr/README.md', 'CHANGELOG.md');
    expect(texts).toEqual({ ...NOTHING, unit: ['scripts/tests/documents.test.ts', 'scripts/tests/version.test.ts'] });
    expect(select('LICENSE', 'docs/slurm.json')).toEqual(NOTHING);
    expect(select()).toEqual(NOTHING);
  });

  it('of a tool’s numbers is its own R test, the style of R, its figures on paper and in a browser', () => {
    const numbers = select(`${LIMMA}/run.R`, 'tools/digests.json');
    expect(numbers.r).toEqual([`${LIMMA}/run.test.R`, 'lintr'].sort());
    expect(numbers.e2e).toEqual(['e2e/figure-print.spec.ts']);
    const drawn = ['figure-files', 'published-figures'].map((name) => `apps/server/tests/analyses/${name}.test.ts`);
    expect(numbers.unit).toEqual([...drawn, ...testsBelow('tools/')].sort());
    expect(select(`${LIMMA}/run.test.R`)).toEqual({ unit: [], r: [`${LIMMA}/run.test.R`, 'lintr'].sort(), e2e: [] });
  });

  it('of a declaration is besides what goes through all declarations, and their pages', () => {
    const { unit, r, e2e } = select(`${LIMMA}/tool.ts`, 'tools/catalogue.json', 'tools/digests.json');
    expect(r).toEqual([`${LIMMA}/run.test.R`]);
    expect(e2e).toEqual(['e2e/figure-print.spec.ts', 'e2e/first-result.spec.ts', 'e2e/platform.spec.ts']);
    const wanted = ['apps/server/tests/analyses/figure-files.test.ts', 'apps/server/tests/http/authorisation.test.ts'];
    expect(unit).toEqual(expect.arrayContaining([...wanted, ...testsBelow('tools/'), ...testsBelow('apps/web/')]));
    expect(unit).not.toContain('apps/server/tests/accounts/accounts.test.ts');
  });

  it('of the engine is all of R and of the server, and no browser', () => {
    const { unit, r, e2e } = select('engine/zygote.R');
    expect([r, e2e]).toEqual(['all', []]);
    expect(unit).toEqual(expect.arrayContaining(testsBelow('apps/server/')));
    expect(unit).not.toEqual(expect.arrayContaining(testsBelow('apps/web/')));
  });

  it('of the server are the tests that import it, those of whole servers, and the browser', () => {
    const path = 'apps/server/src/platform/queue.ts';
    const { unit, r, e2e } = select(path);
    expect([r, e2e]).toEqual([[], 'all']);
    expect(unit).toEqual(expect.arrayContaining([path, 'apps/server/tests/analyses/failure.test.ts']));
    expect(unit).not.toContain('apps/server/tests/r-engine/engine.test.ts');
  });

  it('of a domain of the server kills nothing, and shows the pages where the domain is seen', () => {
    const path = 'apps/server/src/accounts/service.ts';
    const { unit, e2e } = select(path);
    expect(e2e).toEqual(['e2e/account.spec.ts', 'e2e/platform.spec.ts', 'e2e/shared-result.spec.ts']);
    expect(unit).toEqual(expect.arrayContaining([path, 'apps/server/tests/analyses/conformance-calls.test.ts']));
    for (const killing of ['analyses/failure', 'platform/root', 'platform/full-disk', 'files/kill'])
      expect(unit).not.toContain(`apps/server/tests/${killing}.test.ts`);
    expect(select('apps/server/src/files/service.ts').unit).toContain('apps/server/tests/files/kill.test.ts');
  });

  it('of the browser’s code are its tests and the browser', () => {
    const { unit, r, e2e } = select('apps/web/src/app/routes.tsx');
    expect([r, e2e]).toEqual([[], 'all']);
    expect(unit).toEqual(expect.arrayContaining(testsBelow('apps/web/')));
    const figures = select('apps/web/src/charts/card.tsx').e2e;
    expect(figures).toContain('e2e/figure-editor.spec.ts');
    expect(figures).not.toContain('e2e/account.spec.ts');
  });

  it('names only specs that are there', () => {
    const folders = ['apps/web/src', 'apps/server/src'].flatMap((at) =>
      readdirSync(join(import.meta.dirname, '../..', at)).map((name) => `${at}/${name}/x.ts`),
    );
    const named = new Set(folders.flatMap((path) => select(path).e2e));
    named.delete('all');
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((spec) => !all.includes(spec))).toEqual([]);
    expect(folders.filter((path) => select(path).e2e.length === 0)).toEqual([]);
  });

  it('of a test is that test', () => {
    expect(select('e2e/cohorts.spec.ts')).toEqual({ ...NOTHING, e2e: ['e2e/cohorts.spec.ts'] });
    const test = 'apps/server/tests/billing/cards.test.ts';
    expect(select(test)).toEqual({ ...NOTHING, unit: [test] });
    expect(select(`${LIMMA}/run.test.R`).r).toContain(`${LIMMA}/run.test.R`);
    expect(select('e2e/support/page.ts').e2e).toBe('all');
  });

  it('of what everything stands on, or of what no rule knows, is everything', () => {
    for (const path of ['package-lock.json', 'vitest.config.ts', 'a-new-folder/file.ts'])
      expect([path, select(path)]).toEqual([path, EVERYTHING]);
  });

  it('names no file that is gone', () => {
    const gone = ['apps/server/src/gone.ts', 'apps/server/tests/gone.test.ts', 'e2e/gone.spec.ts', 'tools/a/gone/run.R', 'engine/R/gone.R'];
    const { unit } = select(...gone);
    expect(Array.isArray(unit) && unit.filter((path) => !all.includes(path))).toEqual([]);
    expect(select('e2e/gone.spec.ts')).toEqual(NOTHING);
  });

  it('knows every test that runs a server in a process of its own', () => {
    const withProcess = testsBelow('apps/server/').filter((path) =>
      /ServerProcess\.start|sharedServer\(/.test(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')),
    );
    expect(withProcess.length).toBeGreaterThan(5);
    expect(select('apps/server/src/main.ts').unit).toEqual(expect.arrayContaining(withProcess));
  });
});
