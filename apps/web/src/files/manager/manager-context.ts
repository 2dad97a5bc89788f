import { createContext, useContext } from 'react';
import type { FoundFile } from '../dropped-files.ts';
import type { FileActions } from './actions/use-file-actions.tsx';
import type { FolderTree, Item } from './folders/folder-tree.ts';
import type { ChangeView } from './use-view.ts';
import type { View } from './view.ts';

/** What all parts of the page share. */
export interface Manager {
  tree: FolderTree;
  view: View;
  change: ChangeView;
  fileActions: FileActions;
  /** Sends files to a folder; null: to the root. */
  take(found: Promise<readonly FoundFile[]>, target: number | null): Promise<void>;
  /** Opens a folder, or the preview of a file. */
  open(item: Item): void;
  /** Asks where to. */
  askMove(items: readonly Item[]): void;
  /** Asks which values of files of one sample each become a matrix. */
  askJoin(fileIds: readonly number[]): void;
}

export const ManagerContext = createContext<Manager | undefined>(undefined);

export function useManager(): Manager {
  const manager = useContext(ManagerContext);
  if (manager === undefined) throw new Error('a part of the file manager stands outside of it');
  return manager;
}
