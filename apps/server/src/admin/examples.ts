import type { Command } from 'commander';
import { listTasks } from '../analyses/lists/overview.ts';
import type { AnalysisRecord } from '../analyses/tables.ts';
import type { App } from '../app.ts';
import { EXIT } from '../command-line/errors.ts';
import { jsonOption } from '../command-line/options.ts';
import { plain } from '../command-line/output.ts';
import type { Changed } from '../projects/rerun/comparisons.ts';
import { requireUser } from './account.ts';
import type { CommandContext } from './context.ts';

/** Examples of an account are looked at so many back. */
const EXAMPLES_MAX = 2_000;

/** The account's completed runs of the tools' own examples by task type, the newest first. */
async function examplesOf(app: App, userId: number): Promise<Map<string, AnalysisRecord[]>> {
  const tasks = await listTasks(app.database, { userId, status: 'completed', limit: EXAMPLES_MAX });
  const byType = new Map<string, AnalysisRecord[]>();
  for (const task of tasks) {
    if (!task.example || task.published !== null) continue;
    byType.set(task.taskType, [...(byType.get(task.taskType) ?? []), task]);
  }
  return byType;
}

interface ChangedExample extends Changed {
  taskType: string;
  title: string;
  old: number;
  new: number;
}

/** What the last two examples of each tool tell otherwise; of `same` and `single` the counts alone. */
async function changesOf(app: App, userId: number): Promise<{ changed: ChangedExample[]; same: number; single: number }> {
  const found = { changed: [] as ChangedExample[], same: 0, single: 0 };
  const examples = await examplesOf(app, userId);
  for (const { taskType, title } of app.tools.all) {
    const [now, old] = examples.get(taskType) ?? [];
    if (now === undefined) continue;
    if (old === undefined) {
      found.single += 1;
      continue;
    }
    const changed = { taskType, title, old: old.id, new: now.id, ...(await app.comparisons.changed(userId, old.id, now.id)) };
    const { sentences } = changed;
    if (sentences.old.length + sentences.new.length + changed.tables.length + changed.figures.length === 0) found.same += 1;
    else found.changed.push(changed);
  }
  return found;
}

function tell(context: CommandContext, { title, old, new: now, sentences, tables, figures }: ChangedExample): void {
  context.out(`${title}（任务 ${old} → ${now}）`);
  for (const sentence of sentences.old) context.out(`  原来  ${plain(sentence)}`);
  for (const sentence of sentences.new) context.out(`  现在  ${plain(sentence)}`);
  if (tables.length > 0) context.out(`  变了的表  ${plain(tables.join('、'))}`);
  if (figures.length > 0) context.out(`  可能变了的图  ${plain(figures.join('、'))}`);
}

/** `examples`: run, changes. What an update of the program, of packages or of reference data changes is seen before users see it. */
export function exampleCommands(program: Command, context: CommandContext): void {
  const group = program.command('examples').description('更新前后各运行一遍全部工具的示例，看哪些句子变了');
  group
    .command('run')
    .argument('<账号>', '放结果的账号：编号、邮箱或用户名')
    .description('在后台运行全部工具的示例，不收点数，原来的结果都留着')
    .action((who: string) =>
      context.withApp(async (app) => {
        await app.queue.addExamples({ userId: (await requireUser(app, who)).id, since: new Date().toISOString() });
        context.out(`${app.tools.all.length} 个工具的示例在排队，由运行中的服务器提交。都完成以后，用 examples changes 看变化`);
        return EXIT.ok;
      }),
    );
  group
    .command('changes')
    .argument('<账号>', '放结果的账号：编号、邮箱或用户名')
    .description('每个工具最近两次完成的示例：哪些句子、表和图不同')
    .addOption(jsonOption())
    .action((who: string, { json }: { json?: boolean }) =>
      context.withApp(async (app) => {
        const found = await changesOf(app, (await requireUser(app, who)).id);
        if (json === true) context.out(JSON.stringify(found, null, 2));
        else {
          for (const one of found.changed) tell(context, one);
          context.out(`${found.changed.length} 个工具有变化，${found.same} 个完全相同，${found.single} 个只有一次、没有可比的`);
        }
        return EXIT.ok;
      }),
    );
}
