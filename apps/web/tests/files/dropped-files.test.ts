import { describe, expect, test } from 'vitest';
import { chosenFiles, type Drop, droppedFiles, foldersOf } from '../../src/files/dropped-files.ts';

const entryOfFile = (name: string) => ({ name, isFile: true, file: (done: (file: File) => void) => done({ name } as File) });

/** A folder that gives its entries two at a time, as browsers do a hundred at a time. */
function entryOfFolder(name: string, children: readonly { name: string }[]) {
  const createReader = () => {
    const left = [...children];
    return { readEntries: (done: (some: unknown[]) => void) => done(left.splice(0, 2)) };
  };
  return { name, isFile: false, createReader };
}

function transferOf(...entries: { name: string; isFile: boolean }[]): Drop {
  return { items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })), files: [] };
}

const shape = (found: Awaited<ReturnType<typeof droppedFiles>>) =>
  found.map(({ file, folders }) => [...folders, file.name].join('/')).sort();

describe('a drop', () => {
  test('brings all files of all folders, with their folders', async () => {
    const folder = entryOfFolder('肝癌', [
      entryOfFile('a.csv'),
      entryOfFile('b.csv'),
      entryOfFile('c.csv'),
      entryOfFolder('分组', [entryOfFile('g.csv')]),
    ]);
    const found = await droppedFiles(transferOf(entryOfFile('x.csv'), folder));
    expect(shape(found)).toEqual(['x.csv', '肝癌/a.csv', '肝癌/b.csv', '肝癌/c.csv', '肝癌/分组/g.csv']);
  });

  test('leaves out what systems keep in folders', async () => {
    const folder = entryOfFolder('d', ['.DS_Store', 'Thumbs.db', '~$a.xlsx', 'a.xlsx'].map(entryOfFile));
    expect(shape(await droppedFiles(transferOf(folder)))).toEqual(['d/a.xlsx']);
  });

  test('without entries takes the files', async () => {
    expect(shape(await droppedFiles({ items: [], files: [new File([], 'a.csv')] }))).toEqual(['a.csv']);
  });
});

test('a chosen folder brings its structure; a file chosen by itself may have any name', () => {
  const file = (name: string, webkitRelativePath: string) => ({ name, webkitRelativePath }) as File;
  const found = chosenFiles([file('a.csv', 'd/e/a.csv'), file('.DS_Store', 'd/.DS_Store'), file('x', 'd/.git/x'), file('.b.csv', '')]);
  expect(shape(found)).toEqual(['.b.csv', 'd/e/a.csv']);
});

test('folders are made once each, outer ones first', () => {
  const found = [
    { file: {} as File, folders: ['a', 'b', 'c'] },
    { file: {} as File, folders: ['a', 'b'] },
    { file: {} as File, folders: ['d'] },
    { file: {} as File, folders: [] },
  ];
  const paths = foldersOf(found).map((path) => path.join('/'));
  expect([...paths].sort()).toEqual(['a', 'a/b', 'a/b/c', 'd']);
  expect(paths.indexOf('a')).toBeLessThan(paths.indexOf('a/b'));
  expect(paths.indexOf('a/b')).toBeLessThan(paths.indexOf('a/b/c'));
});
