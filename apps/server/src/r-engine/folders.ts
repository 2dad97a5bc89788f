/**
 * The engine's folders: `<jobs>/<server>/` holds `code/`, `run/` (named pipes) and `jobs/` with one folder per job, or keeper's child. Servers in
 * other containers and on other machines may have theirs beside: whose server lives is told by a lock, not by a number of a process.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync, renameSync, writeFileSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  copyFile,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isDiskFull } from '../platform/disk.ts';
import { abandonedFolders, claimFolder, unclaimFolder } from '../platform/file-lock.ts';
import { ENGINE_UID } from './isolation.ts';
import { hasOffspring, isAlive, killGroup, killRest, processFacts, processSpace } from './processes.ts';
import type { EngineJob } from './types.ts';

export interface EngineFolders {
  /** Working directory of the zygote. */
  home: string;
  run: string;
  /** Holds the folders of jobs. */
  jobs: string;
  /** Owner of what R writes; undefined: the server's own user. */
  uid: number | undefined;
}

/** Passing through is allowed, listing is not: names of jobs cannot be found out. */
const PASS_THROUGH = 0o711;
/** Others read, such as who empties a job's folder, and change nothing. */
const SERVER_ONLY = 0o755;
const RECORD = 'processes.json';
/** Built by the set-up; engine/R/runtime/libraries.R loads them. */
const LIBRARIES = [
  'engine/build/confine.so',
  'engine/build/cox.so',
  'engine/build/gsea.so',
  'engine/build/gmt.so',
  'engine/build/nmf.so',
  'engine/build/weighted.so',
];
/** Made by the set-up; engine/R/runtime/compile.R reads it, and compiles by itself what is not there. */
const COMPILED = 'engine/build/compiled';
/** The engine's own copy of its code, in a server's folder. */
const CODE = 'code';
/** How names of servers' folders begin. */
const HOME = 'engine-';

interface ProcessRecord {
  pid: number;
  start: string;
}
interface GroupsRecord {
  /** Where the numbers name these processes. */
  space: string;
  groups: ProcessRecord[];
}

const execute = promisify(execFile);

const isRoot = () => process.getuid?.() === 0;

/** Makes a folder that the umask does not narrow. */
async function makeFolder(path: string, mode: number, owner?: { uid: number; gid: number }): Promise<void> {
  await mkdir(path, { mode });
  // The owner first: giving a folder away takes its bits for the group.
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
  await chmod(path, mode);
}

/**
 * Has the engine's user read and write what the server has made. Root gives it away. A server that is not root may not; it is a member of
 * the engine's group (launcher.ts) and shares with that.
 */
async function hand(path: string, uid: number, kind: 'folder' | 'file'): Promise<void> {
  if (isRoot()) return chown(path, uid, uid);
  await chown(path, process.getuid?.() ?? uid, uid);
  // What the job makes in the folder belongs to the group as well.
  await chmod(path, kind === 'folder' ? 0o2770 : 0o640);
}

/** What `openFolders` makes in a home. */
export function foldersIn(home: string, ownUser: boolean): EngineFolders {
  return { home, run: join(home, 'run'), jobs: join(home, 'jobs'), uid: ownUser ? ENGINE_UID : undefined };
}

/**
 * Makes this server's folder and copies the R code into it: R runs as a user who may not be able to walk to the repository,
 * and an edited file does not change a running engine by halves.
 * @param server Who puts jobs into the folders, where that is not this process: the code stays out of its reach.
 */
export async function openFolders(
  options: { root: string; tools?: string; jobs: string },
  ownUser: boolean,
  server?: { uid: number; gid: number },
): Promise<EngineFolders> {
  const home = join(options.jobs, `${HOME}${randomBytes(9).toString('hex')}`);
  const folders = foldersIn(home, ownUser);
  const { run, jobs, uid } = folders;
  await chmod(options.jobs, PASS_THROUGH);
  await claimFolder(home);
  try {
    await makeFolder(home, PASS_THROUGH);
    await makeFolder(run, server === undefined ? 0o700 : 0o2770, uid === undefined ? undefined : { uid, gid: uid });
    await makeFolder(jobs, PASS_THROUGH, server);
    await copyCode(options.root, options.tools ?? join(options.root, 'tools'), join(home, CODE));
  } catch (error) {
    // What found no room takes none.
    await removeHome(home).catch(() => undefined);
    throw error;
  }
  return folders;
}

