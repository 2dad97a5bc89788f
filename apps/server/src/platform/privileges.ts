import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from './log.ts';
import { ROOT } from './root.ts';
import { type Account, closedAbove } from './unprivileged.ts';

const run = promisify(execFile);

export interface Rights {
  /** Groups that the account is not a member of otherwise. */
  groups?: readonly number[];
  /** Opens ports that only root may open. */
  lowPorts?: boolean;
}

/** In front of a command: runs it as an account, with no way back. It ends when its starter ends. */
function asServer(account: Account, { groups = [], lowPorts = false }: Rights = {}): string[] {
  const only = lowPorts ? '-all,+net_bind_service' : '-all';
  return [
    'setpriv',
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    groups.length === 0 ? '--clear-groups' : `--groups=${groups.join()}`,
    '--no-new-privs',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--pdeathsig=KILL',
  ];
}

/** Where the folders are held for a moment that are going to be opened, seen by nobody else; any folder that every system has will do. */
const STAGE = '/mnt';

/**
 * In front of a command: has folders below closed ones, such as /root, within reach at their own paths. In a mount namespace of the command's
 * own the closed folders are covered by empty ones that everybody passes, and hold nothing but what is named.
 */
function uncovered(account: Account, folders: readonly string[]): string[] {
  const below = (inner: string, outer: string) => inner.startsWith(`${outer}/`);
  const closed = [...new Set(folders.map((folder) => closedAbove(account, folder)).filter((folder) => folder !== undefined))];
  const covered = folders.filter((folder) => closed.some((outer) => below(folder, outer)));
  const kept = covered.filter((folder) => !covered.some((other) => below(folder, other)));
  const parameter = (i: number) => `"\${${i + 1}}"`;
  const steps = [
    `mount -t tmpfs none ${STAGE}`,
    ...kept.map((_, i) => `mkdir ${STAGE}/${i} && mount --rbind ${parameter(i)} ${STAGE}/${i}`),
    ...closed.map((_, i) => `mount -t tmpfs -o mode=711 none ${parameter(kept.length + i)}`),
    ...kept.map((_, i) => `mkdir -p ${parameter(i)} && mount --move ${STAGE}/${i} ${parameter(i)}`),
    // Where it stands is under a cover by now: it goes there again.
    `umount ${STAGE} && { cd ${parameter(kept.length + closed.length)} || cd /; } 2>/dev/null`,
    `shift ${kept.length + closed.length + 1} && exec "$@"`,
  ];
  return ['unshare', '--mount', 'sh', '-c', steps.join(' && '), 'sh', ...kept, ...closed, process.cwd()];
}

/**
 * What stands in front of a command so that it runs as an account and reads some folders: nothing more than that where every folder on the way
 * lets it through, a namespace where not. @param folders absolute paths. @param files in them that have to be readable as well.
 * @returns a function of the rights; undefined where root cannot be given up: a container may have no other users, or allow no mounts.
 */
export async function findWay(
  account: Account,
  folders: readonly string[],
  files: readonly string[] = [],
): Promise<((rights: Rights) => string[]) | undefined> {
  const readsAll = 'for path in "$@"; do test -r "$path" || exit 1; done';
  for (const prefix of [[], uncovered(account, folders)]) {
    const way = (rights: Rights) => [...prefix, ...asServer(account, rights)];
    const [file = '', ...args] = [...way({}), 'sh', '-c', readsAll, 'sh', ...folders, ...files];
    const works = await run(file, args, { cwd: '/' }).then(
      () => true,
      () => false,
    );
    if (works) return way;
  }
  return undefined;
}

/** The folders of the program: its own, and Node's, which may be anywhere. */
export const PROGRAM_FOLDERS: readonly string[] = [ROOT, dirname(dirname(process.execPath))];

/** What lies in a data folder and is not the server's. */
const NOT_THE_SERVERS = ['jobs', 'lost+found'];

/**
 * Gives what is in a data folder to an account, where it is not yet: earlier releases ran as root. The folder itself stays root's, open to
 * the account's group and sticky: the account makes files in it and cannot put something else in the place of what is root's.
 */
export async function takeOver(data: string, account: Account, log: Log): Promise<void> {
  await mkdir(data, { recursive: true });
  const { uid, gid, mode } = await stat(data);
  const wanted = (mode & 0o777) | 0o1070;
  if (uid !== 0 || gid !== account.gid) await chown(data, 0, account.gid);
  if ((mode & 0o7777) !== wanted) await chmod(data, wanted);
  const given: string[] = [];
  for (const name of await readdir(data)) {
    if (NOT_THE_SERVERS.includes(name)) continue;
    const path = await placeOf(join(data, name));
    if (path === undefined || !(await holdsForeign(path, account))) continue;
    // A program that walks by open folders and changes links themselves: nothing outside is reached, whoever changes the tree meanwhile.
    await run('chown', ['-RhP', `${account.uid}:${account.gid}`, '--', path]).catch(async (error: unknown) => {
      // The folder itself comes last. Files of a running database come and go meanwhile; whatever else stays another's is for the operator to see.
      if ((await lstat(path)).uid !== account.uid) throw error;
      log.warn({ err: error, path }, 'not everything could be given to the account of the server');
    });
    given.push(name);
  }
  if (given.length > 0) log.info({ account: account.name, given }, 'what was in the data folder was given to the account of the server');
}

/**
 * Is something in a folder another's? Looks as deep as folders of the server's lie, not at every file: an earlier release, or a server that
 * could not give root up, makes new folders there as root.
 */
async function holdsForeign(path: string, { uid }: Account): Promise<boolean> {
  // Files that go meanwhile are an error of the program, and none here.
  const looked = run('find', [path, '-maxdepth', '2', '!', '-uid', String(uid), '-print', '-quit']);
  const { stdout } = await looked.catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return stdout !== '';
}

/** Where an entry of a data folder lies: a link may lead to another disk if root has made it, and is not followed otherwise. */
async function placeOf(path: string): Promise<string | undefined> {
  const found = await lstat(path);
  if (!found.isSymbolicLink()) return path;
  return found.uid === 0 ? realpath(path) : undefined;
}

/** Makes a folder that everybody passes and one owner changes, or takes it over; answers where it lies. What is in it stays as it is. */
export async function takeFolder(path: string, owner: { uid: number; gid: number }): Promise<string> {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const place = await placeOf(path);
  if (place === undefined) throw new Error(`${path} is a link that root has not made`);
  const folder = await open(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await folder.chown(owner.uid, owner.gid);
    await folder.chmod(0o711);
  } finally {
    await folder.close();
  }
  return place;
}
