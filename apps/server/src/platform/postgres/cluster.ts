import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { handLock, takeLock } from '../file-lock.ts';
import type { Log } from '../log.ts';
import { type Account, privateFolder, unprivilegedAccount } from '../unprivileged.ts';
import { openDatabase } from './database.ts';
import { APPLICATION_ROLE, CREATE_ROLE, prepareDatabase } from './database-role.ts';
import { createCluster, findPrograms, type PostgresPrograms, spawnPostgres } from './postgres-programs.ts';
import { isPostgres, removeForeignLocks, runningPostmaster } from './postmaster.ts';

const DATABASE = 'oncoloom';
/** Who made the cluster. The product itself works as another role. */
const SUPERUSER = 'oncoloom';
/** Any number: processes that start together make the role in turn. */
const ROLE_LOCK = 7_310_003;
/** The kernel's limit of a socket's path is 107 bytes; postgres adds its own name, and `.lock` to that. */
const SOCKET_FOLDER_MAX = 107 - '/.s.PGSQL.5432.lock'.length;
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
/** A session that its process has ended is listed for a moment more: without waiting, two that stop together would each leave it to the other. */
const ENDING_MS = 1_000;
const WATCH_MS = 250;
/** Waits between two starts, the longest for a disk that stays full: each start writes to it. */
const RETRY_MS = 50;
const RETRY_MAX_MS = 2_000;
/** No set-up takes this long: it was broken off, ms. */
const ABANDONED_MS = 10 * 60_000;

/** Fit for a database of metadata: results lie in the storage. Durability stays as postgres ships it. */
const SETTINGS = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '64MB',
  min_wal_size: '32MB',
  jit: 'off',
  // Parallel workers use /dev/shm, which containers make too small.
  max_parallel_workers_per_gather: '0',
  idle_in_transaction_session_timeout: '5min',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  // A failed statement's text could carry what a user sent.
  log_min_error_statement: 'panic',
} as const;

/**
 * A PostgreSQL of our own in the data folder: reachable through a unix socket only, run as an unprivileged user, adopted
 * when it already runs (a killed server leaves it behind), started again when it dies.
 */
export class PrivateCluster {
  readonly #folder: string;
  readonly #log: Log;
  readonly #account: Account | undefined = unprivilegedAccount();
  readonly #programs: PostgresPrograms;
  #socket: string;
  #watching: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #startedHere = false;
  #stopped = false;

