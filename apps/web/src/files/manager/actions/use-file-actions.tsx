import type { Directory } from '@oncoloom/contract';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useCallback, useMemo } from 'react';
import { ApiFailure, failureText } from '../../../api/client.ts';
import { createDirectory, deleteDirectory, directoryTree, moveDirectory, moveFiles, updateDirectory } from '../../../api/directories.ts';
import { deleteFile, updateFile } from '../../../api/files.ts';
import { keys } from '../../../api/query-keys.ts';
import { showError, showInfo, showSuccess } from '../../../base/notices.ts';
import { DANGER } from '../../../base/parts/danger.ts';
import {
  contentsOf,
  extentOf,
  extentWords,
  type FolderTree,
  folderName,
  folderTree,
  type Item,
  nameOf,
  namesOf,
  obstacle,
  outermost,
  placeOf,
} from '../folders/folder-tree.ts';
import { moveWords, removalWords } from './action-words.ts';
import { oneByOne } from './one-by-one.ts';
import {
  describeAction,
  type FileAction,
  nextUndo,
  type Operation,
  recordOperation,
  type Subject,
  undo,
  useOperations,
} from './operations.ts';

/** A toast that offers to take something back stays a little longer than others, s. */
const UNDO_TOAST_S = 6;

export interface FileActions {
  /** Answers the folder; undefined where the server refused it. */
  create(name: string, parent: number | null): Promise<Directory | undefined>;
  rename(item: Item, name: string): Promise<void>;
  /** Asks first. */
  remove(items: readonly Item[]): void;
  /** Moves at once. */
  move(items: readonly Item[], target: number | null): Promise<void>;
  /** Asks first where there are several. */
  drop(items: readonly Item[], target: number | null): void;
  undoLast(): Promise<void>;
}

function subjectOf(item: Item): Subject {
  const { id } = item.kind === 'folder' ? item.folder : item.file;
  return { kind: item.kind, id, name: nameOf(item) };
}

function renameCall({ kind, id }: Subject, name: string): Promise<{ name: string }> {
  return kind === 'folder' ? updateDirectory(id, { name }) : updateFile(id, { name });
}

function removeCall(item: Item): Promise<unknown> {
  return item.kind === 'folder' ? deleteDirectory(item.folder.id, { silent: true }) : deleteFile(item.file.id, { silent: true });
}

