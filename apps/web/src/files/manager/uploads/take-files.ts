import type { Directory } from '@oncoloom/contract';
import { type FoundFile, foldersOf } from '../../dropped-files.ts';
import type { Wanted } from '../../upload-queue.ts';
import { type FolderTree, folderName } from '../folders/folder-tree.ts';

type Place = Pick<Directory, 'id' | 'name'>;
const keyOfPath = (path: readonly string[]) => JSON.stringify(path);

/**
 * Where each file is to go. Folders that came with the files are made below the target; one that is there by the same name is
 * taken. Throws what `create` throws; folders made until then stay.
 * @param target the folder that was dropped on; null: the root
 */
export async function placeFiles(
  found: readonly FoundFile[],
  target: number | null,
  tree: FolderTree,
  create: (name: string, parent: number | null) => Promise<Place>,
): Promise<Wanted[]> {
  const places = new Map<string, Place | null>([[keyOfPath([]), null]]);
  for (const path of foldersOf(found)) {
    const parent = places.get(keyOfPath(path.slice(0, -1)))?.id ?? target;
    const name = path.at(-1) ?? '';
    const there = parent === null ? tree.roots : (tree.byId.get(parent)?.children ?? []);
    places.set(keyOfPath(path), there.find((folder) => folder.name === name) ?? (await create(name, parent)));
  }
  return found.map(({ file, folders }) => {
    const place = places.get(keyOfPath(folders));
    return { file, directoryId: place?.id ?? target, place: place?.name ?? folderName(tree, target) };
  });
}
