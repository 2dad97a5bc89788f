import type { Directory, UserFile } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { ANALYSES_KEEP, removalWords } from '../../src/files/manager/actions/action-words.ts';
import {
  branches,
  contentsOf,
  extentOf,
  extentWords,
  folderTree,
  type Item,
  lineOf,
  namesOf,
  obstacle,
  outermost,
} from '../../src/files/manager/folders/folder-tree.ts';
import { foldersInView } from '../../src/files/manager/use-space.ts';
import { START_VIEW, type View } from '../../src/files/manager/view.ts';

const folder = (id: number, name: string, parent_id: number | null, file_count: number, children: Directory[] = []): Directory => ({
  id,
  name,
  description: '',
  parent_id,
  path: '',
  file_count,
  created_at: '',
  updated_at: '',
  children,
});
const tree = folderTree({
  directories: [folder(1, '样本 10', null, 0), folder(2, '样本 2', null, 1, [folder(3, '原始', 2, 2, [folder(4, '芯片', 3, 4)])])],
  file_count: 3,
});
const folderItem = (id: number): Item => {
  const found = tree.byId.get(id);
  if (found === undefined) throw new Error(`no folder ${id}`);
  return { kind: 'folder', folder: found };
};
const fileItem = (id: number, directory_id: number | null): Item => ({
  kind: 'file',
  file: { id, name: `${id}.csv`, directory_id } as UserFile,
});

test('folders stand by name as a reader counts, and all files are counted', () => {
  expect(tree.roots.map(({ name }) => name)).toEqual(['样本 2', '样本 10']);
  expect(tree.fileCount).toBe(10);
});

test('a folder holds what is below it', () => {
  expect(tree.roots.map(contentsOf)).toEqual([
    { files: 7, folders: 2 },
    { files: 0, folders: 0 },
  ]);
});

test('the way down to a folder', () => {
  expect(lineOf(tree, 4).map(({ id }) => id)).toEqual([2, 3, 4]);
  expect(lineOf(tree, null)).toEqual([]);
  expect(lineOf(tree, 99)).toEqual([]);
});

describe('a move', () => {
  test('of a folder into itself or below is refused', () => {
    expect(obstacle(tree, [folderItem(2)], 2)).toContain('自己');
    expect(obstacle(tree, [fileItem(1, null), folderItem(2)], 4)).toContain('「样本 2」');
  });

  test('to where everything stands already is none', () => {
    expect(obstacle(tree, [folderItem(3), fileItem(1, 2)], 2)).toBe('已经在这个文件夹里');
  });

  test('up, aside and to the root is free', () => {
    expect(obstacle(tree, [folderItem(4)], null)).toBeUndefined();
    expect(obstacle(tree, [folderItem(4)], 1)).toBeUndefined();
    expect(obstacle(tree, [fileItem(1, null), fileItem(2, 2)], 2)).toBeUndefined();
  });
});

test('items in words', () => {
  expect(namesOf([fileItem(1, null), folderItem(3)])).toBe('「1.csv」「原始」');
  expect(namesOf([fileItem(1, null), folderItem(3), fileItem(2, null)])).toBe('「1.csv」「原始」等 3 项');
});

describe('a selection', () => {
  // The file 8 and the folder 4 lie below folder 3.
  const items = [fileItem(7, null), fileItem(8, 4), folderItem(4), folderItem(3)];

  test('leaves out what lies in a folder of it', () => {
    expect(outermost(tree, items)).toEqual([items[0], items[3]]);
    expect(outermost(tree, [folderItem(2)])).toHaveLength(1);
  });

  test('counts everything below its folders, once', () => {
    expect(extentOf(tree, items)).toEqual({ files: 7, folders: 2 });
    expect(extentWords(extentOf(tree, items))).toBe('7 个文件和 2 个文件夹');
    expect(extentWords({ files: 1200, folders: 0 })).toBe('1,200 个文件');
    expect(extentWords({ files: 0, folders: 0 })).toBe('0 个文件');
  });

  test('is deleted with a warning of what goes with its folders', () => {
    expect(removalWords(tree, [fileItem(7, null)])).toEqual({ title: '删除「7.csv」？', content: `删除后不能恢复。${ANALYSES_KEEP}` });
    expect(removalWords(tree, [folderItem(3), fileItem(7, null)])).toEqual({
      title: '删除选中的 2 项？',
      content: `文件夹里的内容会一起删除，共 7 个文件和 2 个文件夹。删除后不能恢复。${ANALYSES_KEEP}`,
    });
    expect(removalWords(tree, [fileItem(7, null), fileItem(8, 4)]).title).toBe('删除选中的 2 个文件？');
    expect(removalWords(tree, [folderItem(1)]).content).toBe('文件夹里的内容会一起删除，共 1 个文件夹。删除后不能恢复。');
  });
});

test('an unfolded tree shows what is open, each at its depth', () => {
  const shown = branches(tree.roots, new Set([2, 4]));
  expect(shown.map(({ folder: { id }, depth }) => [id, depth])).toEqual([
    [2, 0],
    [3, 1],
    [1, 0],
  ]);
});

describe('folders in view', () => {
  const ids = (view: Partial<View>) => foldersInView(tree, { ...START_VIEW, ...view }).map(({ id }) => id);

  test.each<[Partial<View>, number[]]>([
    [{}, [2, 1]],
    [{ order: 'desc' }, [1, 2]],
    [{ folder: 3 }, [4]],
    [{ sortBy: 'file_size', order: 'desc' }, [2, 1]],
    [{ page: 2 }, []],
    [{ search: ' 样本 1' }, [1]],
    [{ search: '芯片' }, [4]],
    [{ search: '芯片', folder: 2, here: true }, []],
    [{ search: '原始', folder: 2, here: true }, [3]],
    // A folder has no type and no state.
    [{ search: '芯片', status: 'valid' }, []],
  ])('%j', (view, expected) => expect(ids(view)).toEqual(expected));
});
