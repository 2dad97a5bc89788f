import { join } from 'node:path';
import { ORGANISM_TITLES } from '@oncoloom/contract';
import { Command, Option } from 'commander';
import { AdminError, EXIT, usageError } from '../command-line/errors.ts';
import { jsonOption } from '../command-line/options.ts';
import { type Column, type ProgressTerminal, printList } from '../command-line/output.ts';
import { type CommandContext, runProgram } from '../command-line/program.ts';
import type { Release, ReleaseKind, Releases } from '../releases/service.ts';
import { ReferenceInstaller, referencePlace, type Verified, verifyGeneSets } from './install.ts';
import { GeneSetsService, geneSetInbox, REFERENCE_GENE_SETS } from './service.ts';
import { SignatureInstaller, signaturePlace, verifySignature } from './signature-install.ts';
import { readSignatureSources, type SignatureSource } from './signature-sources.ts';
import { type InstalledSignature, REFERENCE_SIGNATURES, SIGNATURE_ENDING, SignaturesService, signatureInbox } from './signatures.ts';
import { type GeneSetSource, newestSources, readSources, releasesOf } from './sources.ts';

const FOOTER = `
名称见 list；名称@版本 装一个指定的版本，如 hallmark@2025.1.Hs。每个版本是一个文件，新旧并存，已安装的不会被覆盖。
文件来自发布者的公开地址；--mirror 或 ONCOLOOM_MIRROR 指向放着同样文件（可以是 .gz）的文件夹或网址。
也可以把自己的 gmt 放进数据文件夹的 gene-sets，MSigDB 的文件按名字认出；一分钟没有改动后收进存储，文件从文件夹里移走。
退出码：0 成功，1 有一项没有完成或检查不通过，2 用法不对。`;

/** @param names As `hallmark` or `hallmark@2025.1.Hs`. */
function chosenSources(
  sources: readonly GeneSetSource[],
  names: readonly string[],
  signatures: readonly SignatureSource[],
): GeneSetSource[] {
  const all = [...new Set([...sources, ...signatures].map(({ name }) => name))];
  return [...new Set(names)].map((asked) => {
    const [name = '', release] = asked.split('@');
    const releases = releasesOf(sources, name);
    const chosen = release === undefined ? releases[0] : releases.find((one) => one.release === release);
    if (chosen !== undefined) return chosen;
    if (releases.length === 0) throw usageError(`没有「${name}」这个参考集。可以写 ${all.join('、')}。`);
    throw usageError(`「${name}」没有 ${release} 版。可以写 ${releases.map((one) => one.release).join('、')}。`);
  });
}

/** What is being fetched. */
const DOWNLOADS_FOLDER = '.downloads';

interface InstallOptions {
  all?: boolean;
  acceptLicence?: boolean;
  mirror?: string;
  sha256?: string;
}

function addInstall(program: Command, context: CommandContext, register: string | undefined): void {
  program
    .command('install [名称...]')
    .description('下载、核对并安装；已安装的不动')
    .option('--all', '全部人和小鼠的参考集')
    .option('--accept-licence', '接受许可有限制的来源（KEGG）的条款')
    .addOption(new Option('--mirror <文件夹或网址>', '从这里取文件，代替发布者的地址'))
    .addOption(new Option('--sha256 <校验和>', '只装一项时：您从别处核对过的校验和，代替登记的'))
    .action(async (names: string[], { all, acceptLicence = false, mirror, sha256 }: InstallOptions) => {
      const [sources, signatures] = await Promise.all([readSources(register), readSignatureSources(register)]);
      if (all !== true && names.length === 0) throw usageError('请写要安装的名称，如 hallmark，或加 --all。');
      const isSignature = (name: string) => signatures.some((one) => one.name === name);
      const asked = names.filter((name) => !isSignature(name));
      const chosen = all === true ? newestSources(sources) : asked.length > 0 ? chosenSources(sources, asked, signatures) : [];
      const wanted = signatures.filter(({ name }) => all === true || names.includes(name));
      if (sha256 !== undefined && (chosen.length !== 1 || !/^[0-9a-f]{64}$/.test(sha256)))
        throw usageError('--sha256 要 64 位小写十六进制，并且一次只装一项。');
      const { terminal } = context;
      const { mirror: from, folders } = context.config(mirror);
      const { progress } = terminal;
      const outcomes = await context.withReleases(async (releases) => {
        const geneSets = { releases, folder: join(folders.local, 'gene-sets', DOWNLOADS_FOLDER), place: referencePlace(from), progress };
        const done = await new ReferenceInstaller(geneSets).run(chosen, { acceptLicence, sha256 });
        if (wanted.length === 0) return done;
        const cells = { releases, folder: join(folders.local, 'signatures', DOWNLOADS_FOLDER), place: signaturePlace(from), progress };
        return [...done, ...(await new SignatureInstaller(cells).run(wanted, acceptLicence))];
      });
      for (const [i, { sentence }] of outcomes.entries()) terminal.out(`${[...chosen, ...wanted][i]?.name}  ${sentence}`);
      const count = (state: string) => outcomes.filter((outcome) => outcome.state === state).length;
      terminal.err(`安装 ${count('installed')} 个，没有改动 ${count('kept')} 个，没有完成 ${count('failed')} 个`);
      context.exit(count('failed') > 0 ? EXIT.failed : EXIT.ok);
    });
}

