import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { COHORTS } from '@oncoloom/contract';
import { cohortCode } from '@oncoloom/tool-kit';
import { Command, Option } from 'commander';
import { AdminError, EXIT, type ExitCode, usageError } from '../command-line/errors.ts';
import { jsonOption } from '../command-line/options.ts';
import { type Column, type ProgressTerminal, printList } from '../command-line/output.ts';
import { type CommandContext, runProgram } from '../command-line/program.ts';
import { withLock } from '../fetching/lock.ts';
import { type InstallChoices, Installer } from './import/install.ts';
import { openPlace } from './import/sources.ts';
import { DOWNLOADS_FOLDER } from './layout.ts';
import { listCohorts } from './listing.ts';
import { CohortStore } from './store.ts';

const FOOTER = `
队列写代码（ACC、TCGA-ACC 都可以）。安装中断后再运行同一条命令，会从停下的地方接着做。
文件来自 UCSC Xena 的公开站点；--mirror 或 ONCOLOOM_MIRROR 指向放着同样文件的文件夹或网址。
退出码：0 成功，1 有队列没有完成或检查不通过，2 用法不对。`;

const mirrorOption = () => new Option('--mirror <文件夹或网址>', '从这里取文件，代替公开站点');
const gtexOption = () => new Option('--no-gtex', '不取 Toil 的文件（约 1.3 GB），就没有 GTEx 正常样本可比');

function tcgaCodes(names: readonly string[]): string[] {
  const codes = names.map(cohortCode);
  const unknown = names.filter((_, i) => !COHORTS.some(({ code }) => code === codes[i]));
  if (unknown.length > 0)
    throw usageError(`没有 ${unknown.join('、')} 这个队列。可以写 ${COHORTS.map(({ code }) => code.toUpperCase()).join('、')}。`);
  return [...new Set(codes)];
}

/** Runs what a command does with the installed cohorts. */
const withStore = <T>(context: CommandContext, work: (store: CohortStore) => Promise<T>): Promise<T> =>
  context.withReleases((releases) => work(new CohortStore(releases, context.config().folders.cohorts)));

/** Codes of installed cohorts: those that are named, or all. */
async function installedCodes(store: CohortStore, names: readonly string[]): Promise<string[]> {
  const all = (await store.codes()).filter((code) => names.length === 0 || names.some((name) => cohortCode(name) === code));
  const absent = names.filter((name) => !all.includes(cohortCode(name)));
  if (absent.length > 0) throw new AdminError(`没有安装 ${absent.join('、')}。请先看 list。`);
  return all;
}

async function runInstaller(
  context: CommandContext,
  store: CohortStore,
  mirror: string | undefined,
  choices: InstallChoices,
): Promise<void> {
  const { terminal } = context;
  const place = openPlace(context.config(mirror).mirror);
  const installer = new Installer({ store, place, teller: { line: terminal.out, progress: terminal.progress } });
  const outcomes = await installer.run(choices);
  const count = (state: string) => outcomes.filter((outcome) => outcome.state === state).length;
  terminal.err(`安装 ${count('installed')} 个，没有改动 ${count('kept')} 个，没有完成 ${count('failed')} 个`);
  context.exit(count('failed') > 0 ? EXIT.failed : EXIT.ok);
}

function addInstall(program: Command, context: CommandContext): void {
  program
    .command('install [队列...]')
    .description('下载并安装队列；已安装的不动')
    .option('--all', '全部 33 个')
    .addOption(mirrorOption())
    .addOption(gtexOption())
    .action((names: string[], { all, mirror, gtex }: { all?: boolean; mirror?: string; gtex: boolean }) => {
      if (all !== true && names.length === 0) throw usageError('请写要安装的队列，如 ACC CHOL，或加 --all。');
      const codes = all === true ? COHORTS.map(({ code }) => code) : tcgaCodes(names);
      return withStore(context, (store) => runInstaller(context, store, mirror, { codes, update: false, gtex }));
    });
  program
    .command('update [队列...]')
    .description('来源有新版本时重新安装；不写队列时看全部已安装的')
    .addOption(mirrorOption())
    .addOption(gtexOption())
    .action((names: string[], { mirror, gtex }: { mirror?: string; gtex: boolean }) =>
      withStore(context, async (store) => {
        const installed = await installedCodes(store, names);
        const codes = installed.filter((code) => COHORTS.some((cohort) => cohort.code === code));
        await runInstaller(context, store, mirror, { codes, update: true, gtex });
      }),
    );
}

