import { expect, it } from 'vitest';
import { layoutSheet } from '../src/kinds/drawn.tsx';
import { loadKind } from '../src/kinds/index.ts';
import { UGLY_FIGURES } from './support/ugly-data.ts';

const TYPES = ['T.cells.CD4', 'T.cells.CD8', 'my own type'];
const ROWS = { names: TYPES, values: [1, 2, 3], groups: ['A', 'A', 'A'], facets: null };

it.each([['heatmap'], ['bars'], ['box']] as const)('a card of a %s calls cell types as the figure does', async (chart) => {
  const cards = async (cell_names: string) => {
    const { drawn } = layoutSheet(await loadKind(chart), UGLY_FIGURES[chart](ROWS, { cell_names }), [], true);
    if (drawn.family !== 'items') throw new Error('cards of items');
    return JSON.stringify([0, 1, 2].map((item) => drawn.layout.describe(item).name));
  };
  expect(await cards('words')).toContain('CD4 T 细胞');
  expect(await cards('words')).not.toContain('T.cells');
  expect(await cards('labels')).toContain('T.cells.CD4');
});