async function copyCode(root: string, tools: string, code: string): Promise<void> {
  const catalogue = JSON.parse(await readFile(join(tools, 'catalogue.json'), 'utf8')) as { tools: Record<string, { folder: string }> };
  const ofTool = async (folder: string) => {
    const entries = await readdir(join(tools, folder));
    return entries
      .filter((name) => name === 'example' || (name.endsWith('.R') && !name.endsWith('.test.R')))
      .map((name) => join(folder, name));
  };
  const ofTools = await Promise.all(Object.values(catalogue.tools).map(({ folder }) => ofTool(folder)));
  // Without what the set-up builds the engine runs and says what it lacks.
  const built = [...LIBRARIES, COMPILED].filter((made) => existsSync(join(root, made)));
  await mkdir(join(code, 'tools'), { recursive: true });
  await copyParts(root, ['engine/R', 'engine/zygote.R', ...built], code);
  await copyParts(tools, ['catalogue.json', ...ofTools.flat()], join(code, 'tools'));
  // The server's umask may be strict; the engine's user has to read its code.
  await execute('chmod', ['--recursive', 'u=rwX,go=rX', '--', code]);
}

/** What `cp` says of a full disk, and of a user's share of it. */
const NO_ROOM = /No space left on device|Disk quota exceeded/;

/** Copies files and folders with their places below `from`. Node's `cp` takes twice as long for five hundred files. */
async function copyParts(from: string, parts: readonly string[], to: string): Promise<void> {
  const environment = { ...process.env, LC_ALL: 'C' };
  const copying = execute('cp', ['--recursive', '--parents', '--no-preserve=mode', '--', ...parts, to], { cwd: from, env: environment });
  await copying.catch((error: Error & { stderr?: string }) => {
    const text = error.stderr || error.message;
    throw Object.assign(new Error(text.split('\n')[0]), NO_ROOM.test(text) ? { code: 'ENOSPC' } : {});
  });
}

/** Where a job lies, and the folder below which its child may write: the same where the child has no other jobs. */
export interface JobFolder {
  folder: string;
  writable: string;
}

/**
 * A job's folder with its inputs and its request; only the engine's user enters it. Jobs of a keeper lie in a folder of the server's, in which
 * nobody else makes or renames anything.
 * @param writable Of the child that the keeper has; without one it is made.
 */
export async function makeJobFolder(folders: EngineFolders, job: EngineJob, writable?: string): Promise<JobFolder> {
  const shared = writable ?? (job.keeper === undefined ? undefined : join(folders.jobs, uniqueName(job)));
  if (shared !== undefined && shared !== writable) await makeFolder(shared, SERVER_ONLY);
  const folder = join(shared ?? folders.jobs, uniqueName(job));
  await mkdir(folder, { mode: 0o700 });
  try {
    await fillJobFolder(folder, folders, job);
  } catch (error) {
    await removeFolder(writable === undefined ? (shared ?? folder) : folder);
    throw error;
  }
  return { folder, writable: shared ?? folder };
}

/** Can jobs be put here, and R find its code? Told by doing it. @throws what is in the way */
export async function tryFolders({ home, run, jobs }: EngineFolders): Promise<void> {
  for (const path of [join(home, CODE, 'engine/zygote.R'), run]) await access(path);
  const folder = await mkdtemp(join(jobs, 'try-'));
  await rmdir(folder);
}

/** Below a folder that cannot be listed a name that nobody can guess. */
function uniqueName({ id }: EngineJob): string {
  return `${id.replace(/[^\w-]/g, '_').slice(0, 60)}-${randomBytes(9).toString('base64url')}`;
}

