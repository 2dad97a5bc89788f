import { CELL_TYPES } from '@oncoloom/tool-kit';
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
