/** Where the tests' temporary files lie. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableMemory } from 'node:process';

const MEMORY = '/dev/shm';
/** Free, bytes: the tests have a quarter of it at a time. */
const ROOM = 8 * 1024 ** 3;
/** The engines' and the browsers' memory beside it, bytes. */
const BESIDE = 8 * 1024 ** 3;

function hasRoom() {
  if (!existsSync(MEMORY) || availableMemory() < ROOM + BESIDE) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  // Tests load libraries that they have built, and run programs that they have written.
  const [, , , options = 'noexec'] =
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === MEMORY) ?? [];
  return bavail * bsize >= ROOM && !/\bnoexec\b/.test(options);
}

/**
 * Has everything that this process starts put its temporary files into memory, where there is room: each test file's database is some hundred new
 * files, for which a disk's file system took a quarter of PostgreSQL's processor time. They go when this process ends.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(`${MEMORY}/oncoloom-tests-`);
  // For every user, as /tmp is: servers give root up, and engines have a user of their own.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
