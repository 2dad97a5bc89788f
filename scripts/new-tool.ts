/**
 * `npm run new-tool -- <family> <folder> <task_type> <title>`: a tool folder that works from the first minute (a Welch t test per
 * gene), to be changed into the wanted tool. Edits no shared file; the catalogue is generated again.
 *
 * Example: `npm run new-tool -- bulk expression/log-transform log_transform '取对数'`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PREMIUM_TASK_TYPES, TASK_TYPES, type TaskType } from '@oncoloom/contract';
import { FAMILIES, type Family } from '@oncoloom/tool-kit';

const root = join(import.meta.dirname, '..');
const templates = join(import.meta.dirname, 'new-tool', 'template');

/** Where a family's pages stand; `:id` is the analysis. */
const ROUTES: Record<Family, { analysis: string; result: string }> = {
  tcga: { analysis: '/tcga-analysis/NAME/analysis', result: '/tcga-analysis/NAME/result/:id' },
  bulk: { analysis: '/bulk-analysis/NAME/analysis', result: '/bulk-analysis/NAME/result/:id' },
  plotting: { analysis: '/general-plotting/NAME/analysis', result: '/general-plotting/NAME/:id' },
};

interface NewTool {
  family: Family;
  folder: string;
  taskType: TaskType;
  title: string;
}

function stop(message: string): never {
  process.stderr.write(`${message}\nUsage: npm run new-tool -- <${FAMILIES.join('|')}> <group/name> <task_type> <title>\n`);
  process.exit(1);
}

function readArguments([family, folder, taskType, title]: readonly string[]): NewTool {
  const knownFamily = FAMILIES.find((name) => name === family);
  const knownType = TASK_TYPES.find((name) => name === taskType);
  if (knownFamily === undefined) stop(`The family is one of ${FAMILIES.join(', ')}.`);
  if (folder === undefined || !/^[a-z0-9-]+\/[a-z0-9-]+$/.test(folder))
    stop('The folder is group/name in kebab-case, such as expression/log-transform.');
  if (knownType === undefined) stop('The task type is one of TASK_TYPES in packages/contract/src/tasks.ts.');
  if (title === undefined || title.trim() === '') stop('The title is what the menu shows, in Chinese.');
  if (existsSync(join(root, 'tools', folder))) stop(`tools/${folder} exists.`);
  const catalogue = JSON.parse(readFileSync(join(root, 'tools/catalogue.json'), 'utf8')) as { tools: Record<string, { folder: string }> };
  const taken = catalogue.tools[knownType];
  if (taken !== undefined) stop(`${knownType} is the tool in tools/${taken.folder}.`);
  return { family: knownFamily, folder, taskType: knownType, title: title.trim() };
}

function templateFiles(folder = templates): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? templateFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const tool = readArguments(process.argv.slice(2));
const name = tool.folder.split('/')[1] ?? tool.folder;
const words: Record<string, string> = {
  __TASK_TYPE__: tool.taskType,
  __FAMILY__: tool.family,
  __TITLE__: tool.title,
  __FOLDER__: tool.folder,
  __PREMIUM__: String(PREMIUM_TASK_TYPES.includes(tool.taskType)),
  __ANALYSIS_ROUTE__: ROUTES[tool.family].analysis.replace('NAME', name),
  __RESULT_ROUTE__: ROUTES[tool.family].result.replace('NAME', name),
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
