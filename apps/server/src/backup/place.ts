import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AdminError, usageError } from '../command-line/errors.ts';
import { FolderStorage } from '../storage/folder.ts';
import type { Storage } from '../storage/storage.ts';

/** Where backups lie: bytes by content, and names of a few characters that lead to them. */
export interface BackupPlace {
  readonly contents: Storage;
  names(): Promise<string[]>;
  read(name: string): Promise<string>;
  /** Whole and on the disk when it returns, or not there. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const UNWRITTEN = '.new';

class FolderPlace implements BackupPlace {
  readonly contents: Storage;
  readonly #names: string;

  constructor(names: string, contents: Storage) {
    this.#names = names;
    this.contents = contents;
  }

  async names(): Promise<string[]> {
    return (await readdir(this.#names)).filter((name) => !name.endsWith(UNWRITTEN));
  }

  read(name: string): Promise<string> {
    return readFile(join(this.#names, name), 'utf8');
  }

  async write(name: string, text: string): Promise<void> {
    const path = join(this.#names, name);
    const file = await open(path + UNWRITTEN, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(path + UNWRITTEN, path);
    const folder = await open(this.#names, 'r');
    await folder.sync().finally(() => folder.close());
  }

  remove(name: string): Promise<void> {
    return rm(join(this.#names, name), { force: true });
  }
}

const namesIn = (folder: string) => join(folder, 'snapshots');
const contentsIn = (folder: string) => join(folder, 'contents');

function refuseAddress(where: string): void {
  if (/^\w+:\/\//.test(where)) throw usageError('备份只能放在文件夹里，还不能放进对象存储。');
}

/** A folder to write backups to, made where there is none. Throws a sentence for the operator where it cannot be written. */
export async function openPlace(where: string): Promise<BackupPlace> {
  refuseAddress(where);
  try {
    await mkdir(where, { recursive: true, mode: 0o700 });
    await mkdir(namesIn(where), { recursive: true, mode: 0o700 });
    return new FolderPlace(namesIn(where), await FolderStorage.open(contentsIn(where)));
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new AdminError(`运行服务器的账号不能写 ${where}。请先建好这个文件夹并交给它，例如 install -d -o postgres -m 700 ${where}。`);
  }
}

/** A folder with backups, to read only. Throws a sentence where there are none. */
export function findPlace(where: string): BackupPlace {
  refuseAddress(where);
  if (!existsSync(namesIn(where))) throw new AdminError(`${where} 里没有备份。`);
  return new FolderPlace(namesIn(where), FolderStorage.at(contentsIn(where)));
}
