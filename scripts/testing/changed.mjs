/** What of the tests a change touches: `npm test -- changed`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../setup/places.mjs';

/**
 * `all`, or files: for `unit` tests and sources whose tests are wanted, for `r` files of tests and `lintr`, for `e2e` specs.
 * @typedef {{ unit: 'all' | string[]; r: 'all' | string[]; e2e: 'all' | string[] }} Selection
 */

/** @param {string[]} args @returns {string[] | undefined} The lines that git answers, undefined where it refuses. */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotePath=false', ...args], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}

/** Files that differ from where this branch left main, on main itself from the last commit; uncommitted and new ones included. */
export function changedFiles() {
  const main = ['main', 'origin/main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== undefined);
  const [base = 'HEAD'] = (main && git('merge-base', main, 'HEAD')) || [];
  const changed = git('diff', '--name-only', '--no-renames', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === undefined || added === undefined) throw new Error('`npm test -- changed` asks git what has changed: this is no clone');
  return [...new Set([...changed, ...added])];
}

/** Every file of the repository that git knows or could know. */
export function allFiles() {
  return git('ls-files', '--cached', '--others', '--exclude-standard') ?? [];
}

const UNIT_TEST = /\.test\.tsx?$/;
/** They run a server of its own process: what it is made of they do not import. */
const WITH_PROCESS = [
  'apps/server/tests/analyses/bad-input.test.ts',
  'apps/server/tests/analyses/brought-files.test.ts',
  'apps/server/tests/analyses/conformance-calls.test.ts',
  'apps/server/tests/analyses/conformance.test.ts',
  'apps/server/tests/analyses/failure.test.ts',
  'apps/server/tests/analyses/figure-files.test.ts',
  'apps/server/tests/analyses/form-checks.test.ts',
  'apps/server/tests/analyses/preview.test.ts',
  'apps/server/tests/analyses/lists.test.ts',
  'apps/server/tests/analyses/published-figures.test.ts',
  'apps/server/tests/analyses/robustness.test.ts',
  'apps/server/tests/backup/fail-over.test.ts',
  'apps/server/tests/backup/under-load.test.ts',
  'apps/server/tests/billing/repetition-run.test.ts',
  'apps/server/tests/files/kill.test.ts',
  'apps/server/tests/files/saving.test.ts',
  'apps/server/tests/machines/disturbed.test.ts',
  'apps/server/tests/machines/slurm.test.ts',
  'apps/server/tests/platform/full-disk.test.ts',
  'apps/server/tests/platform/many-processes.test.ts',
  'apps/server/tests/platform/root.test.ts',
  'apps/server/tests/projects/paper/paper.test.ts',
  'apps/server/tests/releases/worker.test.ts',
  'apps/server/tests/storage/server-on-s3.test.ts',
];
/** A program that tests start, or a route that they call, has the declarations where they do not. */
const BY_PROGRAM = ['apps/server/tests/analyses/published-figures.test.ts', 'apps/server/tests/http/authorisation.test.ts'];
const HAS_CATALOGUE = /from '@oncoloom\/tools(\/\w+)?'|tools\/catalogue\.json/;

/**
 * Tests that go through all declarations: those that read the catalogue, by themselves or by a helper beside them.
 * @param {readonly string[]} all Every file of the repository.
 */
export function withEveryTool(all) {
  const ofTests = all.filter((path) => /(^|\/)tests\/.*\.tsx?$/.test(path));
  const texts = new Map(ofTests.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const helpers = ofTests.filter((path) => !UNIT_TEST.test(path) && HAS_CATALOGUE.test(texts.get(path) ?? ''));
  const reads = (/** @type {string} */ text) => HAS_CATALOGUE.test(text) || helpers.some((path) => text.includes(`/${basename(path)}'`));
  return [...BY_PROGRAM, ...ofTests.filter((path) => UNIT_TEST.test(path) && reads(texts.get(path) ?? ''))];
}

/** The specs that go where a domain is seen, of the browser's code and of the server's alike. What is seen everywhere has all of them. */
const SPECS = {
  accounts: ['account', 'platform', 'shared-result'],
  admin: ['account', 'platform'],
  billing: ['account', 'cohorts', 'platform'],
  charts: ['every-kind', 'figure-editor', 'figure-print', 'figure-stage', 'first-result'],
  'chip-platforms': ['account', 'figure-print', 'platform'],
  cohorts: ['cohorts', 'figure-print', 'platform'],
  'data-download': ['cohorts', 'platform'],
  drawing: ['every-kind', 'figure-board', 'figure-editor', 'figure-print', 'first-result'],
  'figure-boards': ['figure-board', 'platform'],
  files: ['account', 'file-manager', 'first-result', 'platform'],
  'gene-sets': ['platform'],
  genes: ['cohorts', 'platform'],
  home: ['first-load', 'platform', 'quick-start'],
  'more-features': ['platform'],
  profile: ['account', 'platform'],
  'quick-start': ['platform', 'quick-start'],
  referral: ['platform'],
  search: ['cohorts', 'platform'],
  'shared-result': ['platform', 'shared-result'],
  terms: ['platform'],
  upgrade: ['account', 'platform'],
};
const domainSpecs = (/** @type {keyof typeof SPECS} */ domain) => SPECS[domain].map((name) => `e2e/${name}.spec.ts`);
const domains = Object.keys(SPECS).join('|');
/** They run tools, or show what a declaration says. */
const TOOL_SPECS = ['first-result', 'figure-print', 'platform'].map((name) => `e2e/${name}.spec.ts`);
/** Of whole servers those that kill or fill something: only what computes, keeps or starts is in question in them. */
const WITH_SHARED_SERVER = WITH_PROCESS.filter((path) => /analyses\/(?!failure)|billing\/|projects\/|saving/.test(path));

/**
 * What to run for changes below a folder; the first that fits counts. `tests`: folders whose tests all run, or single tests; `related`: also the
 * tests that import the changed file; `everyTool`: also those that go through all declarations; `tool`: also the R test beside it; `e2e`: all specs, or those of the domain that the path names, or a list.
 * @type {{ at: RegExp; tests?: string[]; related?: boolean; everyTool?: boolean; r?: boolean; tool?: boolean; e2e?: 'all' | 'domain' | string[] }[]}
 */
const RULES = [
  { at: /^docs\/(grafana\.json|alerts\.yml)$/, tests: ['apps/server/tests/http/metrics.test.ts'] },
  { at: /^(docs\/.*|[^/]+)\.md$/, tests: ['scripts/tests/documents.test.ts', 'scripts/tests/version.test.ts'] },
  { at: /^(docs\/|LICENSE|biome\.json|\.gitignore|Dockerfile|\.dockerignore|bench\/)/ },
  {
    at: /^(deploy\/|compose\.yaml$)/,
    tests: ['apps/server/tests/platform/deployment', 'apps/server/tests/platform/many-processes', 'scripts/tests/version.test.ts'],
  },
  { at: /^e2e\/[^/]+\.spec\.ts$/ },
  { at: /^e2e\//, e2e: 'all' },
  { at: /\.test\.tsx?$/, related: true },
  { at: /^engine\//, tests: ['apps/server/', 'scripts/tests/new-tool.test.ts'], r: true },
  { at: /^reference\//, tests: ['apps/server/'], r: true },
  { at: /^tools\/[^/]+\/[^/]+\/run\.test\.R$/, tool: true },
  // Its numbers: what it declares is as it was.
  {
    at: /^tools\/[^/]+\/[^/]+\/(run\.R|example\/)/,
    tests: ['tools/', 'apps/server/tests/analyses/figure-files.test.ts', 'apps/server/tests/analyses/published-figures.test.ts'],
    tool: true,
    e2e: ['e2e/figure-print.spec.ts'],
  },
  { at: /^tools\/[^/]+\/[^/]+\/[^/]+\.md$/, tests: ['tools/', 'apps/web/'], tool: true },
  { at: /^tools\/[^/]+\/[^/]+\//, tests: ['tools/', 'apps/web/'], everyTool: true, tool: true, e2e: TOOL_SPECS },
  { at: /^tools\/(tests\/|digests\.json$)/, tests: ['tools/'] },
  { at: /^tools\/.*\.R$/, r: true },
  // Views of the declarations.
  { at: /^tools\//, tests: ['tools/', 'apps/web/'], everyTool: true, e2e: TOOL_SPECS },
  {
    at: /^packages\/(contract|tool-kit)\//,
    tests: ['packages/', 'tools/', 'apps/web/', 'scripts/', ...WITH_PROCESS],
    related: true,
    e2e: 'all',
  },
  { at: /^packages\/figures\//, tests: ['packages/figures/', 'tools/', 'apps/web/', ...WITH_PROCESS], related: true, e2e: 'all' },
  { at: /^apps\/server\/(migrations\/|package\.json)/, tests: ['apps/server/'], e2e: 'all' },
  { at: /^apps\/server\/src\/files\//, tests: WITH_PROCESS, related: true, e2e: 'domain' },
  { at: new RegExp(`^apps/server/src/(${domains})/`), tests: WITH_SHARED_SERVER, related: true, e2e: 'domain' },
  { at: /^apps\/server\/src\//, tests: WITH_PROCESS, related: true, e2e: 'all' },
  { at: /^apps\/server\/tests\/support\//, tests: WITH_PROCESS, related: true },
  { at: /^apps\/server\/tests\/releases\/made\//, tests: ['apps/server/tests/releases/upgrade.test.ts'] },
  { at: /^apps\/server\/tests\//, related: true },
  {
    at: new RegExp(`^apps/web/src/(${domains})/`),
    tests: ['apps/web/', 'apps/server/tests/conformance/'],
    e2e: 'domain',
  },
  { at: /^apps\/web\/tests\//, tests: ['apps/web/'] },
  { at: /^apps\/web\//, tests: ['apps/web/', 'apps/server/tests/conformance/'], e2e: 'all' },
  { at: /^scripts\/testing\/r-tests\.R$/, r: true },
  { at: /^scripts\/setup\//, tests: ['scripts/'], r: true, e2e: 'all' },
  { at: /^scripts\//, tests: ['scripts/'], related: true },
];

/**
 * What to run for some changed files. A file that no rule knows, such as a lock file or a configuration, runs everything.
 * @param {readonly string[]} changed Paths in the repository; deleted ones, too.
 * @param {readonly string[]} all Every file of the repository.
 * @returns {Selection}
 */
export function selectionOf(changed, all) {
  /** @type {Selection} */
  const everything = { unit: 'all', r: 'all', e2e: 'all' };
  const present = new Set(all);
  const unit = new Set();
  const r = new Set();
  const e2e = new Set();
  for (const path of changed) {
    const rule = RULES.find(({ at }) => at.test(path));
    if (rule === undefined) return everything;
    for (const wanted of rule.tests ?? []) for (const file of all) if (UNIT_TEST.test(file) && file.startsWith(wanted)) unit.add(file);
    if (rule.related && present.has(path)) unit.add(path);
    if (rule.everyTool) for (const file of withEveryTool(all)) unit.add(file);
    if (rule.r) r.add('all');
    if (path.endsWith('.R')) r.add('lintr');
    const own = rule.tool ? `${path.split('/').slice(0, 3).join('/')}/run.test.R` : '';
    if (present.has(own)) r.add(own);
    const specs = rule.e2e === 'domain' ? domainSpecs(/** @type {keyof typeof SPECS} */ (path.split('/')[3])) : rule.e2e;
    for (const spec of specs === 'all' ? ['all'] : (specs ?? [])) e2e.add(spec);
    if (path.endsWith('.spec.ts') && present.has(path)) e2e.add(path);
  }
  const listed = (/** @type {Set<string>} */ set) => (set.has('all') ? 'all' : [...set].sort());
  return { unit: listed(unit), r: listed(r), e2e: listed(e2e) };
}