type Listed = Awaited<ReturnType<typeof listCohorts>>[number];

const COLUMNS: readonly Column<Listed>[] = [
  { title: '队列', of: ({ label }) => label },
  { title: '肿瘤', of: ({ name }) => name },
  { title: '版本', of: ({ release, simulated }) => (release === null ? '未安装' : `${release}${simulated ? '（模拟演示队列）' : ''}`) },
  { title: '肿瘤样本', of: ({ samples }) => samples },
  { title: '正常样本', of: ({ normals }) => normals },
  { title: 'GTEx', of: ({ matrices }) => matrices.gtex?.gtex ?? null },
  { title: '死亡', of: ({ events }) => events },
];

function addList(program: Command, context: CommandContext): void {
  program
    .command('list')
    .description('列出全部队列和这台服务器安装的')
    .option('--installed', '只列已安装的')
    .addOption(jsonOption())
    .action(async ({ installed, json }: { installed?: boolean; json?: boolean }) => {
      const all = await withStore(context, listCohorts);
      const shown = installed === true ? all.filter((cohort) => cohort.installed) : all;
      printList(context.terminal, COLUMNS, shown, { ...(json !== undefined && { json }) });
    });
}

function addVerify(program: Command, context: CommandContext): void {
  program
    .command('verify [队列...]')
    .description('按校验和检查已安装的文件')
    .action((names: string[]) =>
      withStore(context, async (store) => {
        const codes = await installedCodes(store, names);
        if (codes.length === 0) context.terminal.out('没有安装任何队列。');
        let damaged = 0;
        for (const code of codes) {
          context.terminal.progress(`正在检查 ${code.toUpperCase()}`);
          const wrong = await store.damaged(code);
          const whole = wrong?.length === 0;
          if (!whole) damaged += 1;
          context.terminal.out(
            `${code.toUpperCase()}  ${whole ? '完好' : `有损坏：${wrong?.join('、')}。运行 install ${code.toUpperCase()} 会重新取得`}`,
          );
        }
        context.exit(damaged > 0 ? EXIT.failed : EXIT.ok);
      }),
    );
}

function addRemove(program: Command, context: CommandContext): void {
  program
    .command('remove <队列...>')
    .description('删除已安装的队列；正在运行的分析不受影响')
    .action((names: string[]) =>
      withStore(context, async (store) => {
        const codes = await installedCodes(store, names);
        await withLock(join(store.folder, DOWNLOADS_FOLDER), async () => {
          for (const code of codes) {
            await store.remove(code);
            context.terminal.out(`${code.toUpperCase()}  已删除`);
          }
        });
      }),
    );
  program
    .command('clean')
    .description('删除下载的源文件；各队列共用的（如 Toil 的 1.3 GB）安装后留着，供装下一个队列时用')
    .action(async () => {
      const downloads = join(context.config().folders.cohorts, DOWNLOADS_FOLDER);
      await withLock(downloads, () => rm(downloads, { recursive: true, force: true }));
      context.terminal.out(`已删除 ${downloads}`);
    });
}

function buildProgram(context: CommandContext): Command {
  const program = new Command('npm run cohorts --');
  program.description('瘤析 OncoLoom 的公共队列').helpCommand('help [命令]', '显示一个命令的用法').addHelpText('after', FOOTER);
  for (const add of [addInstall, addList, addVerify, addRemove]) add(program, context);
  return program;
}

/** Runs one command; answers the exit code. */
export function runCohorts(argv: readonly string[], env: NodeJS.ProcessEnv, terminal: ProgressTerminal): Promise<ExitCode> {
  return runProgram('cohorts', { argv, env, terminal }, buildProgram);
}
