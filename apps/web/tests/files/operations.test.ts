import type { UserInfo } from '@oncoloom/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useSession } from '../../src/accounts/session.ts';
import { ApiFailure } from '../../src/api/client.ts';
import {
  describeAction,
  type FileAction,
  nextUndo,
  recordOperation,
  type Subject,
  undo,
  undoLabel,
  useOperations,
} from '../../src/files/manager/actions/operations.ts';

const file: Subject = { kind: 'file', id: 5, name: 'b.csv' };
const folder: Subject = { kind: 'folder', id: 3, name: '肝癌' };
const create: FileAction = { kind: 'create', folder, parent: null };
const rename: FileAction = { kind: 'rename', subject: file, from: 'a.csv' };
const remove: FileAction = { kind: 'delete', subjects: [file, folder] };
const move: FileAction = { kind: 'move', subjects: [{ ...file, from: null }], to: 3, toName: '肝癌' };

const entries = () => useOperations.getState().entries;
const calls = () => ({ deleteFolder: vi.fn(async () => {}), rename: vi.fn(async () => {}), reloadTree: vi.fn(async () => {}) });

/** Undoes the next operation, as the button does. */
async function undoNext() {
  const made = calls();
  const next = nextUndo(entries());
  if (next === undefined) throw new Error('nothing to undo');
  return { state: await undo(next, made), made };
}

beforeEach(() => useOperations.setState({ entries: [] }));

describe('undoing', () => {
  test('a creation deletes the folder', async () => {
    recordOperation(create);
    const { state, made } = await undoNext();
    expect(state).toBe('undone');
    expect(made.deleteFolder).toHaveBeenCalledExactlyOnceWith(3);
    expect(made.reloadTree).toHaveBeenCalledOnce();
  });

  test('a renaming renames back', async () => {
    recordOperation(rename);
    const { state, made } = await undoNext();
    expect(state).toBe('undone');
    expect(made.rename).toHaveBeenCalledExactlyOnceWith(file, 'a.csv');
    expect(made.deleteFolder).not.toHaveBeenCalled();
  });

  test.each([
    ['a deletion', remove],
    ['a move', move],
  ])('%s loads the tree anew and nothing else', async (_, action) => {
    recordOperation(action);
    const { state, made } = await undoNext();
    expect(state).toBe('passed');
    expect(made.reloadTree).toHaveBeenCalledOnce();
    expect(made.deleteFolder).not.toHaveBeenCalled();
    expect(made.rename).not.toHaveBeenCalled();
  });

  test('goes backwards through what was done', async () => {
    recordOperation(create);
    recordOperation(move);
    recordOperation(rename);
    const labels: string[] = [];
    for (let left = 3; left > 0; left -= 1) {
      labels.push(undoLabel(nextUndo(entries())));
      await undoNext();
    }
    expect(labels).toEqual(['撤销重命名', '撤销移动', '撤销新建']);
    expect(nextUndo(entries())).toBeUndefined();
    expect(undoLabel(undefined)).toBe('撤销');
  });

  test('of what is gone is not asked for again', async () => {
    recordOperation(rename);
    recordOperation(create);
    const operation = nextUndo(entries());
    if (operation === undefined) throw new Error('nothing to undo');
    const gone = { ...calls(), deleteFolder: () => Promise.reject(new ApiFailure(404, '文件夹不存在')) };
    await expect(undo(operation, gone)).rejects.toThrow('文件夹不存在');
    expect(nextUndo(entries())?.action).toBe(rename);
  });

  test('that fails can be tried again', async () => {
    recordOperation(create);
    const operation = nextUndo(entries());
    if (operation === undefined) throw new Error('nothing to undo');
    const broken = { ...calls(), deleteFolder: () => Promise.reject(new Error('no answer')) };
    await expect(undo(operation, broken)).rejects.toThrow('no answer');
    expect(nextUndo(entries())?.action).toBe(create);
  });
});

test('the newest 50 are kept, the newest first', () => {
  for (let n = 1; n <= 53; n += 1) recordOperation({ ...rename, from: `${n}.csv` });
  const from = entries().map(({ action }) => (action.kind === 'rename' ? action.from : ''));
  expect(from).toHaveLength(50);
  expect([from[0], from.at(-1)]).toEqual(['53.csv', '4.csv']);
});

test('another account sees none of it', () => {
  useSession.setState({ user: { id: 1 } as UserInfo });
  recordOperation(create);
  useSession.setState({ user: undefined });
  expect(entries()).toEqual([]);
});

test.each([
  [create, '新建文件夹「肝癌」'],
  [rename, '「a.csv」改名为「b.csv」'],
  [remove, '删除「b.csv」等 2 项'],
  [move, '把「b.csv」移到「肝癌」'],
])('an operation in words', (action, words) => expect(describeAction(action)).toBe(words));
