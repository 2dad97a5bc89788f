import { formatBytes } from '@oncoloom/tool-kit';
import { sql } from 'drizzle-orm';
import { lastBackup } from '../backup/history.ts';
import type { PlatformsService } from '../chip-platforms/service.ts';
import { installableRows } from '../gene-sets/available.ts';
import type { GeneSetsService, SignaturesService } from '../gene-sets/service.ts';
import type { LiveHub } from '../live/hub.ts';
import { largestMiB } from '../machines/service.ts';
import { chinaTime } from '../platform/china-time.ts';
import type { Disk } from '../platform/disk.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Queue } from '../platform/queue.ts';
import type { Engine } from '../r-engine/engine.ts';
import type { Confinement, EngineParent, EngineState, EngineStatus, Isolation } from '../r-engine/types.ts';
import type { Storage } from '../storage/storage.ts';
import type { Health, HealthAsker, HealthChecks } from './health.ts';

const MIB = 1024 ** 2;

const STATES: Record<EngineState, string> = {
  starting: '正在启动',
  warming: '正在预热',
  ready: '就绪',
  restarting: '正在重新启动',
  stopped: '已停止',
};

const ISOLATION: Record<Isolation, string> = {
  full: '独立用户，无网络',
  user: '独立用户；网络没有隔离',
  network: '无网络；与服务器同一用户',
  none: '没有隔离：以 root 启动，或允许用户命名空间',
};

/** What keeps a job from its neighbours' files and processes, or what is missing for it and how to get it. */
function confinementWords(confinement: Confinement | null): string | null {
  if (confinement === null) return null;
  const { built, files, calls } = confinement;
  if (!built) return '没有：沙箱没有编译出来。请停止服务器，把安装步骤再做一遍后启动';
  const missing = [
    ...(files ? [] : ['内核没有启用 Landlock（需要 Linux 5.13 以上），任务能读到系统里公开的文件，用户相同的任务之间没有隔离']),
    ...(calls ? [] : ['内核或容器不允许 seccomp，任务能使用套接字，能给同一用户的进程发信号']),
  ];
  return missing.length === 0 ? '只能读写自己的文件夹；没有套接字，不能影响别的进程' : `不完整：${missing.join('；')}`;
}

/** Seconds that a warm-up will still take, from the share that is done. */
function secondsLeft({ progress, since }: EngineStatus): number | undefined {
  const elapsed = (Date.now() - Date.parse(since)) / 1000;
  return progress < 0.1 ? undefined : Math.ceil((elapsed * (1 - progress)) / progress);
}

const PARENT_STAGES: Record<EngineParent['stage'], string> = { early: '先加载常用的程序包', all: '加载全部程序包' };

function parentState({ ready, step, progress }: EngineParent): string {
  return ready ? '就绪' : `${Math.round(100 * progress)}%${step === null ? '' : `：${step}`}`;
}

const unlessNull = (bytes: number | null): string | null => (bytes === null ? null : formatBytes(bytes));

function engineTables(status: EngineStatus): Health['tables'] {
  return [
    {
      title: '主进程',
      columns: ['进程', '程序包', '状态', '内存'],
      rows: status.parents.map((parent) => [parent.pid, PARENT_STAGES[parent.stage], parentState(parent), unlessNull(parent.privateBytes)]),
    },
    {
      title: '子进程',
      columns: ['进程', '任务', '类型', '秒', '内存（含与主进程共用的）', '空闲时独占的内存'],
      rows: status.children.map(({ pid, job, mode, seconds, rss, privateBytes }) => [
        pid,
        job ?? '空闲',
        mode,
        Math.round(seconds),
        formatBytes(rss),
        unlessNull(privateBytes),
      ]),
    },
    { title: '等待', columns: ['即时', '任务', '后台'], rows: [[status.queue.interactive, status.queue.task, status.queue.background]] },
    { title: 'R 包', columns: ['名称', '版本'], rows: Object.entries(status.packages) },
  ];
}

/** How the engine is: not ready while it warms up, with the share done and the seconds left. */
export function engineHealth(status: EngineStatus): Health {
  const ready = status.state === 'ready';
  const seconds = ready ? undefined : secondsLeft(status);
  const step = status.error ?? status.step;
  return {
    ready,
    ...(!ready && { missing: `${STATES[status.state]}${step ? `：${step}` : ''}`, progress: status.progress }),
    ...(seconds !== undefined && { seconds }),
    facts: {
      状态: STATES[status.state],
      进程: status.pid,
      预热用时: status.warmSeconds === null ? null : `${status.warmSeconds.toFixed(1)} 秒`,
      重新启动次数: status.restarts,
      隔离: ISOLATION[status.isolation],
      沙箱: confinementWords(status.confinement),
      工具: status.tools.join('、'),
      ...(status.later.length > 0 && { 正在加载程序包的工具: status.later.join('、') }),
    },
    tables: engineTables(status),
  };
}

