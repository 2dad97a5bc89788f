import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive, processFacts } from '../engine/processes.ts';
import { ImportError } from './errors.ts';

/** Lets one process work in a folder at a time; what one that died left behind is taken over. @throws ImportError */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'lock.json');
  const mine = JSON.stringify({ pid: process.pid, start: processFacts(process.pid)?.start });
  const take = () => writeFile(file, mine, { flag: 'wx' });
  await take().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const holder = await holderOf(file);
    if (holder !== undefined) throw new ImportError(`另一个安装正在进行（进程 ${holder}）。等它结束后再运行`);
    await rm(file, { force: true });
    await take();
  });
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Undefined: the process that wrote it is no more. */
async function holderOf(file: string): Promise<number | undefined> {
  try {
    const { pid, start } = JSON.parse(await readFile(file, 'utf8')) as { pid: number; start: string };
    return isAlive(pid, start) ? pid : undefined;
  } catch {
    return undefined;
  }
}
