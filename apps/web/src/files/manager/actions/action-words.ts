import { extentOf, extentWords, type FolderTree, type Item, namesOf } from '../folders/folder-tree.ts';

/** What becomes of analyses whose input a file was, once the file is deleted: they keep what the run has read. */
export const ANALYSES_KEEP = '用过这些文件的分析不受影响：它们留有自己的一份数据，结果和图都在；要拿同样的数据再次运行，得重新上传。';
/** The same once it is moved. */
export const ANALYSES_FOLLOW = '用过这些文件的分析不受影响，再次运行时也找得到它们。';

/** What a deletion is asked with. */
export function removalWords(tree: FolderTree, items: readonly Item[]): { title: string; content: string } {
  const extent = extentOf(tree, items);
  const folders = items.some(({ kind }) => kind === 'folder');
  const picked = folders ? `${items.length} 项` : extentWords(extent);
  const parts = [
    folders ? `文件夹里的内容会一起删除，共 ${extentWords(extent)}。` : '',
    '删除后不能恢复。',
    extent.files > 0 ? ANALYSES_KEEP : '',
  ];
  return { title: items.length === 1 ? `删除${namesOf(items)}？` : `删除选中的 ${picked}？`, content: parts.join('') };
}

/** What a move of several items is asked with. */
export function moveWords(tree: FolderTree, items: readonly Item[], target: string): { title: string; content: string } {
  return { title: `把 ${items.length} 项移到「${target}」？`, content: `共 ${extentWords(extentOf(tree, items))}。${ANALYSES_FOLLOW}` };
}
