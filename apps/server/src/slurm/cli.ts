import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { AdminError, type ExitCode } from '../command-line/errors.ts';
import { jsonOption } from '../command-line/options.ts';
import { type Column, type ProgressTerminal, printList } from '../command-line/output.ts';
import { type CommandContext, runProgram } from '../command-line/program.ts';
import { createLog } from '../platform/log.ts';
import { migrate, openDatabase } from '../platform/postgres/database.ts';
import { Queue } from '../platform/queue.ts';
import { ROOT } from '../platform/root.ts';
import { tryOut } from './commands.ts';
import type { SizePlan } from './plan.ts';
import { Scaler } from './scaler.ts';
import { readSite, type Site } from './site.ts';

const FOOTER = `
每种大小、分区、时间都写在一个文件里，例子是 docs/slurm.json，说明见 docs/slurm.md。
退出码：0 成功，1 没有完成或检查不通过，2 用法不对。`;

/** Connections of a command that asks now and then. */
const CONNECTIONS = 3;

interface Options {
  site: string;
  json?: boolean;
}

const siteOption = () => new Option('--site <文件>', '集群的文件').default('slurm.json');

const STATUS: readonly Column<SizePlan>[] = [
  { title: '大小', of: ({ size }) => size.name },
  { title: '每个任务的内存（MiB）', of: ({ size }) => size.memoryMiB },
  { title: '等待的任务', of: ({ waiting }) => waiting },
  { title: '运行的任务', of: ({ tasks }) => tasks },
  { title: '在 Slurm 排队', of: ({ queued }) => queued },
  { title: '在运行', of: ({ running }) => running },
  { title: '将结束', of: ({ draining }) => draining },
  { title: '上限', of: ({ size }) => size.most },
];

/** One row of `status --json`. */
const fact = ({ size, waiting, tasks, queued, running, draining }: SizePlan) => ({
  size: size.name,
  memory_mib: size.memoryMiB,
  waiting,
  tasks,
  queued,
  running,
  draining,
  most: size.most,
});

function siteOf(context: CommandContext, { site }: Options, env: NodeJS.ProcessEnv): { file: string; site: Site } {
  const file = resolve(env.INIT_CWD ?? process.cwd(), site);
  return { file, site: readSite(file, context.config().taskTimeout) };
}

async function withScaler<T>(context: CommandContext, site: Site, work: (scaler: Scaler) => Promise<T>): Promise<T> {
  const { databaseUrl, logLevel } = context.config();
  if (databaseUrl === undefined) throw new AdminError('请设 DATABASE_URL：集群的机器都要能连上这个数据库，随程序自带的只给一台机器用。');
  const log = createLog(logLevel);
  const database = openDatabase(databaseUrl, log, CONNECTIONS);
  const queue = new Queue(databaseUrl, log);
  try {
    await migrate(database);
    await queue.start();
    return await work(new Scaler({ database, queue, site, log }));
  } finally {
    await queue.stop().catch(() => undefined);
    await database.$client.end();
  }
}

/** What a service manager runs. Secrets stand in the file of the environment, which its owner alone reads. */
const unit = (file: string): string => `[Unit]
Description=OncoLoom: pilots on Slurm
After=network-online.target

[Service]
WorkingDirectory=${ROOT}
EnvironmentFile=%h/.config/oncoloom-slurm.env
ExecStart=${process.execPath} ${join(ROOT, 'scripts/operator.mjs')} slurm scale --site ${file}
Restart=always
RestartSec=15

[Install]
WantedBy=default.target`;

function buildProgram(context: CommandContext, env: NodeJS.ProcessEnv): Command {
  const program = new Command('npm run slurm --');
  program.description('在 Slurm 集群上运行任务').helpCommand('help [命令]', '显示一个命令的用法').addHelpText('after', FOOTER);
  program
    .command('install')
    .description('请 Slurm 检查每种大小能不能提交，并写出 systemd 的服务')
    .addOption(siteOption())
    .action(async (options: Options) => {
      const { file, site } = siteOf(context, options, env);
      for (const size of site.sizes) {
        await tryOut(site, size);
        context.terminal.err(
          `「${size.name}」可以提交：每个任务 ${size.memoryMiB} MiB，接任务 ${Math.round(size.drainAfterMs / 60_000)} 分钟。`,
        );
      }
      context.terminal.out(unit(file));
    });
  program
    .command('status')
    .description('每种大小有多少在排队、在运行，多少任务在等')
    .addOption(siteOption())
    .addOption(jsonOption())
    .action(async (options: Options) => {
      const plans = await withScaler(context, siteOf(context, options, env).site, (scaler) => scaler.plan());
      if (options.json === true) context.terminal.out(JSON.stringify(plans.map(fact), null, 2));
      else printList(context.terminal, STATUS, plans, {});
    });
  program
    .command('scale')
    .description('按队列的长度提交和取消，直到被停止')
    .addOption(siteOption())
    .option('--once', '只做一次')
    .action(async (options: Options & { once?: boolean }) => {
      const stop = new AbortController();
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
      const { site } = siteOf(context, options, env);
      await withScaler(context, site, async (scaler) => {
        if (options.once === true) await scaler.round();
        else await scaler.keep(stop.signal);
      });
    });
  return program;
}

/** Runs one command; answers the exit code. */
export async function runSlurm(argv: readonly string[], env: NodeJS.ProcessEnv, terminal: ProgressTerminal): Promise<ExitCode> {
  return runProgram('slurm', { argv, env, terminal }, (context) => buildProgram(context, env));
}
