/**
 * Locks that the kernel holds for this process (docs/adr/022-file-locks.md): they go with it, however it ends, and are seen from other
 * containers, and from other machines where the file system has locks for those. A number of a process says nothing there.
 */
import { spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Reading and writing: on NFS a lock that excludes others needs both. */
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
/** What flock(1) ends with when another has the lock. */
const CONFLICT = 1;
/** Open files by their paths: as long as one is open here, its lock is held. */
const held = new Map<string, number>();

/** Takes the lock of a file, which is made when it is not there. False where it is held, be it by this process. */
export async function takeLock(path: string): Promise<boolean> {
  for (;;) {
    const file = openSync(path, FLAGS, 0o600);
    try {
      if (!(await lockOpenFile(file))) {
        closeSync(file);
        return false;
      }
      if (isStill(path, file)) {
        held.set(path, file);
        return true;
      }
    } catch (error) {
      closeSync(file);
      throw error;
    }
    // Its holder has removed the file between the two steps: this one is nobody's.
    closeSync(file);
  }
}

/** Gives a lock up that this process holds, and removes the file. */
export async function giveUpLock(path: string): Promise<void> {
  const file = held.get(path);
  if (file === undefined) return;
  // Removed while it is held: who opens it now makes another.
  await rm(path, { force: true });
  held.delete(path);
  closeSync(file);
}

/** Hands a lock that this process holds to a program that it starts: held until that, and all that it has started, have ended. @param start gets the open file. */
export async function handLock<T>(path: string, start: (file: number) => Promise<T>): Promise<T> {
  const file = held.get(path);
  if (file === undefined) throw new Error(`${path} is not held here`);
  try {
    return await start(file);
  } finally {
    held.delete(path);
    closeSync(file);
  }
}

/** The lock belongs to the open file: it stays when the program that took it for us has ended. */
function lockOpenFile(file: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('flock', ['--exclusive', '--nonblock', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0 || code === CONFLICT) resolve(code === 0);
      else reject(new Error(`flock ended with ${code}: does the file system have locks?`));
    });
  });
}

function isStill(path: string, file: number): boolean {
  const [opened, found] = [fstatSync(file), statSync(path, { throwIfNoEntry: false })];
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}

/** Beside a folder that belongs to a process for as long as that lives. */
const ENDING = '.lock';

/** Makes a folder's name one's own, before the folder is there. Throws where it is taken: names have to be such that nobody else finds them. */
export async function claimFolder(folder: string): Promise<void> {
  if (!(await takeLock(folder + ENDING))) throw new Error(`${folder} belongs to another process`);
}

/** Gives a claimed folder's name up; the folder itself has been removed, or renamed. */
export function unclaimFolder(folder: string): Promise<void> {
  return giveUpLock(folder + ENDING);
}

/** Folders below one whose processes are no more, each claimed by this process now. They need not be there. */
export async function* abandonedFolders(parent: string, prefix = ''): AsyncGenerator<string> {
  const entries = await readdir(parent).catch(() => []);
  const names = entries
    .filter((name) => name.startsWith(prefix))
    .map((name) => (name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : name));
  for (const name of new Set(names)) {
    const folder = join(parent, name);
    if (await takeLock(folder + ENDING)) yield folder;
  }
}