/** The calls have said in a toast why they failed; the page shows how things stand now. */
async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** What can be done to folders and files, each with its notice and its entry in the history. */
export function useFileActions(tree: FolderTree): FileActions {
  const queries = useQueryClient();
  const { modal, message } = App.useApp();

  const refresh = useCallback(
    () => Promise.all([keys.directories, keys.files, keys.profile].map((queryKey) => queries.invalidateQueries({ queryKey }))),
    [queries],
  );

  return useMemo(() => {
    const takeBack = async (operation: Operation) => {
      const state = await undo(operation, { deleteFolder: (id) => deleteDirectory(id), rename: renameCall, reloadTree: refresh });
      if (state === 'undone') showSuccess(`已撤销：${describeAction(operation.action)}。`);
      else showInfo('删除和移动不能撤销，文件夹已重新载入。移走的可以再移回来。');
    };

    /** Asks first where a new folder has been filled meanwhile: its files would go with it. */
    const undoOperation = (operation: Operation) =>
      attempt(async () => {
        const { action } = operation;
        const folder = action.kind === 'create' ? folderTree(await directoryTree()).byId.get(action.folder.id) : undefined;
        const { files, folders } = folder === undefined ? { files: 0, folders: 0 } : contentsOf(folder);
        if (folder === undefined || files + folders === 0) return takeBack(operation);
        modal.confirm({
          centered: true,
          title: `撤销新建会删除「${folder.name}」`,
          content: `里面已经有 ${extentWords({ files, folders })}，会一起删除，不能恢复。`,
          okText: '删除',
          ...DANGER,
          cancelText: '不撤销',
          onOk: () => attempt(() => takeBack(operation)),
        });
      });

    const offerUndo = (text: string, action: FileAction) => {
      const operation = recordOperation(action);
      const key = `operation-${operation.id}`;
      const press = () => {
        message.destroy(key);
        const now = useOperations.getState().entries.find(({ id }) => id === operation.id);
        if (now?.state === 'done') void undoOperation(now);
      };
      void message.open({
        key,
        type: 'success',
        duration: UNDO_TOAST_S,
        content: (
          <>
            {text}
            <Button type="link" size="small" onClick={press}>
              撤销
            </Button>
          </>
        ),
      });
    };

    const create = async (name: string, parent: number | null) => {
      let made: Directory | undefined;
      await attempt(async () => {
        made = await createDirectory({ name, parent_id: parent });
        offerUndo(`已新建「${made.name}」`, { kind: 'create', folder: { kind: 'folder', id: made.id, name: made.name }, parent });
      });
      await refresh();
      return made;
    };

    const rename = async (item: Item, name: string) => {
      await attempt(async () => {
        const subject = subjectOf(item);
        const renamed = await renameCall(subject, name);
        offerUndo(`已改名为「${renamed.name}」`, { kind: 'rename', subject: { ...subject, name: renamed.name }, from: subject.name });
      });
      await refresh();
    };

    const removeNow = async (items: readonly Item[], onDone: (tried: number) => void) => {
      const failed = await oneByOne(items, removeCall, onDone);
      const gone = items.filter((item) => !failed.some(({ thing }) => thing === item));
      if (gone.length > 0) {
        recordOperation({ kind: 'delete', subjects: gone.map(subjectOf) });
        showSuccess(`已删除 ${extentWords(extentOf(tree, gone))}。`);
      }
      const [first] = failed;
      if (first !== undefined) showError(`有 ${failed.length} 项没有删掉：${failureText(first.error, '请再试一次。')}`);
      await refresh();
    };

    const remove = (picked: readonly Item[]) => {
      const items = outermost(tree, picked);
      if (items.length === 0) return;
      const words = removalWords(tree, items);
      const dialog = modal.confirm({
        ...words,
        centered: true,
        okText: '删除',
        ...DANGER,
        cancelText: '不删除',
        onOk: () =>
          removeNow(items, (tried) => {
            if (items.length > 1) dialog.update({ content: `正在删除，${tried} / ${items.length}` });
          }),
      });
    };

    const move = async (items: readonly Item[], target: number | null) => {
      const reason = obstacle(tree, items, target);
      if (reason !== undefined) return showInfo(`${reason}。`);
      const moving = items.filter((item) => placeOf(item) !== target);
      const fileIds = moving.flatMap((item) => (item.kind === 'file' ? item.file.id : []));
      const calls = [
        ...(fileIds.length === 0 ? [] : [() => moveFiles(fileIds, target, { silent: true })]),
        ...moving.flatMap((item) => (item.kind === 'folder' ? [() => moveDirectory(item.folder.id, target, { silent: true })] : [])),
      ];
      const [failure] = await oneByOne(calls, (call) => call());
      const toName = folderName(tree, target);
      if (failure === undefined) {
        const subjects = moving.map((item) => ({ ...subjectOf(item), from: placeOf(item) }));
        recordOperation({ kind: 'move', subjects, to: target, toName });
        showSuccess(`已把${namesOf(moving)}移到「${toName}」。`);
      } else showError(`没有全部移到「${toName}」：${failureText(failure.error, '请再试一次。')}`);
      await refresh();
    };

    const drop = (items: readonly Item[], target: number | null) => {
      if (items.length < 2 || obstacle(tree, items, target) !== undefined) return void move(items, target);
      modal.confirm({
        ...moveWords(tree, items, folderName(tree, target)),
        centered: true,
        okText: '移动',
        cancelText: '不移动',
        onOk: () => move(items, target),
      });
    };

    const undoLast = async () => {
      const last = nextUndo(useOperations.getState().entries);
      if (last === undefined) showInfo('没有可以撤销的操作。');
      else await undoOperation(last);
    };

    return { create, rename, remove, move, drop, undoLast };
  }, [tree, modal, message, refresh]);
}
