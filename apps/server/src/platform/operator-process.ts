import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { constants, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { ownFolders, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { findWay, PROGRAM_FOLDERS, takeOver } from './privileges.ts';
import { unprivilegedAccount } from './unprivileged.ts';

interface Saving {
  path: string;
  text: string;
}

/** Writes a new file that nobody else reads. Rejects where there is one already. */
export function savePrivately(path: string, text: string): Promise<void> {
  return writeFile(path, text, { mode: 0o600, flag: 'wx' });
}

/** The same by the process that has started this one, which may write where the operator may; undefined where nobody has. */
export const saveByStarter = process.send === undefined ? undefined : askStarter;

function askStarter(path: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.once('message', (error: { message: string; code?: string } | null) =>
      error === null ? resolve() : reject(Object.assign(new Error(error.message), { code: error.code })),
    );
    process.send?.({ path, text } satisfies Saving);
  });
}

/**
 * Runs a command of the operator, who is root, as the server's account: what it makes in the data folder is the server's, and what a server that has
 * been taken over may have put there leads root nowhere. It reads the folders that it is told of, and has root write the files that are asked for.
 * @param entry The program's file. @returns the exit code; undefined where the command is to run in this process.
 */
export async function runAsServer(entry: string): Promise<number | undefined> {
  const folders = dataFolders();
  const account = unprivilegedAccount();
  if (folders === undefined || account === undefined) return undefined;
  for (const folder of folders) await takeOver(folder, account, createLog('warn'));
  const way = await findWay(account, [...PROGRAM_FOLDERS, ...folders, ...namedFolders()], [process.execPath, entry]);
  if (way === undefined) return undefined;
  const [file = '', ...args] = way({});
  const child = spawn(file, [...args, process.execPath, ...process.execArgv, entry, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Who acts is logged.
    env: { ...process.env, SUDO_USER: process.env.SUDO_USER ?? userInfo().username },
  });
  child.on('message', ({ path, text }: Saving) => {
    savePrivately(path, text).then(
      () => child.send(null as never),
      ({ message, code }: NodeJS.ErrnoException) => child.send({ message, code }),
    );
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}

/** Undefined where there is none yet, or the configuration is wrong: the command says so itself. */
function dataFolders(): string[] | undefined {
  try {
    const config = readConfig(process.env, []);
    return existsSync(config.folders.data) ? ownFolders(config) : undefined;
  } catch {
    return undefined;
  }
}

/** Folders in the arguments, such as that of a mirror. */
function namedFolders(): string[] {
  const from = process.env.INIT_CWD ?? process.cwd();
  const words = process.argv.slice(2).map((word) => word.replace(/^--\w+=/, ''));
  return words.map((word) => resolve(from, word)).filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
}
