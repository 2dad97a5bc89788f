import { DIRECTORIES_MAX, DIRECTORY_DEPTH_MAX, type Directory } from '@oncoloom/contract';
import { ApiError, fieldError } from '../../platform/errors.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import { freeName, givenName } from '../intake/names.ts';
import { inSpace } from '../repository.ts';
import type { DirectoryRecord, FileRecord } from '../tables.ts';
import * as store from './directory-repository.ts';
import type { DirectoryTree } from './directory-tree.ts';

const absent = (field?: string) => {
  const detail = '文件夹不存在，可能已经删除。请刷新列表。';
  return new ApiError(404, detail, field === undefined ? {} : { errors: [{ field, detail }] });
};

const tooDeep = () =>
  fieldError('parent_id', `文件夹最多 ${DIRECTORY_DEPTH_MAX} 层，这里已经放不下了。请换一个上级文件夹，或先把里面的文件夹移出来。`);

/**
 * The folders of the users. Every change has its user's space to itself and looks at the whole tree before it writes: two
 * changes at once take turns, and the second one sees what the first has done.
 */
export class Directories {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  tree(userId: number): Promise<DirectoryTree> {
    return store.readTree(this.#database, userId);
  }

  /** The folder in its tree; null is the root. Throws 404. */
  async find(userId: number, id: number | null, field?: string): Promise<{ tree: DirectoryTree; row: DirectoryRecord | null }> {
    const tree = await this.tree(userId);
    return { tree, row: id === null ? null : requireIn(tree, id, field) };
  }

  /** Throws 404 (parent), 413 (too many), 422 (name, depth). A name that the folder has gets a number. */
  create(
    userId: number,
    { name, description, parentId }: { name: string; description: string; parentId: number | null },
  ): Promise<Directory> {
    const wanted = givenName(name);
    return this.#change(userId, async (tx, tree) => {
      if (parentId !== null) requireIn(tree, parentId, 'parent_id');
      if (tree.depth(parentId) >= DIRECTORY_DEPTH_MAX) throw tooDeep();
      if (tree.size >= DIRECTORIES_MAX) {
        throw new ApiError(413, `文件夹最多 ${DIRECTORIES_MAX.toLocaleString('en-US')} 个，已经满了。请先删除不用的文件夹。`);
      }
      const free = freeName(wanted, await store.namesIn(tx, userId, parentId), '');
      const { id } = await store.insertDirectory(tx, { userId, parentId, name: free, description });
      return id;
    });
  }

  update(userId: number, id: number, change: { name?: string | undefined; description?: string | undefined }): Promise<Directory> {
    const wanted = change.name === undefined ? undefined : givenName(change.name);
    return this.#change(userId, async (tx, tree) => {
      const { parentId } = requireIn(tree, id);
      const taken = wanted === undefined ? [] : await store.namesIn(tx, userId, parentId, { directory: id });
      await store.updateDirectory(tx, userId, id, {
        ...(wanted === undefined ? {} : { name: freeName(wanted, taken, '') }),
        ...(change.description === undefined ? {} : { description: change.description }),
      });
      return id;
    });
  }

  /** Throws 404 (either folder), 409 (into itself or below), 422 (depth). */
  move(userId: number, id: number, parentId: number | null): Promise<Directory> {
    return this.#change(userId, async (tx, tree) => {
      const row = requireIn(tree, id);
      if (row.parentId === parentId) return id;
      if (parentId !== null) {
        requireIn(tree, parentId, 'parent_id');
        if (tree.isWithin(parentId, id)) {
          throw new ApiError(409, '文件夹不能移到自己或自己的下级文件夹里。请选择别的位置。', {
            errors: [{ field: 'parent_id', detail: '不能选自己或自己的下级文件夹' }],
          });
        }
      }
      if (tree.depth(parentId) + tree.height(id) > DIRECTORY_DEPTH_MAX) throw tooDeep();
      await store.updateDirectory(tx, userId, id, { parentId, name: freeName(row.name, await store.namesIn(tx, userId, parentId), '') });
      return id;
    });
  }

  /** With everything below it. Analyses that used a file keep their own inputs by checksum. */
  remove(userId: number, id: number): Promise<{ directories: number; files: number }> {
    return inSpace(this.#database, userId, async (tx) => {
      const tree = await store.readTree(tx, userId);
      requireIn(tree, id);
      const gone = tree.subtree(id);
      await store.removeDirectory(tx, userId, id);
      return { directories: gone.length, files: gone.reduce((sum, each) => sum + tree.fileCount(each), 0) };
    });
  }

  /** All of the files, or none where one is absent. Throws 404. */
  moveFiles(userId: number, ids: readonly number[], target: number | null): Promise<FileRecord[]> {
    const wanted = [...new Set(ids)];
    return inSpace(this.#database, userId, async (tx) => {
      if (target !== null) requireIn(await store.readTree(tx, userId), target, 'target_directory_id');
      const found = new Map((await store.findFiles(tx, userId, wanted)).map((row) => [row.id, row]));
      const missing = wanted.filter((id) => !found.has(id));
      if (missing.length > 0) {
        throw new ApiError(404, '要移动的文件里有的已经不存在，一个都没有移动。请刷新列表后重新选择。', {
          errors: [{ field: 'file_ids', detail: `不存在：${missing.slice(0, 5).join('、')}` }],
        });
      }
      const taken = await store.namesIn(tx, userId, target);
      const moved: FileRecord[] = [];
      for (const row of found.values()) {
        if (row.directoryId === target) {
          moved.push(row);
          continue;
        }
        const name = freeName(row.name, taken);
        taken.push(name);
        moved.push(await store.placeFile(tx, row.id, { directoryId: target, name }));
      }
      return moved;
    });
  }

  async #change(userId: number, work: (tx: Transaction, tree: DirectoryTree) => Promise<number>): Promise<Directory> {
    return inSpace(this.#database, userId, async (tx) => {
      const id = await work(tx, await store.readTree(tx, userId));
      const after = await store.readTree(tx, userId);
      return after.view(requireIn(after, id));
    });
  }
}

/** Throws 404 where the user has no such folder; null is the root. */
export async function requireDirectory(tx: Transaction, userId: number, id: number | null): Promise<void> {
  if (id !== null) requireIn(await store.readTree(tx, userId), id, 'directory_id');
}

function requireIn(tree: DirectoryTree, id: number, field?: string): DirectoryRecord {
  const row = tree.get(id);
  if (row === undefined) throw absent(field);
  return row;
}