  private constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
    this.#programs = findPrograms(this.#data);
    const within = join(folder, 'run');
    const short = `/tmp/oncoloom-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
    this.#socket = Buffer.byteLength(within) <= SOCKET_FOLDER_MAX ? within : short;
  }

  /** Starts or adopts the cluster in `folder` (absolute) and keeps it running until `stop`. Throws a sentence for the operator. */
  static async start(folder: string, log: Log): Promise<PrivateCluster> {
    const cluster = new PrivateCluster(folder, log);
    await cluster.#ensure();
    await cluster.#ensureDatabase();
    await cluster.#ensureRole();
    // An adopted postmaster is nobody's child, so its death is noticed by looking.
    cluster.#watching = setInterval(() => void cluster.#check(), WATCH_MS);
    cluster.#watching.unref();
    return cluster;
  }

  /** Address of the product's database as the role that owns what is in it and nothing else, for `pg`. */
  get url(): string {
    return this.#address(DATABASE, APPLICATION_ROLE);
  }

  /** The same as the superuser: for what sets databases up. */
  get adminUrl(): string {
    return this.#address(DATABASE, SUPERUSER);
  }

  /** Brings the product's database up to date. */
  async migrate(): Promise<void> {
    const database = openDatabase(this.adminUrl, this.#log, 1);
    try {
      await prepareDatabase(database);
    } finally {
      await database.$client.end();
    }
  }

  /** Whether this process has started postgres, and not found it running. */
  get startedHere(): boolean {
    return this.#startedHere;
  }

  get #data(): string {
    return join(this.#folder, 'cluster');
  }

  /** Held by postgres and its sessions. */
  get #lock(): string {
    return join(this.#folder, 'lock');
  }

  #address(database: string, role: string): string {
    return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(this.#socket)}`;
  }

  /** Makes the cluster run; calls while one is under way share it. */
  #ensure(): Promise<void> {
    this.#starting ??= this.#bringUp().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /**
   * Several processes of one data folder (an API and a worker) may be here at the same time: one rename of a new data directory wins, and who
   * has the lock starts postgres; all wait for that one. It hands the lock to postgres, which does not see itself that another runs on the same
   * files on another machine or in another container, and would destroy them.
   */
  async #bringUp(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o711 });
    if (!existsSync(join(this.#data, 'PG_VERSION'))) await this.#create();
    const deadline = Date.now() + START_TIMEOUT_MS;
    let locked = false;
    for (let pause = RETRY_MS; Date.now() < deadline; pause = Math.min(2 * pause, RETRY_MAX_MS)) {
      let alive = () => true;
      if (!(await runningPostmaster(this.#data))) {
        locked = !(await takeLock(this.#lock));
        alive = locked ? () => false : await handLock(this.#lock, (lock) => this.#launch(lock));
      }
      if (await this.#answers(deadline, alive)) return;
      // After a kill -9 of postgres its sessions keep the shared memory for some 300 ms, and a new start is refused.
      await wait(pause);
    }
    if (locked)
      throw new Error(
        `${this.#folder} 里的数据库正由另一台机器或另一个容器使用：几台机器要共用一个数据库，请给每台设置同一个 DATABASE_URL`,
      );
    throw new Error(`私有数据库启动不了：请查看 ${this.#folder} 里 start.log 和 cluster/log 的日志`);
  }

  async #create(): Promise<void> {
    // Made beside and renamed: a set-up that is interrupted leaves nothing that looks finished.
    const unfinished = join(this.#folder, `new-${randomUUID()}`);
    await removeAbandoned(this.#folder);
    await createCluster(this.#programs, unfinished, SUPERUSER, this.#account);
    try {
      await rename(unfinished, this.#data);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
      await rm(unfinished, { recursive: true, force: true });
    }
  }

  /** PostgreSQL's log may take a tenth of a small disk: left to its own measure it alone would fill it. */
  async #logSize(): Promise<string> {
    const { blocks, bsize } = await statfs(this.#folder);
    return `${Math.round(Math.min(512, Math.max(64, (blocks * bsize) / 10 / 1024 ** 2)))}MB`;
  }

  /** Starts a postmaster and answers how to ask whether it still lives. */
  async #launch(lock: number): Promise<() => boolean> {
    await removeForeignLocks(this.#data, this.#socket);
    await privateFolder(this.#socket, this.#account);
    const settings = { ...SETTINGS, max_wal_size: await this.#logSize(), unix_socket_directories: this.#socket };
    const child = await spawnPostgres(this.#programs, this.#data, settings, this.#account, lock);
    this.#startedHere = true;
    child.once('exit', () => void this.#check());
    return () => child.exitCode === null && child.signalCode === null;
  }

  /** Waits until a connection gets through; false when the deadline passes or nobody is left to wait for. */
  async #answers(deadline: number, alive: () => boolean): Promise<boolean> {
    while (Date.now() < deadline) {
      const postmaster = await runningPostmaster(this.#data);
      if (postmaster?.ready) {
        this.#socket = postmaster.socket;
        if (await this.#query('postgres', 'SELECT 1').then(Boolean, () => false)) return true;
      } else if (!postmaster && !alive()) return false;
      await wait(10);
    }
    return false;
  }

  async #ensureDatabase(): Promise<void> {
    const found = await this.#query('postgres', `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
    if (found.length > 0) return;
    try {
      await this.#query('postgres', `CREATE DATABASE ${DATABASE}`);
    } catch (error) {
      // Another process that starts at the same time has just made it.
      if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
    }
  }

  async #ensureRole(): Promise<void> {
    const isThere = `SELECT 1 FROM pg_roles WHERE rolname = '${APPLICATION_ROLE}'`;
    if ((await this.#query('postgres', isThere)).length > 0) return;
    // One statement after the other in a transaction: a role without its limits is never seen.
    const create = `DO $$ BEGIN PERFORM pg_advisory_xact_lock(${ROLE_LOCK}); IF NOT EXISTS (${isThere}) THEN ${CREATE_ROLE.join('; ')}; END IF; END $$`;
    await this.#query('postgres', create);
  }

  async #query(database: string, text: string): Promise<Record<string, unknown>[]> {
    const client = new Client({
      connectionString: this.#address(database, SUPERUSER),
      connectionTimeoutMillis: 2_000,
      application_name: `oncoloom-cluster/${process.pid}`,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    if (!this.#watching || this.#starting || this.#stopped || (await runningPostmaster(this.#data)) || this.#stopped) return;
    this.#log.error('the private database died and is being started again');
    try {
      await this.#ensure();
      this.#log.info('the private database is back');
    } catch (error) {
      this.#log.error({ err: error }, 'the private database could not be started again');
    }
  }

  /** Stops watching, and leaves postgres running for those who have started it. */
  leave(): void {
    this.#stopped = true;
    clearInterval(this.#watching);
  }

  /** Stops watching, and stops postgres unless another process of the product still uses it. */
  async stop(): Promise<void> {
    this.leave();
    await this.#starting?.catch(() => undefined);
    const postmaster = await runningPostmaster(this.#data);
    if (!postmaster || (await this.#isShared())) return;
    // A fast shutdown: sessions are ended, everything is written out.
    process.kill(postmaster.pid, 'SIGINT');
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline && (await isPostgres(postmaster.pid))) await wait(10);
    await rmdir(this.#socket).catch(() => undefined);
  }

  /** Does another process use it? */
  async #isShared(): Promise<boolean> {
    const deadline = Date.now() + ENDING_MS;
    while (await this.#hasOtherSessions()) {
      if (Date.now() > deadline) return true;
      await wait(20);
    }
    return false;
  }

  async #hasOtherSessions(): Promise<boolean> {
    const others = `SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND application_name NOT LIKE 'oncoloom%/${process.pid}' LIMIT 1`;
    return this.#query('postgres', others).then(
      (rows) => rows.length > 0,
      () => false,
    );
  }
}

/** Removes data directories whose set-up was broken off. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.startsWith('new-') && Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}