interface Listed {
  name: string | null;
  file: string;
  title: string;
  organism: string;
  release: string;
  date: string;
  sets: number | null;
  licence: string;
  installed: boolean;
  problems: readonly string[];
}

const COLUMNS: readonly Column<Listed>[] = [
  { title: '名称', of: ({ name }) => name },
  { title: '内容', of: ({ title }) => title },
  { title: '物种', of: ({ organism }) => organism },
  { title: '版本', of: ({ release }) => release },
  { title: '日期', of: ({ date }) => date },
  { title: '基因集', of: ({ sets }) => sets },
  { title: '状态', of: ({ installed, problems }) => (problems.length > 0 ? problems.join('；') : installed ? '已安装' : '未安装') },
  { title: '许可', of: ({ licence }) => licence },
];

function addList(program: Command, context: CommandContext, register: string | undefined): void {
  program
    .command('list')
    .description('列出这台服务器有的基因集，和可以安装的')
    .option('--installed', '只列已安装的')
    .addOption(jsonOption())
    .action(async ({ installed, json }: { installed?: boolean; json?: boolean }) => {
      const sources = await readSources(register);
      const { data } = context.config().folders;
      const { present, unreadable, signatures } = await context.withReleases(async (releases) => {
        const registry = new GeneSetsService([REFERENCE_GENE_SETS], { releases, inbox: geneSetInbox(data) });
        const cells = new SignaturesService([REFERENCE_SIGNATURES], { releases, inbox: signatureInbox(data) });
        return { present: await registry.list(), unreadable: await registry.unreadable(), signatures: await cells.list() };
      });
      const nameOf = (file: string) => sources.find((source) => source.file === file)?.name ?? null;
      const here: Listed[] = present.map(({ name: file, organism, ...one }) => ({
        ...pick(one),
        name: nameOf(file),
        file,
        organism: ORGANISM_TITLES[organism],
        sets: one.sets,
        installed: true,
        problems: one.problems,
      }));
      const broken: Listed[] = unreadable.map(({ name: file, problems }) => ({
        ...pick({ title: file, release: '', date: '', licence: '' }),
        name: nameOf(file),
        file,
        organism: '',
        sets: null,
        installed: false,
        problems,
      }));
      const files = new Set(here.map(({ file }) => file));
      const absent: Listed[] = newestSources(sources)
        .filter(({ file }) => !files.has(file))
        .map(({ name, file, organism, sets, ...one }) => ({
          ...pick(one),
          name,
          file,
          organism: ORGANISM_TITLES[organism],
          sets: sets ?? null,
          installed: false,
          problems: [],
        }));
      const cells = await listedSignatures(signatures, register);
      const others = cells.filter((one) => installed !== true || one.installed);
      printList(context.terminal, COLUMNS, [...here, ...broken, ...(installed === true ? [] : absent), ...others], {
        ...(json !== undefined && { json }),
      });
    });
}

/** Signatures of cell types, installed ones first. */
async function listedSignatures(present: readonly InstalledSignature[], register: string | undefined): Promise<Listed[]> {
  const sources = await readSignatureSources(register);
  const row = (one: Parameters<typeof pick>[0], rest: Pick<Listed, 'name' | 'file' | 'installed'>): Listed => ({
    ...pick(one),
    ...rest,
    organism: ORGANISM_TITLES.hsa,
    sets: null,
    problems: [],
  });
  const fileOf = (name: string) => `${name}${SIGNATURE_ENDING}`;
  const here = present.map((one) => {
    const known = sources.find(({ file }) => file === fileOf(one.name))?.name ?? null;
    return row(one, { name: known, file: fileOf(one.name), installed: true });
  });
  const files = new Set(here.map(({ file }) => file));
  const absent = sources.filter(({ file }) => !files.has(file));
  return [...here, ...absent.map((one) => row(one, { name: one.name, file: one.file, installed: false }))];
}