async function fillJobFolder(folder: string, folders: EngineFolders, job: EngineJob): Promise<void> {
  const made = new Set([folder]);
  const place = async (relative: string, put: (target: string) => Promise<void>) => {
    const target = join(folder, relative);
    if (!target.startsWith(`${folder}/`)) throw new Error(`input ${relative} leaves the job's folder`);
    await makeParents(dirname(target), made);
    await put(target);
  };
  for (const [relative, source] of Object.entries(job.inputs)) await place(relative, (target) => placeInput(source, target, folders.uid));
  for (const [relative, text] of Object.entries(job.texts ?? {}))
    await place(relative, (target) => writeFile(target, text, { mode: 0o644, flag: 'wx' }));
  await writeFile(join(folder, 'request.json'), JSON.stringify(job.request), { mode: 0o644 });
  if (folders.uid !== undefined) for (const path of made) await hand(path, folders.uid, 'folder');
}

async function makeParents(path: string, made: Set<string>): Promise<void> {
  if (made.has(path)) return;
  await makeParents(dirname(path), made);
  await mkdir(path, { mode: 0o700 });
  made.add(path);
}

/** Links where R may read but not write the source; copies elsewhere. */
async function placeInput(source: string, target: string, uid: number | undefined): Promise<void> {
  const { mode } = await stat(source);
  const linkable = uid === undefined ? (mode & 0o200) === 0 : (mode & 0o006) === 0o004;
  if (linkable && (await tryLink(source, target))) return;
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, 0o600);
  if (uid !== undefined) await hand(target, uid, 'file');
}

async function tryLink(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target);
    return true;
  } catch (error) {
    // Another file system, or one without hard links.
    if (['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Removes a job's folder; one that is gone already is no error. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Removes what a server's engine has left, and the claim to it. Root uses a program that walks by open folders: links that appear meanwhile lead it nowhere. */
export async function removeHome(home: string): Promise<void> {
  if (isRoot()) await execute('rm', ['-rf', '--one-file-system', '--', home]);
  else await removeFolder(home);
  await unclaimFolder(home);
}

/** Notes every process of this server's engine, so that the next server can end what a killed one left. */
export function recordGroups(folders: EngineFolders, pids: readonly number[]): void {
  const named = (pid: number) => ({ pid, start: processFacts(pid)?.start ?? '' });
  const record: GroupsRecord = { space: processSpace(), groups: pids.map(named) };
  const path = join(folders.home, RECORD);
  try {
    // Synchronous, so that two records cannot overtake each other; it is a few hundred bytes.
    writeFileSync(`${path}.part`, JSON.stringify(record), { mode: 0o600 });
    renameSync(`${path}.part`, path);
  } catch (error) {
    // On a full disk the record before stays; the next change writes a new one. A folder that is gone is made anew, with a record of its own.
    if (!isDiskFull(error) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Ends the processes and removes the folders of servers that are no more. @returns how many processes were ended. */
export async function clearLeftovers(jobs: string): Promise<number> {
  let ended = 0;
  for await (const home of abandonedFolders(jobs, HOME)) {
    // Root ends what root has noted, and nothing on another's word.
    const trusted = !isRoot() || (await lstat(home).catch(() => undefined))?.uid === 0;
    const record = trusted ? await readRecord(home) : undefined;
    // In another container, on another machine and before a restart of this one the same numbers are other processes.
    const groups = record?.space === processSpace() ? record.groups : [];
    for (const { pid, start } of groups) {
      if (isAlive(pid, start)) killGroup(pid);
      // It ended itself or was killed alone, and left what it had started.
      else if (!isAlive(pid) && hasOffspring(pid)) killRest(pid);
      else continue;
      ended += 1;
    }
    await removeHome(home);
  }
  return ended;
}

async function readRecord(home: string): Promise<GroupsRecord | undefined> {
  try {
    return JSON.parse(await readFile(join(home, RECORD), 'utf8')) as GroupsRecord;
  } catch {
    return undefined;
  }
}
