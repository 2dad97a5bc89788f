/**
 * `npm run new-tool -- <folder> <task_type>`: a tool folder that works from the first minute (a Welch t test per gene), to be
 * changed into the wanted tool. Its name, pages and price are those that the contract has for the task type. Edits no shared
 * file; the catalogue is generated again.
 *
 * Example: `npm run new-tool -- expression/log-transform log_transform`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { TASK_TYPES, type TaskType } from '@oncoloom/contract';
import { specified } from '@oncoloom/tool-kit';

const root = join(import.meta.dirname, '..');
const templates = join(import.meta.dirname, 'new-tool', 'template');

interface NewTool {
  folder: string;
  taskType: TaskType;
}

function stop(message: string): never {
  process.stderr.write(`${message}\nUsage: npm run new-tool -- <group/name> <task_type>\n`);
  process.exit(1);
}

function readArguments([folder, taskType, ...others]: readonly string[]): NewTool {
  const knownType = TASK_TYPES.find((name) => name === taskType);
  if (folder === undefined || !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(folder))
    stop('The folder is group/name in kebab-case, such as expression/log-transform.');
  if (knownType === undefined) stop('The task type is one of TASK_TYPES in packages/contract/src/tasks.ts.');
  if (others.length > 0) stop('Title, family, routes and price of the task type stand in packages/contract/src: only these two are given.');
  if (existsSync(join(root, 'tools', folder))) stop(`tools/${folder} exists.`);
  const catalogue = JSON.parse(readFileSync(join(root, 'tools/catalogue.json'), 'utf8')) as { tools: Record<string, { folder: string }> };
  const taken = catalogue.tools[knownType];
  if (taken !== undefined) stop(`${knownType} is the tool in tools/${taken.folder}.`);
  const { partOf } = specified(knownType);
  if (partOf !== undefined && catalogue.tools[partOf] === undefined)
    stop(`${knownType} draws from the results of ${partOf}, which is not there yet: make that tool first.`);
  return { folder, taskType: knownType };
}

function templateFiles(folder = templates): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? templateFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const tool = readArguments(process.argv.slice(2));
const words: Record<string, string> = {
  __TASK_TYPE__: tool.taskType,
  __TITLE__: specified(tool.taskType).title,
  __FOLDER__: tool.folder,
};

for (const file of templateFiles()) {
  const path = join(root, 'tools', tool.folder, relative(templates, file).replace(/\.template$/, ''));
  mkdirSync(dirname(path), { recursive: true });
  const text = readFileSync(file, 'utf8').replace(/__[A-Z_]+__/g, (word) => words[word] ?? word);
  writeFileSync(path, text);
  process.stdout.write(`${relative(root, path)}\n`);
}
const generated = spawnSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'scripts/gen.ts')], {
  cwd: root,
  stdio: 'inherit',
});
if (generated.status !== 0) process.exit(generated.status ?? 1);
process.stdout.write('\nIt works as it is. Change it by the checklist in CONTRIBUTING.md, section "Add a tool".\n');
