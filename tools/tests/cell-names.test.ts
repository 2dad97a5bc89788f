import { CELL_TYPES, formatFact } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

it('knows all types of xCell, and every figure of cell types asks for words', () => {
  const xcell = catalogue.find(({ tool }) => tool.taskType === 'xcell_analysis')?.tool;
  const filter = xcell?.parameters.cell_types_filter;
  const options = filter?.kind === 'choices' ? filter.options.map(({ value }) => value) : [];
  expect(options.length).toBeGreaterThan(60);
  expect(options.filter((label) => label !== 'all' && !Object.hasOwn(CELL_TYPES, label))).toEqual([]);
  const figures = catalogue
    .filter(({ tool }) => ['xcell_analysis', 'cibersort_analysis'].includes(tool.taskType))
    .flatMap(({ tool }) => Object.values(tool.figures));
  expect(figures.every(({ style }) => style.cell_names !== undefined)).toBe(true);
});

it('says the names of cell types in sentences', () => {
  const facts = catalogue
    .filter(({ tool }) => ['xcell_analysis', 'cibersort_analysis'].includes(tool.taskType))
    .flatMap(({ tool }) => Object.entries(tool.facts).filter(([name]) => name === 'first_type' || name === 'largest'));
  expect(facts.map(([, { format }]) => format)).toEqual(['cell', 'cell', 'cell']);
  expect([formatFact('T.cells.CD4', 'cell'), formatFact('my own type', 'cell')]).toEqual(['CD4 T 细胞', 'my own type']);
});
