import { readFile, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What a lock file of postgres says: `postmaster.pid` of a data directory, or that beside a socket, which is shorter. */
interface Lock {
  pid: number;
  /** Its data directory as it was called at the start. */
  data: string;
  /** Folder of its socket: an adopted one may use another than we would choose. */
  socket: string;
  /** It takes connections. */
  ready: boolean;
}

type Postmaster = Pick<Lock, 'pid' | 'socket' | 'ready'>;

const lockOf = (data: string) => join(data, 'postmaster.pid');

/** Undefined when there is none. */
async function readLock(path: string): Promise<Lock | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, data: lines[1] ?? '', socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/** The name of a living process; undefined when it is gone or only waits to be reaped. */
async function processName(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return ['Z', 'X'].includes(stat.charAt(end + 2)) ? undefined : stat.slice(stat.indexOf('(') + 1, end);
  } catch {
    return undefined;
  }
}

/** Whether a process is a living postgres. */
export async function isPostgres(pid: number): Promise<boolean> {
  return (await processName(pid))?.startsWith('postgres') ?? false;
}

/**
 * Whether the process that a lock names works in this data directory. A copy of the folder has the original's lock, and the original's postgres
 * may live. Postgres never leaves its data directory, so the folder it stands in tells whose it is, also where that has been renamed.
 */
async function isAtWorkIn(data: string, lock: Lock): Promise<boolean> {
  if (!(await isPostgres(lock.pid))) return false;
  try {
    const [own, its] = await Promise.all([stat(data), stat(`/proc/${lock.pid}/cwd`)]);
    return own.dev === its.dev && own.ino === its.ino;
  } catch (error) {
    // Another user's process does not show where it stands: the name that it has written is left.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
    const paths = await Promise.all([realpath(data), realpath(lock.data)]).catch(() => undefined);
    return paths !== undefined && paths[0] === paths[1];
  }
}

/** The postgres of a data directory, if it lives. */
export async function runningPostmaster(data: string): Promise<Postmaster | undefined> {
  const lock = await readLock(lockOf(data));
  return lock && (await isAtWorkIn(data, lock)) ? lock : undefined;
}

/**
 * Removes lock files that name a living process which is not this data directory's postgres: after a reboot the number may be anybody's, in a
 * copied folder it is the original's, and postgres would refuse to start. A dead process's lock stays: postgres reads from it whether old
 * sessions still hold the shared memory, and starting over those would destroy the database.
 * @param socket Folder of the socket that a new postgres would make.
 */
export async function removeForeignLocks(data: string, socket: string): Promise<void> {
  for (const path of [lockOf(data), join(socket, '.s.PGSQL.5432.lock')]) {
    const lock = await readLock(path);
    if (lock && (await processName(lock.pid)) !== undefined && !(await isAtWorkIn(data, lock))) await rm(path, { force: true });
  }
}
