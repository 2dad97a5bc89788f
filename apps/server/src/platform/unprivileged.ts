import { readFileSync, statSync } from 'node:fs';
import { lchown, lstat, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The user as whom postgres runs when the server is root: postgres refuses root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

export interface Command {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number };
}

function lookUp(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

/** `postgres`, else `nobody`; undefined when the server is not root and simply runs postgres as itself. */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (!account) throw new Error('没有可以运行数据库的普通用户：请建立 postgres 用户，或设置 DATABASE_URL');
  return account;
}

/**
 * Makes a folder that only the given account (or, without one, the server itself) enters. One that exists must already be
 * theirs alone: in `/tmp` anybody could have put a link or a folder of their own in its place.
 */
export async function privateFolder(path: string, account: Account | undefined): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { uid, mode } = await lstat(path);
    // A link has all bits set, and so fails here too.
    if ((uid !== process.getuid?.() && uid !== account?.uid) || (mode & 0o077) !== 0)
      throw new Error(`${path} 属于别的用户，请删除它再启动`);
  }
  if (account) await lchown(path, account.uid, account.gid);
}

/** The topmost folder above `path` that does not let an account through; undefined where it can walk there. */
export function closedAbove(account: Account, path: string): string | undefined {
  let closed: string | undefined;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) closed = folder;
    if (folder === dirname(folder)) return closed;
  }
}

/**
 * How to run a program as an account on files at `path`. A data folder below a closed one (`/root`) is reached with the one
 * capability that lets a process walk through folders, instead of opening them to everyone.
 */
export function asAccount(account: Account | undefined, file: string, args: string[], path: string): Command {
  if (!account) return { file, args, options: {} };
  if (closedAbove(account, path) === undefined) return { file, args, options: { uid: account.uid, gid: account.gid } };
  const privileges = ['--inh-caps=-all,+dac_read_search', '--ambient-caps=-all,+dac_read_search', '--no-new-privs'];
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  return { file: 'setpriv', args: [...identity, ...privileges, file, ...args], options: {} };
}