async function databaseHealth(database: Database, asker: HealthAsker): Promise<Health> {
  if (asker === 'probe') {
    await database.execute(sql`SELECT 1`);
    return { ready: true };
  }
  const { rows } = await database.execute<{ version: string; bytes: string; connections: number }>(sql`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections`);
  const [row] = rows;
  return { ready: true, facts: { PostgreSQL: row?.version ?? '', 大小: formatBytes(Number(row?.bytes)), 连接: row?.connections ?? 0 } };
}

async function storageHealth({ storage, database }: { storage: Storage; database: Database }, asker: HealthAsker): Promise<Health> {
  try {
    await storage.check();
  } catch {
    return { ready: false, missing: '没有响应。文件和结果暂时打不开，也不能保存；恢复后自动继续。' };
  }
  return { ready: true, ...(asker === 'operator' && { facts: await storageFacts(storage, database) }) };
}

async function storageFacts(storage: Storage, database: Database): Promise<Health['facts']> {
  const [backup, reads] = [await lastBackup(database), storage.cacheReads()];
  return {
    上次备份: backup === undefined ? '还没有备份过：npm run admin -- backup 文件夹' : chinaTime(backup),
    ...(reads && { 本机缓存: `${reads.found} 次直接读到，${reads.fetched} 次从对象存储取` }),
  };
}

async function diskHealth(disk: Disk): Promise<Health> {
  const { free, total, floor, state } = await disk.look();
  const ready = state === 'enough';
  const missing = `磁盘已满：还剩 ${formatBytes(free)}，至少要 ${formatBytes(floor)}。请清理数据文件夹所在的磁盘；清理后自动恢复。`;
  return { ready, ...(!ready && { missing }), facts: { 可用: formatBytes(free), 总共: formatBytes(total), 下限: formatBytes(floor) } };
}

/** What the operator can add: nothing waits for it, so that it is never in the way of being ready. All collections are read for it. */
async function referenceHealth({ geneSets, signatures, platforms }: References, asker: HealthAsker): Promise<Health> {
  if (asker === 'probe') return { ready: true };
  const [installable, known] = await Promise.all([installableRows({ geneSets, signatures }), platforms.list()]);
  const absent = known.results.filter(({ installed }) => !installed);
  return {
    ready: true,
    facts: {
      芯片平台的注释: `${known.results.length - absent.length} 个已安装${absent.length === 0 ? '' : `；${absent.length} 个用到时从 GEO 或镜像取`}`,
    },
    tables:
      installable.length === 0
        ? []
        : [{ title: '可以安装的基因集和签名：在程序文件夹里运行命令', columns: ['名称', '版本', '许可', '命令'], rows: installable }],
  };
}

/** What the largest machine gives a task, and how many wait that are likely to take more. */
async function sizeFacts({ database, queue }: { database: Database; queue: Queue }): Promise<Health['facts']> {
  const largest = await largestMiB(database);
  if (largest === undefined) return { 最大的机器: '没有运行任务的进程' };
  const tooLarge = await queue.waitingAbove(largest);
  return { 最大的机器: `一个任务 ${formatBytes(largest * MIB)}`, ...(tooLarge > 0 && { 预计在哪台机器上都放不下: tooLarge }) };
}

interface References {
  geneSets: GeneSetsService;
  signatures: SignaturesService;
  platforms: Pick<PlatformsService, 'list'>;
}

/** What a proxy has to know before the process refuses connections. */
export const drainingCheck = (draining: AbortSignal) => (): Health =>
  draining.aborted ? { ready: false, missing: '正在停止，请由别的进程回答。' } : { ready: true };

/** The parts that a server process needs. */
export function healthChecks(
  parts: { database: Database; disk: Disk; storage: Storage; queue: Queue; live: LiveHub; engine: Engine } & References,
): HealthChecks {
  return {
    disk: () => diskHealth(parts.disk),
    storage: (asker) => storageHealth(parts, asker),
    database: (asker) => databaseHealth(parts.database, asker),
    queue: async () => {
      const { waiting, running } = await parts.queue.counts();
      return { ready: true, facts: { 等待: waiting, 运行中: running, ...(await sizeFacts(parts)) } };
    },
    engine: async () => {
      // One that is ready takes jobs: are there folders for them?
      if (parts.engine.status().state === 'ready') await parts.engine.checkFolders();
      return engineHealth(parts.engine.status());
    },
    reference: (asker) => referenceHealth(parts, asker),
    live: () => {
      const ready = parts.live.listening;
      return { ready, ...(!ready && { missing: '正在重新连接数据库。' }), facts: { 在线页面: parts.live.connections } };
    },
  };
}
