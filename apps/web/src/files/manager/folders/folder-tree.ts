import type { Directory, UserFile } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';

/** What is above all folders. */
export const ROOT_NAME = '全部文件';

export interface FolderTree {
  roots: readonly Directory[];
  byId: ReadonlyMap<number, Directory>;
  /** Files in all folders and in none. */
  fileCount: number;
}

/** Children in the order of their names, as a reader counts: 2 before 10. */
export function compareNames(a: string, b: string): number {
  return a.localeCompare(b, 'zh-CN', { numeric: true });
}

/** Folders by id, each level by name, out of the server's answer. */
export function folderTree(answer: { directories: readonly Directory[]; file_count: number }): FolderTree {
  const byId = new Map<number, Directory>();
  const sorted = (folders: readonly Directory[]): Directory[] =>
    [...folders]
      .sort((a, b) => compareNames(a.name, b.name))
      .map((folder) => {
        const placed = { ...folder, children: sorted(folder.children) };
        byId.set(folder.id, placed);
        return placed;
      });
  const roots = sorted(answer.directories);
  const fileCount = answer.file_count + [...byId.values()].reduce((sum, folder) => sum + folder.file_count, 0);
  return { roots, byId, fileCount };
}

/** Files and folders below a folder. */
export function contentsOf(folder: Directory): { files: number; folders: number } {
  return folder.children
    .map(contentsOf)
    .reduce((sum, below) => ({ files: sum.files + below.files, folders: sum.folders + below.folders + 1 }), {
      files: folder.file_count,
      folders: 0,
    });
}

/** From the root down to the folder itself; empty for the root and for a folder that is gone. */
export function lineOf(tree: FolderTree, id: number | null): Directory[] {
  const line: Directory[] = [];
  for (let at = id; at !== null; ) {
    const folder = tree.byId.get(at);
    if (folder === undefined) break;
    line.unshift(folder);
    at = folder.parent_id;
  }
  return line;
}

/** The folder's name; that of the root for null. */
export function folderName(tree: FolderTree, id: number | null): string {
  return id === null ? ROOT_NAME : (tree.byId.get(id)?.name ?? '已删除的文件夹');
}

/** What a user picks, moves and deletes. */
export type Item = { kind: 'folder'; folder: Directory } | { kind: 'file'; file: UserFile };

/** Name of an item in a selection: `d12` a folder, `f34` a file. */
export function keyOf(item: Item): string {
  return item.kind === 'folder' ? `d${item.folder.id}` : `f${item.file.id}`;
}

export function nameOf(item: Item): string {
  return item.kind === 'folder' ? item.folder.name : item.file.name;
}

/** Where an item stands; null: at the root. */
export function placeOf(item: Item): number | null {
  return item.kind === 'folder' ? item.folder.parent_id : item.file.directory_id;
}

/** 「a.csv」「b.csv」等 5 项 */
export function namesOf(items: readonly Item[], shown = 2): string {
  const names = items.slice(0, shown).map((item) => `「${nameOf(item)}」`);
  return items.length > shown ? `${names.join('')}等 ${items.length} 项` : names.join('');
}

/** Why items can't go to a folder; undefined where they can. */
export function obstacle(tree: FolderTree, items: readonly Item[], target: number | null): string | undefined {
  const line = new Set(lineOf(tree, target).map(({ id }) => id));
  const within = items.find((item) => item.kind === 'folder' && line.has(item.folder.id));
  if (within !== undefined) return `「${nameOf(within)}」不能移到自己或自己的下级文件夹里`;
  return items.every((item) => placeOf(item) === target) ? '已经在这个文件夹里' : undefined;
}

/** Items without those that lie in a folder among them. */
export function outermost(tree: FolderTree, items: readonly Item[]): Item[] {
  const folders = new Set(items.flatMap((item) => (item.kind === 'folder' ? item.folder.id : [])));
  return items.filter((item) => lineOf(tree, placeOf(item)).every(({ id }) => !folders.has(id)));
}

/** Files and folders of a selection, with everything below its folders. */
export function extentOf(tree: FolderTree, items: readonly Item[]): { files: number; folders: number } {
  return outermost(tree, items)
    .map((item) => {
      if (item.kind === 'file') return { files: 1, folders: 0 };
      // A folder that was listed alone comes without what is below it.
      const { files, folders } = contentsOf(tree.byId.get(item.folder.id) ?? item.folder);
      return { files, folders: folders + 1 };
    })
    .reduce((sum, one) => ({ files: sum.files + one.files, folders: sum.folders + one.folders }), { files: 0, folders: 0 });
}

/** 「3 个文件和 1 个文件夹」 */
export function extentWords({ files, folders }: { files: number; folders: number }): string {
  const parts = [files > 0 ? `${formatCount(files)} 个文件` : '', folders > 0 ? `${formatCount(folders)} 个文件夹` : ''];
  return parts.filter((part) => part !== '').join('和 ') || '0 个文件';
}

/** A folder that is shown in the tree, and how deep it lies: 0 at the root. */
export interface Branch {
  folder: Directory;
  depth: number;
}

/** Folders that an unfolded tree shows, from the top down. */
export function branches(folders: readonly Directory[], open: ReadonlySet<number>, depth = 0): Branch[] {
  return folders.flatMap((folder) => [{ folder, depth }, ...(open.has(folder.id) ? branches(folder.children, open, depth + 1) : [])]);
}
