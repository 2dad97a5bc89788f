import { asc, eq } from 'drizzle-orm';
import type { ExportEntry, ExportPart } from '../../platform/archive.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { freeName, safeName, splitName } from '../intake/names.ts';
import { directories, files, fileVersions } from '../tables.ts';
import { DirectoryTree } from './directory-tree.ts';

/** Endings of files that shrink no further. */
const PACKED = /\.(gz|zip|xlsx)$/i;

const folderName = (directory: { name: string }) => safeName(directory.name);

/** The user's files in their folders, as they were uploaded; what a fix has replaced lies beside its successor. */
export function filesExport({ database, storage }: { database: Database; storage: Storage }): ExportPart {
  return async (userId) => {
    const [folders, current, replaced] = await Promise.all([
      database.select().from(directories).where(eq(directories.userId, userId)),
      database
        .select({ directoryId: files.directoryId, name: files.name, blob: files.blob })
        .from(files)
        .where(eq(files.userId, userId))
        .orderBy(asc(files.id)),
      database
        .select({ directoryId: files.directoryId, name: fileVersions.name, version: fileVersions.version, blob: fileVersions.blob })
        .from(fileVersions)
        .innerJoin(files, eq(files.id, fileVersions.fileId))
        .where(eq(files.userId, userId))
        .orderBy(asc(fileVersions.fileId), asc(fileVersions.version)),
    ]);
    const tree = new DirectoryTree(folders);
    const folderOf = (id: number | null) => ['files', ...(id === null ? [] : tree.line(id)).map(folderName)].join('/');
    const entries = new EntryList(storage);
    for (const { directoryId, name, blob } of current) entries.add(folderOf(directoryId), name, blob);
    for (const { directoryId, name, version, blob } of replaced) {
      const { base, ending } = splitName(name);
      entries.add(folderOf(directoryId), `${base}（第 ${version} 版）${ending}`, blob);
    }
    return entries.all;
  };
}

/** Entries under names that are safe and differ, whatever the rows say. */
class EntryList {
  readonly all: ExportEntry[] = [];
  readonly #storage: Storage;
  readonly #taken = new Map<string, string[]>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  add(folder: string, name: string, blob: string): void {
    const key = folder.toLowerCase();
    const taken = this.#taken.get(key) ?? [];
    const free = freeName(safeName(name), taken);
    taken.push(free);
    this.#taken.set(key, taken);
    this.all.push({ path: `${folder}/${free}`, open: () => this.#storage.open(blob), packed: PACKED.test(free) });
  }
}
