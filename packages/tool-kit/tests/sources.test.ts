import { describe, expect, it } from 'vitest';
import { cellOf, isSame, lookUp, rowsOf, standIn } from '../src/index.ts';

const TABLE = {
  rowCount: 4,
  columns: {
    gene: ['A', 'B', 'C', 'D'],
    logFC: Float64Array.of(2, -1.5, 0.2, Number.NaN),
    padj: Float64Array.of(0.001, 0.01, 0.2, 0.04),
    group: ['x', 'x', 'y', ''],
  },
};
const RUN = { parameters: { log2fc: 1, padj: 0.05, chosen: 'x' }, facts: { top: 'B', least: 0.2 } };

describe('a fact in a table', () => {
  it('is a number of rows under the cut-offs of the run', () => {
    const up = rowsOf(
      't',
      { column: 'logFC', is: '|>=|', value: { parameter: 'log2fc' } },
      { column: 'padj', is: '<', value: { parameter: 'padj' } },
    );
    expect(lookUp(up, TABLE, RUN)).toEqual({ value: 2, rows: [0, 1] });
    expect(lookUp(rowsOf('t'), TABLE, RUN)?.value).toBe(4);
    expect(lookUp(rowsOf('t', { column: 'group', parameter: 'chosen' }), TABLE, RUN)?.value).toBe(2);
  });

  it('is the cell of the row that another fact names, or that has the value', () => {
    expect(lookUp(cellOf('t', 'logFC', { column: 'gene', fact: 'top' }), TABLE, RUN)).toEqual({ value: -1.5, rows: [1] });
    expect(lookUp(standIn('t', { least: 'padj' }).least ?? cellOf('t', ''), TABLE, RUN)).toEqual({ value: 0.2, rows: [2] });
    expect(lookUp(cellOf('t', 'padj', { column: 'gene', fact: 'absent' }), TABLE, RUN)).toEqual({ value: null, rows: [] });
  });

  it('is what a column has of its numbers, those that are missing left out', () => {
    const of = (what: 'min' | 'max' | 'sum' | 'median') => lookUp({ table: 't', column: 'logFC', of: what }, TABLE, RUN);
    expect([of('min'), of('max')].map((found) => [found?.value, found?.rows])).toEqual([
      [-1.5, [1]],
      [2, [0]],
    ]);
    expect([of('sum')?.value, of('median')?.value]).toEqual([0.7, 0.2]);
    expect(lookUp({ table: 't', column: 'group', of: 'distinct' }, TABLE, RUN)?.value).toBe(2);
  });

  it('is not there where the table has no such column', () => {
    expect(lookUp(cellOf('t', 'FDR'), TABLE, RUN)).toBeNull();
  });
});

it('takes a number for the same whatever it went through as text', () => {
  expect([
    isSame(0.1 + 0.2, 0.3),
    isSame(0.3, 0.300001),
    isSame(Number.POSITIVE_INFINITY, 3),
    isSame('A', 'A'),
    isSame(null, null),
  ]).toEqual([true, false, false, true, false]);
});
