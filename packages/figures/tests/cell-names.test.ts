import { expect, it } from 'vitest';
import { sayIn } from '../src/text/language.ts';

it('writes labels of cell types in words of the language of the figure, and others as they are', () => {
  const zh = sayIn({ cell_names: 'words' });
  const en = sayIn({ cell_names: 'words', figure_language: 'en' });
  expect(['T.cells.CD4', 'CD8+ Tcm', 'T cells gamma delta', 'MyCell'].map((label) => zh(label))).toEqual([
    'CD4 T 细胞',
    'CD8 中央记忆 T 细胞',
    'γδ T 细胞',
    'MyCell',
  ]);
  expect(['T.cells.CD4', 'Dendritic.cells'].map((label) => en(label))).toEqual(['CD4 T cells', 'Dendritic cells']);
  // The group of a user may be called so.
  expect(sayIn({})('DC')).toBe('DC');
  expect(sayIn({ cell_names: 'labels' })('T.cells.CD4')).toBe('T.cells.CD4');
  expect(sayIn({ cell_names: 'words', renamed: ['T.cells.CD4', 'CD4+'] })('T.cells.CD4')).toBe('CD4+');
});
