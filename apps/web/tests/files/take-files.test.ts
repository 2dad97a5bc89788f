import type { Directory } from '@oncoloom/contract';
import { expect, test, vi } from 'vitest';
import type { FoundFile } from '../../src/files/dropped-files.ts';
import { oneByOne } from '../../src/files/manager/actions/one-by-one.ts';
import { folderTree } from '../../src/files/manager/folders/folder-tree.ts';
import { placeFiles } from '../../src/files/manager/uploads/take-files.ts';

const folder = (id: number, name: string, parent_id: number | null, children: Directory[] = []): Directory => ({
  ...{ id, name, parent_id, children },
  ...{ description: '', path: `/${name}`, file_count: 0, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
});
const tree = folderTree({ directories: [folder(1, '肝癌', null, [folder(2, '原始', 1)])], file_count: 0 });
const found = (name: string, ...folders: string[]): FoundFile => ({ file: new File(['x'], name), folders });

test('files go to folders that are there, and to new ones for the others, each made once', async () => {
  let id = 10;
  const create = vi.fn(async (name: string) => ({ id: ++id, name }));
  const files = [found('a.csv'), found('b.csv', '原始'), found('c.csv', '新', '原始'), found('d.csv', '新', '原始')];
  const placed = await placeFiles(files, 1, tree, create);
  expect(placed.map(({ file, directoryId, place }) => [file.name, directoryId, place])).toEqual([
    ['a.csv', 1, '肝癌'],
    ['b.csv', 2, '原始'],
    ['c.csv', 12, '原始'],
    ['d.csv', 12, '原始'],
  ]);
  expect(create.mock.calls).toEqual([
    ['新', 1],
    ['原始', 11],
  ]);
});

test('files alone go to the root', async () => {
  const [placed] = await placeFiles([found('a.csv')], null, tree, () => Promise.reject(new Error('no folder is needed')));
  expect(placed).toMatchObject({ directoryId: null, place: '全部文件' });
});

test('one by one: each is tried, one after the other, whatever becomes of the others', async () => {
  let running = 0;
  const tried: number[] = [];
  const failed = await oneByOne(
    [1, 2, 3],
    async (n) => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      if (n === 2) throw new Error('two');
    },
    (count) => tried.push(count),
    0,
  );
  expect(failed).toEqual([{ thing: 2, error: new Error('two') }]);
  expect(tried).toEqual([1, 2, 3]);
});
