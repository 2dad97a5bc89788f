import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { completeRequest, type ToolDefinition } from '@oncoloom/tool-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Adding a tool as CONTRIBUTING.md says, in a clean clone of what would be committed now. */

const root = join(import.meta.dirname, '..', '..');
// On the file system of the packages, which it has by links. Named by the process that makes it.
const clones = join(root, '.setup');
const clone = mkdtempSync(join(clones, `new-tool-${process.pid}-`));
const FOLDER = 'tools/expression/welch-test';
const folder = join(clone, FOLDER);
const TASK_TYPE = 'welch_test';
/**
 * Of the tests that go through all tools those that need a server, its engine or what the set-up makes, those of the scripts, and those of
 * pages: these read the menu to find the one tool that they show.
 */
const ELSEWHERE =
  /^(scripts|apps\/web\/tests\/.*\.page\.test|apps\/server\/tests\/(cohorts|conformance|doubling|drawing|genes|http|releases|analyses\/(conformance|early-tables|figure-files|figure-themes|finished-answers|form-checks|published-figures|word-documents)))\b/;
const GENERATED = [
  'packages/contract/src/task-table.ts',
  'tools/catalogue.json',
  'tools/catalogue.ts',
  'tools/digests.json',
  'tools/examples.R',
  'tools/menu.ts',
  'tools/pinyin.ts',
];

interface Case {
  name: string;
  request: Record<string, unknown>;
}
interface Cases {
  valid: (Case & { values: Record<string, unknown> })[];
  invalid: (Case & { field: string })[];
}

/** Runs a program in the clone; its whole output stands in the failure. */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: clone, encoding: 'utf8' });
  expect(status, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

const newTool = (...args: string[]) =>
  spawnSync(join(clone, 'node_modules/.bin/tsx'), ['scripts/new-tool.ts', ...args], { cwd: clone, encoding: 'utf8' });

/** Files that differ from the clone as it was. */
const touched = () =>
  run('git', 'status', '--porcelain', '--untracked-files=all')
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(3));

/** Clones of processes that have gone: a run that was killed could not remove its own. */
function removeAbandoned(): void {
  for (const name of readdirSync(clones)) {
    const pid = /^new-tool-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(clones, name), { recursive: true, force: true });
  }
}

/**
 * Every file that git has or would take, committed; packages from the repository, our own from the clone. What the checks know of the types of
 * the repository is of the same paths here.
 */
function makeClone(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const wanted = (name: string) => name !== '' && existsSync(join(root, name));
  for (const path of listed.split('\0').filter(wanted)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(join(root, path), join(clone, path));
  }
  // The links to our own packages are relative. What vitest remembers is written in place.
  run('cp', '--archive', '--link', join(root, 'node_modules'), '.');
  rmSync(join(clone, 'node_modules/.vite'), { recursive: true, force: true });
  const types = join(root, '.setup/types');
  if (existsSync(types)) cpSync(types, join(clone, '.setup/types'), { recursive: true });
  run('npm', 'run', 'gen', '--', '--same-results');
  run('git', 'init', '--quiet');
  run('git', 'add', '--all');
  run('git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '--quiet', '--message=a clone');
}

// A minute each where nothing else runs. A busy machine is five times as slow.
const PATIENCE = { timeout: 300_000 };

beforeAll(() => {
  removeAbandoned();
  makeClone();
  run('npm', 'run', 'new-tool', '--', 'expression/welch-test', TASK_TYPE, 'plotting');
}, 300_000);
afterAll(() => rmSync(clone, { recursive: true, force: true }));

describe('a tool made by npm run new-tool', () => {
  it('has every file of a tool and stands in the catalogue', () => {
    for (const file of ['tool.ts', 'run.R', 'run.test.R', 'cases.json', 'help.md', 'methods.md', 'example/make.R']) {
      expect(existsSync(join(folder, file)), file).toBe(true);
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/__[A-Z_]+__/);
    }
    expect(readFileSync(join(clone, 'tools/catalogue.ts'), 'utf8')).toContain('expression/welch-test');
  });

  it('passes the checks: style, types, generated files', PATIENCE, () => {
    run('npm', 'run', 'gen');
    run('npm', 'run', 'check');
  });

  it('completes its requests as its cases say', async () => {
    const { default: tool } = (await import(pathToFileURL(join(folder, 'tool.ts')).href)) as { default: ToolDefinition };
    const { valid, invalid } = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as Cases;
    for (const { name, request, values } of valid) {
      const completed = completeRequest(tool, request);
      expect(completed, name).toMatchObject({ ok: true, request: { values } });
    }
    for (const { name, request, field } of invalid) {
      const completed = completeRequest(tool, request);
      expect(completed.ok ? [] : completed.errors.map((error) => error.field), name).toContain(field);
    }
  });

  it('passes its own R tests and its example runs from the file to the workbook', PATIENCE, () => {
    const report = join(clone, 'node_modules/counts.json');
    run('Rscript', '--vanilla', 'scripts/testing/r-tests.R', report, `${FOLDER}/run.test.R`, 'engine/tests/test-tools.R');
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ failed: 0, skipped: 0 });
    run('Rscript', '--vanilla', '-e', `lints <- lintr::lint_dir('${FOLDER}'); print(lints); quit(status = length(lints))`);
    const { status, stderr } = spawnSync('Rscript', ['--vanilla', 'make.R'], { cwd: join(folder, 'example'), encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    run('Rscript', '--vanilla', join(root, 'scripts/tests/rehearse-tool.R'), clone, TASK_TYPE);
  });

  it('leaves the tests green that go through all tools', PATIENCE, async () => {
    const module = pathToFileURL(join(clone, 'scripts/testing/changed.mjs')).href;
    const { allFiles, withEveryTool } = (await import(module)) as { allFiles: () => string[]; withEveryTool: (all: string[]) => string[] };
    const tests = withEveryTool(allFiles()).filter((path) => !ELSEWHERE.test(path));
    expect(tests.length).toBeGreaterThan(15);
    run('npx', 'vitest', 'run', ...tests, 'tools/tests');
  });

  it('touches nothing but its folder and generated files', () => {
    const others = touched().filter((path) => !path.startsWith(`${FOLDER}/`));
    expect(others.sort()).toEqual(GENERATED.filter((path) => others.includes(path)));
    expect(touched()).toEqual(expect.arrayContaining([`${FOLDER}/tool.ts`, 'packages/contract/src/task-table.ts', 'tools/catalogue.json']));
  });
});

describe('npm run new-tool', () => {
  it.each([
    ['a folder without a group', ['b', 'gene_summary'], 'kebab-case'],
    ['a task type with capitals', ['a/b', 'GeneSummary'], 'snake_case'],
    ['a task type that a tool has', ['a/b', 'limma_differential_analysis'], 'limma_differential_analysis'],
    ['another name of one that a tool has', ['a/b', 'gsea_analysis'], 'gsea_analysis'],
    ['a folder that exists', ['differential/limma-differential', 'gene_summary'], 'exists'],
    ['a menu that is not there', ['a/b', 'gene_summary', 'other'], 'other'],
    ['a title of its own', ['a/b', 'gene_summary', 'bulk', '甲'], 'tool.ts'],
  ])('refuses %s', (_, args, word) => {
    const refused = newTool(...args);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(word);
  });
});
