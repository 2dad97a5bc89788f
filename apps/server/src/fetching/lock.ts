import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { giveUpLock, takeLock } from '../platform/file-lock.ts';
import { ImportError } from './errors.ts';

/** Lets one process work in a folder at a time. @throws ImportError */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, 'lock');
  if (!(await takeLock(lock))) {
    const holder = (await readFile(lock, 'utf8').catch(() => '')) || '刚刚开始';
    throw new ImportError(`另一个安装正在进行（${holder}）。等它结束后再运行`);
  }
  try {
    // For who meets it.
    await writeFile(lock, `${hostname()} 上的进程 ${process.pid}`);
    return await work();
  } finally {
    await giveUpLock(lock);
  }
}
