import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../../src/platform/root.ts';

/**
 * A folder of tools, made in `parent`, that has only some of the product's: R is warm with the packages of these. Their examples are not
 * rehearsed: that takes as long as the few runs of a test save by it.
 */
export async function fewTools(parent: string, taskTypes: readonly string[]): Promise<string> {
  const all = JSON.parse(await readFile(join(ROOT, 'tools/catalogue.json'), 'utf8')) as {
    tools: Record<string, { folder: string; example: object }>;
  };
  const few = Object.entries(all.tools)
    .filter(([taskType]) => taskTypes.includes(taskType))
    .map(([taskType, tool]) => [taskType, { ...tool, example: { ...tool.example, inputs: [], cohorts: [] } }] as const);
  const folder = await mkdtemp(join(parent, 'oncoloom-tools-'));
  await chmod(folder, 0o755);
  for (const [, tool] of few) {
    await mkdir(dirname(join(folder, tool.folder)), { recursive: true });
    await symlink(join(ROOT, 'tools', tool.folder), join(folder, tool.folder));
  }
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify({ ...all, tools: Object.fromEntries(few) }));
  return folder;
}
