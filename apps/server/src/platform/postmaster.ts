import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What `postmaster.pid` says. */
export interface Postmaster {
  pid: number;
  /** Folder of its socket: an adopted one may use another than we would choose. */
  socket: string;
  /** It takes connections. */
  ready: boolean;
}

/** Reads the lock file of a data directory; undefined when there is none. */
async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
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

/** The postgres that the lock file names, if it lives. */
export async function runningPostmaster(data: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(data);
  return postmaster && (await isPostgres(postmaster.pid)) ? postmaster : undefined;
}

/**
 * Removes a lock file that names a living process which is no postgres: after a reboot the number may be anybody's, and
 * postgres would refuse to start. A dead process's lock stays: postgres reads from it whether old sessions still
 * hold the shared memory, and starting over those would destroy the database.
 */
export async function removeForeignLock(data: string): Promise<void> {
  const postmaster = await readPostmaster(data);
  if (!postmaster) return;
  const name = await processName(postmaster.pid);
  if (name !== undefined && !name.startsWith('postgres')) await rm(join(data, 'postmaster.pid'), { force: true });
}