const pick = ({ title, release, date, licence }: Pick<Listed, 'title' | 'release' | 'date' | 'licence'>) => ({
  title,
  release,
  date,
  licence,
});

const STATES: Readonly<Record<Verified['state'], string>> = {
  whole: '完好',
  changed: '内容变了。请再运行 install',
  missing: '内容不见了。请再运行 install，或 remove',
};

/** What the operator has installed, with what is whole of what was put in by hand. */
async function operators(releases: Releases, context: CommandContext): Promise<{ geneSets: Release[]; signatures: Release[] }> {
  const { data } = context.config().folders;
  for (const inbox of [geneSetInbox(data), signatureInbox(data)]) await inbox.takeIn(releases);
  return { geneSets: await releases.current('gene-sets'), signatures: await releases.current('signature') };
}

function addVerify(program: Command, context: CommandContext): void {
  program
    .command('verify')
    .description('按校验和检查安装的文件，按格式检查放进来的文件')
    .action(() =>
      context.withReleases(async (releases) => {
        const { geneSets, signatures } = await operators(releases, context);
        if (geneSets.length + signatures.length === 0) context.terminal.out('没有安装任何参考集。');
        let bad = 0;
        for (const release of signatures) {
          const state = await verifySignature(releases, release);
          if (state !== 'whole') bad += 1;
          context.terminal.out(`${release.name}  ${STATES[state]}`);
        }
        for (const release of geneSets) {
          const { state, problems } = await verifyGeneSets(releases, release);
          if (state !== 'whole' || problems.length > 0) bad += 1;
          context.terminal.out(`${release.name}  ${[STATES[state], ...problems].join('；')}`);
        }
        context.exit(bad > 0 ? EXIT.failed : EXIT.ok);
      }),
    );
}

function addRemove(program: Command, context: CommandContext): void {
  program
    .command('remove <文件...>')
    .description('删除安装的或放进来的参考集，文件名见 list；用过它的分析不受影响')
    .action((files: string[]) =>
      context.withReleases(async (releases) => {
        const { geneSets, signatures } = await operators(releases, context);
        const found = new Map<string, ReleaseKind>([...geneSets, ...signatures].map(({ name, kind }) => [name, kind]));
        const absent = files.filter((file) => !found.has(file));
        if (absent.length > 0) throw new AdminError(`没有安装 ${absent.join('、')}。请先看 list。`);
        for (const file of new Set(files)) {
          await releases.remove(found.get(file) as ReleaseKind, file);
          context.terminal.out(`${file}  已删除`);
        }
      }),
    );
}

function addUpdate(program: Command, context: CommandContext, register: string | undefined): void {
  program
    .command('update')
    .description('说出已安装的参考集有没有更新的版本；不下载')
    .action(async () => {
      const sources = await readSources(register);
      const { geneSets } = await context.withReleases((releases) => operators(releases, context));
      const files = new Set(geneSets.map(({ name }) => name));
      const installed = sources.filter(({ file }) => files.has(file));
      const names = [...new Set(installed.map(({ name }) => name))];
      if (names.length === 0) context.terminal.out('没有安装登记里的参考集。');
      for (const name of names) {
        const [newest] = releasesOf(sources, name);
        if (newest === undefined) throw new AdminError(`登记里没有 ${name}`);
        context.terminal.out(
          files.has(newest.file)
            ? `${name}  ${newest.release} 已是登记里最新的`
            : `${name}  有新版本 ${newest.release}（${newest.date}）：运行 install ${name}。旧版本留着，以前的结果可以重做`,
        );
      }
    });
}

/** Runs one command; answers the exit code. @param register Another file than reference/sources.json. */
export function runReference(argv: readonly string[], env: NodeJS.ProcessEnv, terminal: ProgressTerminal, register?: string) {
  return runProgram('reference', { argv, env, terminal }, (context) => {
    const program = new Command('npm run reference --');
    program
      .description('瘤析 OncoLoom 的参考基因集和细胞类型签名')
      .helpCommand('help [命令]', '显示一个命令的用法')
      .addHelpText('after', FOOTER);
    for (const add of [addInstall, addList, addVerify, addUpdate, addRemove]) add(program, context, register);
    return program;
  });
}
