import type { GeneMatch, GeneSuggestion } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { describe, expect, test } from 'vitest';
import { arrange } from '../../src/search/results.ts';
import { searchTools, unmarked } from '../../src/search/search-tools.ts';

function gene(symbol: string, by: GeneMatch['by'] = 'symbol', exact = false): GeneSuggestion {
  const facts = { symbol, name: '', type: 'protein-coding', entrez: '1', ensembl: [], location: [], aliases: [] };
  return { ...facts, matched: { by, text: symbol, exact } };
}
function tools(count: number, change: Partial<MenuEntry> = {}) {
  const [entry] = menu;
  if (entry === undefined) throw new Error('the menu is empty');
  return Array.from({ length: count }, (_, i) => {
    const analysis = `/tool/${i}`;
    return unmarked({ ...entry, title: `工具 ${i}`, keywords: [], ...change, routes: { analysis, result: '' } });
  });
}
const enters = (query: string, found: Parameters<typeof arrange>[1], genes: readonly GeneSuggestion[]) => {
  const { groups, first } = arrange(query, found, genes);
  return groups.flatMap(({ items }) => items)[first]?.path;
};

describe('what Enter opens', () => {
  test('the gene whose symbol was typed, though a tool mentions it', () => {
    const microarray = searchTools(menu, 'AR');
    expect(microarray.length).toBeGreaterThan(0);
    expect(enters('AR', microarray, [gene('AR', 'symbol', true), gene('ARFGEF3')])).toBe('/gene/AR');
  });

  test('the tool that is called so', () => {
    expect(enters('volcano', tools(1, { keywords: ['Volcano'] }), [gene('VOLCANO', 'symbol', true)])).toBe('/tool/0');
  });

  test('the first tool, before a gene that begins so or has it as an alias', () => {
    expect(enters('lim', tools(2), [gene('LIMA1')])).toBe('/tool/0');
    expect(enters('p53', tools(2), [gene('TP53', 'alias', true)])).toBe('/tool/0');
  });

  test('nothing, where genes only begin so', () => expect(enters('TP5', [], [gene('TP53'), gene('TP53INP1')])).toBeUndefined());
});

test('20 lines in all', () => {
  const genes = Array.from({ length: 12 }, (_, i) => gene(`G${i}`));
  const count = (found: number, of: number) => arrange('x', tools(found), genes.slice(0, of)).groups.map(({ items }) => items.length);
  expect(count(30, 12)).toEqual([14, 6]);
  expect(count(30, 0)).toEqual([20]);
  expect(count(3, 2)).toEqual([3, 2]);
});
