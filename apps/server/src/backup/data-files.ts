import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DOWNLOADS_FOLDER, MADE_FOLDER, STAGING_FOLDER } from '../cohorts/layout.ts';
import type { Config } from '../platform/config.ts';

interface DataFile {
  /** Relative to the data folder. */
  path: string;
  /** Bits of the permissions. */
  mode: number;
}

/** What is being made, or can be made again. */
const PASSING = new Set([STAGING_FOLDER, DOWNLOADS_FOLDER, MADE_FOLDER, 'lost+found']);

/**
 * The files of a data folder that are neither the database nor stored contents: keys, mails, what the operator has put there and is not taken in yet.
 * Unfinished uploads, running jobs and locks are no part of a backup.
 */
export async function* dataFiles({ folders }: Config): AsyncGenerator<DataFile> {
  const { cache, data, database, storage, jobs, scratch, resumable } = folders;
  const others = new Set([cache, database, storage, jobs, scratch, resumable]);
  async function* below(folder: string): AsyncGenerator<DataFile> {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (others.has(path) || PASSING.has(name) || name.endsWith('.lock')) continue;
      // Links are followed: an operator keeps large folders on another disk. What has gone meanwhile is none of it.
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory()) yield* below(path);
      else if (found?.isFile()) yield { path: relative(data, path), mode: found.mode & 0o777 };
    }
  }
  yield* below(data);
}
