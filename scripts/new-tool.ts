/**
 * `npm run new-tool -- <group/name> <task_type> [family]`: a tool folder that works from the first minute (a Welch t test per gene), to be
 * changed into the wanted tool. It stands at the end of the family's menu. Edits no shared file; what is generated is generated again.
 *
 * Example: `npm run new-tool -- expression/gene-summary gene_summary bulk`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { canonicalTaskType, FAMILIES, type Family, TASK_PAGES } from '@oncoloom/contract';

const root = join(import.meta.dirname, '..');
const templates = join(import.meta.dirname, 'new-tool', 'template');

interface NewTool {
  folder: string;
  taskType: string;
  family: Family;
}

function stop(message: string): never {
  process.stderr.write(`${message}\nUsage: npm run new-tool -- <group/name> <task_type> [${FAMILIES.join('|')}]\n`);
  process.exit(1);
}

function readArguments([folder = '', taskType = '', family = 'bulk', ...others]: readonly string[]): NewTool {
  const known = FAMILIES.find((name) => name === family);
  if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(folder)) stop('The folder is group/name in kebab-case, such as expression/gene-summary.');
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(taskType)) stop('The task type is in snake_case, such as gene_summary.');
  if (known === undefined) stop(`There is no menu ${family}.`);
  if (others.length > 0) stop('All else is changed in tool.ts.');
  if (existsSync(join(root, 'tools', folder))) stop(`tools/${folder} exists.`);
  if (canonicalTaskType(taskType) !== undefined) stop(`There is a tool of the task type ${taskType}.`);
  return { folder, taskType, family: known };
}

/** Behind all others of a menu. */
const lastPlace = (family: Family): number =>
  Math.max(0, ...TASK_PAGES.filter((page) => page.family === family).map(({ place }) => place)) + 1;

function templateFiles(folder = templates): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? templateFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

const tool = readArguments(process.argv.slice(2));
const words: Record<string, string> = {
  __TASK_TYPE__: tool.taskType,
  __FAMILY__: tool.family,
  __PLACE__: String(lastPlace(tool.family)),
  __NAME__: tool.folder.split('/')[1] ?? '',
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
