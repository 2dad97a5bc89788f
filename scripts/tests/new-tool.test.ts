import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PART_OF, TASK_TYPES } from '@oncoloom/contract';
import { completeRequest, type ToolDefinition } from '@oncoloom/tool-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const copy = mkdtempSync(join(tmpdir(), 'oncoloom-new-tool-'));
const folder = join(copy, 'tools/expression/welch-test');
const bin = (name: string) => join(root, 'node_modules/.bin', name);

interface Case {
  name: string;
  request: Record<string, unknown>;
}
interface Cases {
  valid: (Case & { values: Record<string, unknown> })[];
  invalid: (Case & { field: string })[];
}

/** Runs a program in the copy; its whole output stands in the failure. */
function run(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
  expect(status, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
}

const newTool = (...args: string[]) => spawnSync(bin('tsx'), ['scripts/new-tool.ts', ...args], { cwd: copy, encoding: 'utf8' });

const taken = JSON.parse(readFileSync(join(root, 'tools/catalogue.json'), 'utf8')) as { tools: Record<string, unknown> };
const taskType = TASK_TYPES.find((name) => !Object.hasOwn(taken.tools, name) && !Object.hasOwn(PART_OF, name)) ?? 'none is free';

beforeAll(() => {
  for (const path of [
    'scripts',
    'engine',
    'tools',
    'packages',
    'biome.json',
    '.lintr',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
  ]) {
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (source) => !source.includes('node_modules') });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // They stand on the server's tests and the benches, which a tool does not need.
  for (const path of ['scripts/tests', 'scripts/second-system', 'scripts/gallery']) rmSync(join(copy, path), { recursive: true });
  const made = newTool('expression/welch-test', taskType);
  expect(made.status, made.stderr).toBe(0);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a tool made by npm run new-tool', () => {
  it('has every file of a tool and stands in the catalogue', () => {
    for (const file of ['tool.ts', 'run.R', 'run.test.R', 'cases.json', 'help.md', 'methods.md', 'example/make.R']) {
      expect(existsSync(join(folder, file)), file).toBe(true);
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/__[A-Z_]+__/);
    }
    expect(readFileSync(join(copy, 'tools/catalogue.ts'), 'utf8')).toContain('expression/welch-test');
  });

  it('passes the gate: style, types, generated files', () => {
    run(bin('biome'), 'check', '--vcs-enabled=false', '--error-on-warnings', 'tools/expression');
    run(bin('tsc'), '--noEmit', '-p', 'tsconfig.json');
    run(bin('tsx'), 'scripts/gen.ts', '--check');
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

  it('passes its own R tests and its example runs from the file to the workbook', () => {
    run('Rscript', '--vanilla', 'scripts/testing/r-tests.R', join(copy, 'counts.json'), 'tools/expression/welch-test/run.test.R');
    expect(JSON.parse(readFileSync(join(copy, 'counts.json'), 'utf8'))).toMatchObject({ failed: 0, skipped: 0 });
    const { status, stderr } = spawnSync('Rscript', ['--vanilla', 'make.R'], { cwd: join(folder, 'example'), encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    run('Rscript', '--vanilla', join(root, 'scripts/tests/rehearse-tool.R'), copy, taskType);
  });
});

describe('npm run new-tool', () => {
  it.each([
    ['a folder without a group', ['b', 'log_transform'], 'kebab-case'],
    ['an unknown task type', ['a/b', 'no_such_type'], 'TASK_TYPES'],
    ['a task type that a tool has', ['a/b', 'limma_differential_analysis'], 'differential/limma-differential'],
    ['a folder that exists', ['differential/limma-differential', 'log_transform'], 'exists'],
    ['a title of its own', ['a/b', 'forest_plot', '甲'], 'contract'],
  ])('refuses %s', (_, args, word) => {
    const refused = newTool(...args);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(word);
  });
});
