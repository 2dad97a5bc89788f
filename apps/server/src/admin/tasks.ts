import { canonicalStatus, canonicalTaskType, TASK_STATUSES, type TaskStatus } from '@oncoloom/contract';
import { type Command, Option } from 'commander';
import { listTasks } from '../analyses/lists/overview.ts';
import { findById, readLog } from '../analyses/repository.ts';
import { requeue } from '../analyses/run/requeue.ts';
import type { AnalysisRecord } from '../analyses/tables.ts';
import type { App } from '../app.ts';
import { AdminError, EXIT, usageError } from '../command-line/errors.ts';
import { idArgument, jsonOption, limitOption } from '../command-line/options.ts';
import { type Column, formatFacts, plain, printList } from '../command-line/output.ts';
import { requireUser } from './account.ts';
import type { CommandContext } from './context.ts';
import { STATUS_WORDS, timeWords } from './words.ts';

/** Seconds from the start to the end, or until now. */
function secondsOf({ startedAt, finishedAt }: AnalysisRecord): number | null {
  return startedAt === null ? null : Math.round(((finishedAt ?? new Date()).getTime() - startedAt.getTime()) / 100) / 10;
}

const COLUMNS: readonly Column<AnalysisRecord>[] = [
  { title: '编号', of: (task) => task.id },
  { title: '账号', of: (task) => task.userId },
  { title: '类型', of: (task) => task.taskType },
  { title: '名称', of: (task) => task.name },
  { title: '状态', of: (task) => STATUS_WORDS[task.status] },
  { title: '次数', of: (task) => task.attempts },
  { title: '提交时间', of: (task) => timeWords(task.createdAt) },
  { title: '秒', of: secondsOf },
  { title: '原因', of: (task) => task.errorCode },
];

/** What a list tells of a task; the whole of it is `show`'s. */
function brief({ values: _, inputs: __, styles: ___, result: ____, steps: _____, ...task }: AnalysisRecord) {
  return task;
}

async function requireTask(app: App, id: number): Promise<AnalysisRecord> {
  const task = await findById(app.database, id);
  if (task === undefined) throw new AdminError(`没有编号为 ${id} 的任务。`);
  app.log.info({ user: task.userId, task: id }, 'about a task');
  return task;
}

async function show(context: CommandContext, app: App, task: AnalysisRecord): Promise<void> {
  const inputs = task.inputs.map(({ field, name, rows, columns }) => `${field}: ${name}（${rows ?? '?'} × ${columns ?? '?'}）`);
  context.out(
    formatFacts({
      编号: task.id,
      账号: task.userId,
      名称: task.name,
      类型: `${task.taskType} ${task.toolVersion}`,
      状态: `${STATUS_WORDS[task.status]}，${Math.round(task.progress * 100)}%`,
      步骤: task.steps.at(-1)?.name ?? null,
      次数: task.attempts,
      点数: task.points,
      示例数据: task.example ? '是' : '否',
      提交: timeWords(task.createdAt),
      开始: timeWords(task.startedAt),
      结束: timeWords(task.finishedAt),
      用时: secondsOf(task) === null ? null : `${secondsOf(task)} 秒`,
      结论: task.headline,
      原因: task.errorCode === null ? null : `${task.errorCode}：${task.errorMessage}`,
      输入: inputs.join('；') || null,
      参数: JSON.stringify(task.values),
    }),
  );
  const lines = await readLog(app.database, task.id);
  if (lines.length > 0)
    context.out(`\n日志\n${lines.map(({ time, level, text }) => `${timeWords(new Date(time))}  ${level}  ${plain(text)}`).join('\n')}`);
}

function addList(group: Command, context: CommandContext): void {
  interface Options {
    user?: string;
    status?: TaskStatus;
    type?: string;
    limit: number;
    json?: boolean;
  }
  group
    .command('list')
    .description('列出任务，新的在前')
    .option('--user <账号>', '只列这个账号的：编号、邮箱或用户名')
    .addOption(new Option('--status <状态>', '只列这种状态').choices(TASK_STATUSES))
    .option('--type <类型>', '只列这种任务，如 limma_differential_analysis')
    .addOption(limitOption())
    .addOption(jsonOption())
    .action(({ user, status, type, limit, json }: Options) =>
      context.withApp(async (app) => {
        const taskType = type === undefined ? undefined : canonicalTaskType(type);
        if (type !== undefined && taskType === undefined) throw usageError(`没有「${type}」这种任务。`);
        const userId = user === undefined ? undefined : (await requireUser(app, user)).id;
        const wanted = status === undefined ? undefined : canonicalStatus(status);
        const tasks = await listTasks(app.database, {
          limit,
          ...(userId !== undefined && { userId }),
          ...(wanted !== undefined && { status: wanted }),
          ...(taskType !== undefined && { taskType }),
        });
        if (json === true) context.out(JSON.stringify(tasks.map(brief), null, 2));
        else printList(context, COLUMNS, tasks, {});
        return EXIT.ok;
      }),
    );
}

/** `tasks`: list, show, requeue, cancel. */
export function taskCommands(program: Command, context: CommandContext): void {
  const group = program.command('tasks').description('分析任务');
  addList(group, context);
  group
    .command('show')
    .argument('<编号>', '任务的编号', idArgument)
    .description('一个任务的全部情况和日志')
    .addOption(jsonOption())
    .action((id: number, { json }: { json?: boolean }) =>
      context.withApp(async (app) => {
        const task = await requireTask(app, id);
        if (json === true) context.out(JSON.stringify({ ...task, log: await readLog(app.database, task.id) }, null, 2));
        else await show(context, app, task);
        return EXIT.ok;
      }),
    );
  group
    .command('requeue')
    .argument('<编号>', '任务的编号', idArgument)
    .description('从头再算一次，不收点数：失败的、卡住的、在排队却没有人接的任务')
    .action((id: number) =>
      context.withApp(async (app) => {
        const task = await requeue(app, (await requireTask(app, id)).id);
        context.out(`任务 ${task.id}「${plain(task.name)}」已重新排队`);
        return EXIT.ok;
      }),
    );
  group
    .command('cancel')
    .argument('<编号>', '任务的编号', idArgument)
    .description('取消等待或运行的任务，退回点数')
    .action((id: number) =>
      context.withApp(async (app) => {
        const { id: taskId, userId, status } = await requireTask(app, id);
        if (status === 'completed' || status === 'failed')
          throw new AdminError(`任务 ${taskId} 已经${STATUS_WORDS[status]}，没有可以取消的。`);
        const row = await app.analyses.cancel(userId, taskId);
        if (row.error_code !== 'cancelled') throw new AdminError(`任务 ${taskId} 刚刚${STATUS_WORDS[row.status]}，没有取消。`);
        context.out(`任务 ${taskId} 已取消，点数已退回`);
        return EXIT.ok;
      }),
    );
}
