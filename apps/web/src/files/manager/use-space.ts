import type { Directory, UserFile } from '@oncoloom/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type DirectoryTree, directoryContents, directoryTree } from '../../api/directories.ts';
import { listFiles } from '../../api/files.ts';
import { keys } from '../../api/query-keys.ts';
import { compareNames, type FolderTree, folderTree } from './folders/folder-tree.ts';
import { filterCount, isSearch, requestOf, type View } from './view.ts';

/** While files are being read, the list asks again after so long. */
const POLL_MS = 2_000;

export const EMPTY_TREE: FolderTree = folderTree({ directories: [], file_count: 0 });

/** All folders. The page shows a failure itself. */
export function useFolderTree(): UseQueryResult<FolderTree> {
  return useQuery({
    queryKey: [...keys.directories, 'tree'],
    queryFn: ({ signal }): Promise<DirectoryTree> => directoryTree({ signal, silent: true }),
    select: folderTree,
  });
}

interface Listing {
  files: UserFile[];
  /** Of all pages. */
  count: number;
}

/** The files of the page in view: those of a folder or, where something is looked for, those that fit. */
export function useListing(view: View): UseQueryResult<Listing> {
  const request = requestOf(view);
  const everywhere = isSearch(view) && !view.here;
  const queryKey = everywhere ? [...keys.files, 'space', 'all', request] : [...keys.directories, 'contents', view.folder, request];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Listing> => {
      const options = { signal, silent: true };
      const { files, count } = everywhere ? await listFiles(request, options) : await directoryContents(view.folder, request, options);
      return { files, count };
    },
    // Another page or order keeps what was there until it comes; another folder must not show the files of the last one.
    placeholderData: (last, query) => (query !== undefined && [0, 2].every((i) => query.queryKey[i] === queryKey[i]) ? last : undefined),
    refetchInterval: ({ state }) => (state.data?.files.some((file) => file.validation_status === 'pending') ? POLL_MS : false),
  });
}

/** By the list's own order where folders have it: a folder has a name and a date, but no size and no type. */
function inOrder(folders: readonly Directory[], { sortBy, order }: View): Directory[] {
  const compare = (a: Directory, b: Directory) =>
    sortBy === 'created_at' ? a.created_at.localeCompare(b.created_at) : compareNames(a.name, b.name);
  const sign = order === 'desc' && (sortBy === 'name' || sortBy === 'created_at') ? -1 : 1;
  return [...folders].sort((a, b) => sign * compare(a, b));
}

/**
 * Folders in view, on the first page only: those in the open folder or, where a name is looked for, those that have it. All
 * folders are here with the tree, so they are found here.
 */
export function foldersInView(tree: FolderTree, view: View): Directory[] {
  if (view.page > 1 || filterCount(view) > 0) return [];
  const inside = view.folder === null ? tree.roots : (tree.byId.get(view.folder)?.children ?? []);
  if (!isSearch(view)) return inOrder(inside, view);
  const name = view.search.trim().toLowerCase();
  const among = view.here ? inside : [...tree.byId.values()];
  return inOrder(
    among.filter((folder) => folder.name.toLowerCase().includes(name)),
    view,
  );
}
