import type { Command } from 'commander';
import { EXIT } from '../command-line/errors.ts';
import { jsonOption, limitOption } from '../command-line/options.ts';
import { type Column, printList } from '../command-line/output.ts';
import type { QueuedJob, QueueState } from '../platform/queue.ts';
import type { CommandContext } from './context.ts';
import { JOB_STATE_WORDS, QUEUE_WORDS, timeWords } from './words.ts';

const STATES: readonly Column<QueueState>[] = [
  { title: '队列', of: ({ queue }) => QUEUE_WORDS[queue] ?? queue },
  { title: '状态', of: ({ state }) => JOB_STATE_WORDS[state] },
  { title: '数量', of: ({ jobs }) => jobs },
];

const JOBS: readonly Column<QueuedJob>[] = [
  { title: '队列', of: ({ queue }) => QUEUE_WORDS[queue] ?? queue },
  { title: '状态', of: ({ state }) => JOB_STATE_WORDS[state] },
  { title: '任务', of: ({ data }) => data?.analysisId ?? null },
  { title: '账号', of: ({ data }) => data?.userId ?? null },
  { title: '排队时间', of: ({ createdAt }) => timeWords(createdAt) },
  { title: '开始时间', of: ({ startedAt }) => timeWords(startedAt) },
  { title: '重试', of: ({ tries }) => tries },
];

/** `queue`: counts by state; list. */
export function queueCommands(program: Command, context: CommandContext): void {
  const group = program
    .command('queue')
    .description('队列；不带命令时按状态计数')
    .addOption(jsonOption())
    .action((options: { json?: boolean }) =>
      context.withApp(async ({ queue }) => {
        // Jobs of other queues are the queue's own upkeep.
        const states = (await queue.states()).filter((state) => state.queue in QUEUE_WORDS);
        printList(context, STATES, states, options);
        return EXIT.ok;
      }),
    );
  group
    .command('list')
    .description('列出等待和运行的')
    .addOption(limitOption())
    .addOption(jsonOption())
    .action((_: unknown, command: Command) =>
      context.withApp(async ({ queue }) => {
        // The group has --json as well, and takes it from wherever it stands.
        const { limit, json } = command.optsWithGlobals<{ limit: number; json?: boolean }>();
        const jobs = (await queue.jobs(limit)).filter((job) => job.queue in QUEUE_WORDS);
        printList(context, JOBS, jobs, { ...(json !== undefined && { json }) });
        return EXIT.ok;
      }),
    );
}
