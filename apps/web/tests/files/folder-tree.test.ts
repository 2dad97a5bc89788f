import type { Directory, UserFile } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { contentsOf, folderTree, type Item, lineOf, namesOf, obstacle } from '../../src/files/manager/folder-tree.ts';

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
