import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/postgres/database.ts';
import { findPrograms } from '../platform/postgres/postgres-programs.ts';

/** The end of what a program says is enough for a sentence, characters. */
const TOLD = 500;

/** Programs that go with a server's database: of the private cluster those of its own version, of another the newest. */
export function programsOf({ databaseUrl, folders }: Config): string {
  return findPrograms(databaseUrl === undefined ? join(folders.database, 'cluster') : '').folder;
}

/** The address that a database was opened with. */
export function addressOf(database: Database): string {
  return database.$client.options.connectionString ?? '';
}

/** A password stays out of the arguments, which every user of the machine can read. */
function connection(address: string): { url: string; env: NodeJS.ProcessEnv } {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { url: url.href, env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) } };
}

interface Running {
  stdout: Readable;
  /** Rejects with what the program said where it did not end well. */
  ended: Promise<void>;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-TOLD);
  });
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${said.trim()}`);
  });
  // Told where it is awaited, which may be after the stream has ended.
  ended.catch(() => undefined);
  return { stdout: child.stdout, ended };
}

/** Dumps a database as it is in a snapshot that a session has exported. */
export function dumpDatabase(folder: string, address: string, snapshot: string): Running {
  const { url, env } = connection(address);
  // What a bucket has is told anew by what is put there after a restore.
  const args = ['--format=custom', '--exclude-table-data=contents', '--no-password', `--snapshot=${snapshot}`, `--dbname=${url}`];
  return run(join(folder, 'pg_dump'), args, env);
}

/** Puts a dump into an empty database, whole or not at all; what it makes belongs to the role of the address. */
export function restoreDatabase(folder: string, address: string, dump: string): Promise<void> {
  const { url, env } = connection(address);
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password', `--dbname=${url}`, dump];
  return run(join(folder, 'pg_restore'), args, env).ended;
}

/** Reads a dump to its end. Rejects where it cannot be read. */
export function readDump(dump: string): Promise<void> {
  return run(join(findPrograms('').folder, 'pg_restore'), ['--file=/dev/null', dump], process.env).ended;
}
