import { FAMILIES } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { expect, test } from 'vitest';
import { furtherTools, toolsOf } from '../../src/base/families.ts';
import { isSearchKey } from '../../src/base/search-state.ts';
import { categories, popularTools, suggestions } from '../../src/search/offers.ts';

function entry(change: Partial<MenuEntry>): MenuEntry {
  const [first] = menu;
  if (!first) throw new Error('the menu is empty');
  return { ...first, keywords: [], summary: '', section: '', popular: null, ...change };
}

test('popular tools stand in their own order, and only they', () => {
  const tools = [
    entry({ taskType: 'heatmap_analysis', title: '热图', popular: 5 }),
    entry({ title: '别的' }),
    entry({ taskType: 'limma_differential_analysis', title: 'limma', popular: 2 }),
    entry({ taskType: 'gene_differential_expression', title: '差异', popular: 1 }),
    // A tool of two menus is offered once.
    entry({ taskType: 'gene_differential_expression', title: '差异', popular: 1, family: 'bulk' }),
  ];
  expect(popularTools(tools).map(({ title }) => title)).toEqual(['差异', 'limma', '热图']);
});

test('no two tools of the real menu have one popular place', () => {
  const places = popularTools().map(({ popular }) => popular);
  expect(places.length).toBeGreaterThan(0);
  expect(new Set(places).size).toBe(places.length);
});

test('the empty search shows differential expression, limma, GO, volcano and heatmap', () => {
  const order = [
    'gene_differential_expression',
    'limma_differential_analysis',
    'go_enrichment',
    'volcano_plot_analysis',
    'heatmap_analysis',
  ];
  expect(popularTools().map(({ taskType }) => taskType)).toEqual(order);
});

test('menu, home and search count the same tools', () => {
  expect(Object.fromEntries(categories().map(({ family, count }) => [family, count]))).toEqual({ tcga: 15, bulk: 21, plotting: 10 });
  expect(FAMILIES.reduce((sum, family) => sum + toolsOf(family).length, 0) + furtherTools().length).toBe(menu.length);
});

test('a family without tools is no category', () => {
  const tools = [
    entry({ family: 'plotting' }),
    entry({ family: 'bulk' }),
    entry({ family: 'bulk' }),
    // Beyond the specification: in none of its three categories.
    entry({ family: 'bulk', further: true }),
    entry({ family: 'tcga', further: true }),
  ];
  expect(categories(tools).map(({ family, count }) => [family, count])).toEqual([
    ['bulk', 2],
    ['plotting', 1],
  ]);
});

test('three words are suggested at most, each finds something', () => {
  const named = (title: string) => entry({ title, family: 'tcga' });
  expect(suggestions(['差异', '富集', '热图', '生存'].map(named))).toEqual(['差异', '生存', '富集']);
  expect(suggestions([named('热图')])).toEqual(['热图']);
});

test.each([
  [{ key: 'k', ctrlKey: true }, true],
  [{ key: 'K', metaKey: true }, true],
  [{ key: 'k' }, false],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, false],
  [{ key: 'j', ctrlKey: true }, false],
])('%o opens the search: %s', (pressed, opens) => {
  expect(isSearchKey({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...pressed })).toBe(opens);
});
