import { extentOf, extentWords, type FolderTree, type Item, namesOf } from './folder-tree.ts';

/** What becomes of analyses whose input a file was. */
export const ANALYSES_KEEP = '用过这些文件的分析不受影响：它们留有自己的一份数据，结果和再次运行都照常。';

/** What a deletion is asked with. */
export function removalWords(tree: FolderTree, items: readonly Item[]): { title: string; content: string } {
  const extent = extentOf(tree, items);
  const folders = items.some(({ kind }) => kind === 'folder');
  const inside = folders ? `文件夹里的内容会一起删除，共 ${extentWords(extent)}。` : '';
  const files = extent.files > 0 ? ANALYSES_KEEP : '';
  return {
    title: items.length === 1 ? `删除${namesOf(items)}？` : `删除 ${items.length} 项，共 ${extentWords(extent)}？`,
    content: `${inside}删除后不能恢复。${files}`,
  };
}

/** What a move of several items is asked with. */
export function moveWords(tree: FolderTree, items: readonly Item[], target: string): { title: string; content: string } {
  return { title: `把 ${items.length} 项移到「${target}」？`, content: `共 ${extentWords(extentOf(tree, items))}。${ANALYSES_KEEP}` };
}
