import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, asAccount } from '../unprivileged.ts';

const run = promisify(execFile);

/** Where Debian keeps PostgreSQL, one folder per major version. */
const INSTALLED = '/usr/lib/postgresql';

export interface PostgresPrograms {
  version: string;
  folder: string;
}

/**
 * The programs for a data directory: those of its own version when it exists (the formats of two major versions differ),
 * else the newest installed.
 */
export function findPrograms(data: string): PostgresPrograms {
  const versionFile = join(data, 'PG_VERSION');
  const installed = (existsSync(INSTALLED) ? readdirSync(INSTALLED) : [])
    .filter((version) => existsSync(join(INSTALLED, version, 'bin/initdb')) && existsSync(join(INSTALLED, version, 'bin/postgres')))
    .sort((a, b) => Number(b) - Number(a));
  const wanted = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : installed[0];
  if (wanted === undefined) throw new Error('没有找到 PostgreSQL：请运行 apt-get install postgresql，或设置 DATABASE_URL');
  if (!installed.includes(wanted)) {
    throw new Error(`数据文件夹里的数据库是 PostgreSQL ${wanted} 建立的，这台机器没有这个版本：请安装 postgresql-${wanted}`);
  }
  return { version: wanted, folder: join(INSTALLED, wanted, 'bin') };
}

/** Makes a data directory that belongs to `account` and is wholly on the disk when this returns. */
export async function createCluster(programs: PostgresPrograms, data: string, user: string, account: Account | undefined): Promise<void> {
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (account) await chown(data, account.uid, account.gid);
  const initdb = join(programs.folder, 'initdb');
  // One sync at the end instead of one per file. Only the socket's folder, closed to others, stands between a caller and the database: trust.
  const settings = ['-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'];
  for (const args of [
    [...settings, '-D', data],
    ['--sync-only', '-D', data],
  ]) {
    const command = asAccount(account, initdb, args, dirname(data));
    await run(command.file, command.args, { ...command.options, cwd: '/' });
  }
}

/**
 * Starts the postmaster in a session of its own, so that neither Ctrl+C nor a kill of the server reaches it.
 * What it says before its own log opens goes to `start.log` beside the data directory.
 * @param lock An open file that it and its sessions keep open.
 */
export async function spawnPostgres(
  programs: PostgresPrograms,
  data: string,
  settings: Record<string, string>,
  account: Account | undefined,
  lock?: number,
): Promise<ChildProcess> {
  const log = await open(join(dirname(data), 'start.log'), 'w');
  try {
    const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const command = asAccount(account, join(programs.folder, 'postgres'), args, data);
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd, ...(lock === undefined ? [] : [lock])],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}
