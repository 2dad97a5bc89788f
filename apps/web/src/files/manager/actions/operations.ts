import { OPERATION_HISTORY_MAX } from '@oncoloom/contract';
import { create } from 'zustand';
import { onSessionEnd } from '../../../accounts/session.ts';
import { ApiFailure } from '../../../api/client.ts';

/** A folder or file as an operation knows it: only its id stays the same. */
export interface Subject {
  kind: 'folder' | 'file';
  id: number;
  name: string;
}

/** What was done to folders and files. */
export type FileAction =
  | { kind: 'create'; folder: Subject; parent: number | null }
  | { kind: 'rename'; subject: Subject; from: string }
  | { kind: 'delete'; subjects: readonly Subject[] }
  | { kind: 'move'; subjects: readonly (Subject & { from: number | null })[]; to: number | null; toName: string };

export interface Operation {
  id: number;
  at: string;
  action: FileAction;
  /** `undone`: taken back; `passed`: asked to be undone, but this kind can't be. */
  state: 'done' | 'undone' | 'passed';
}

interface Operations {
  /** The newest first, of this visit. */
  entries: readonly Operation[];
}

export const useOperations = create<Operations>()(() => ({ entries: [] }));

let lastId = 0;

/** Keeps the newest 50. */
export function recordOperation(action: FileAction): Operation {
  lastId += 1;
  const entry: Operation = { id: lastId, at: new Date().toISOString(), action, state: 'done' };
  useOperations.setState(({ entries }) => ({ entries: [entry, ...entries].slice(0, OPERATION_HISTORY_MAX) }));
  return entry;
}

onSessionEnd(() => useOperations.setState({ entries: [] }));

function settle(id: number, state: Operation['state']): void {
  useOperations.setState(({ entries }) => ({ entries: entries.map((entry) => (entry.id === id ? { ...entry, state } : entry)) }));
}

/** What the next undo concerns: the newest operation that was not undone yet. */
export function nextUndo(entries: readonly Operation[]): Operation | undefined {
  return entries.find(({ state }) => state === 'done');
}

interface UndoCalls {
  deleteFolder(id: number): Promise<unknown>;
  rename(subject: Subject, name: string): Promise<unknown>;
  reloadTree(): Promise<unknown>;
}

/**
 * Takes an operation back: a creation by deleting, a renaming by renaming back. Of a deletion or a move only the tree is loaded
 * anew. Throws what the call throws; the operation stays undoable then, unless what it concerns is gone.
 */
export async function undo({ id, action }: Operation, calls: UndoCalls): Promise<Operation['state']> {
  const state = action.kind === 'create' || action.kind === 'rename' ? 'undone' : 'passed';
  try {
    if (action.kind === 'create') await calls.deleteFolder(action.folder.id);
    else if (action.kind === 'rename') await calls.rename(action.subject, action.from);
  } catch (error) {
    // Otherwise every further undo would come back to this one.
    if (error instanceof ApiFailure && error.status === 404) settle(id, 'passed');
    throw error;
  }
  await calls.reloadTree();
  settle(id, state);
  return state;
}

const VERBS: Record<FileAction['kind'], string> = { create: '新建', rename: '重命名', delete: '删除', move: '移动' };

/** 「撤销移动」 */
export function undoLabel(operation: Operation | undefined): string {
  return operation === undefined ? '撤销' : `撤销${VERBS[operation.action.kind]}`;
}

function listed(subjects: readonly Subject[]): string {
  const [first] = subjects;
  if (first === undefined) return '';
  return subjects.length === 1 ? `「${first.name}」` : `「${first.name}」等 ${subjects.length} 项`;
}

/** An operation in words. */
export function describeAction(action: FileAction): string {
  switch (action.kind) {
    case 'create':
      return `新建文件夹「${action.folder.name}」`;
    case 'rename':
      return `「${action.from}」改名为「${action.subject.name}」`;
    case 'delete':
      return `删除${listed(action.subjects)}`;
    case 'move':
      return `把${listed(action.subjects)}移到「${action.toName}」`;
  }
}
