import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AdminError } from '../command-line/errors.ts';
import { FolderStorage } from '../storage/folder.ts';
import { discard } from '../storage/storage.ts';
import type { BackupContents, BackupPlace } from './place.ts';

const UNWRITTEN = '.new';

class FolderPlace implements BackupPlace {
  readonly contents: BackupContents;
  readonly #names: string;

  constructor(names: string, storage: FolderStorage) {
    this.#names = names;
    this.contents = {
      size: (sha256) => storage.size(sha256),
      put: (source) => storage.put(source),
      open: (sha256) => storage.open(sha256),
      path: (sha256) => storage.path(sha256),
      remove: (sha256) => discard(storage, sha256),
    };
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

  async close(): Promise<void> {}
}

const namesIn = (folder: string) => join(folder, 'snapshots');
const contentsIn = (folder: string) => join(folder, 'contents');

/** A folder to write backups to, made where there is none. Throws a sentence for the operator where it cannot be written. */
export async function makeFolder(where: string): Promise<BackupPlace> {
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
export function findFolder(where: string): BackupPlace {
  if (!existsSync(namesIn(where))) throw new AdminError(`${where} 里没有备份。`);
  return new FolderPlace(namesIn(where), FolderStorage.at(contentsIn(where)));
}
