import { parseTsv } from '@oncoloom/figures';
import type { ToldTable } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';

import { absentNames, allRows, rowsOfView, search, searchedColumns } from '../../src/result-data/table-rows.ts';

const declaration: ToldTable = {
  title: '差异表',
  role: 'result',
  columns: [
    { name: 'gene', type: 'gene', title: '基因' },
    { name: 'logFC', type: 'log2', title: '差异倍数' },
    { name: 'padj', type: 'p', title: '校正后 P' },
  ],
};
const table = parseTsv(
  ['gene\tlogFC\tpadj', 'TP53\t2\t0.01', 'TP53BP1\t-1\t0.04', 'GPC3\t1\t0.05', 'ALB\t-3\t', 'AFP\t0.5\t0.001', ''].join('\n'),
  declaration,
);
const names = searchedColumns(table, declaration);
const parameters = { log2fc: 1, padj: 0.05 };

describe('views', () => {
  const significant = { column: 'padj', is: '<', value: { parameter: 'padj' } } as const;
  it('compares with the parameters of the run, the bound included where the clause says so', () => {
    const view = { label: '显著', clauses: [{ column: 'logFC', is: '|>=|', value: { parameter: 'log2fc' } }, significant] } as const;
    expect(rowsOfView(table, view, parameters)).toEqual([0, 1]);
    expect(rowsOfView(table, view, { log2fc: 1, padj: 0.06 })).toEqual([0, 1, 2]);
  });
  it('negates a bound, and takes a missing value for no match', () => {
    const view = { label: '下调', clauses: [{ column: 'logFC', is: '<=', value: { parameter: 'log2fc', negate: true } }] } as const;
    expect(rowsOfView(table, view, parameters)).toEqual([1, 3]);
    expect(rowsOfView(table, { ...view, clauses: [...view.clauses, significant] }, parameters)).toEqual([1]);
  });
  it('has no rows when the run lacks the parameter', () => {
    expect(rowsOfView(table, { clauses: [significant] }, {})).toEqual([]);
  });
});

describe('search', () => {
  it('looks for one word inside the names', () => {
    expect(search(allRows(table), names, ' tp53 ')).toEqual({ rows: [0, 1], missing: [] });
  });
  it('takes several words as whole names, however they were separated, and tells which are absent', () => {
    const { rows, missing } = search(allRows(table), names, 'tp53，GPC3、NOPE\nafp');
    expect(rows).toEqual([0, 2, 4]);
    expect(missing).toEqual(['NOPE']);
  });
  it('finds several words inside one name where names are no genes, and as a list where that finds nothing', () => {
    const pathways = parseTsv('term\tp\ncell cycle phase\t0.1\ncycle\t0.2\napoptosis\t0.3\n', { ...declaration, columns: [] });
    const terms = searchedColumns(pathways, { ...declaration, columns: [] });
    expect(search(allRows(pathways), terms, ' Cell cycle ')).toEqual({ rows: [0], missing: [] });
    expect(search(allRows(pathways), terms, 'cycle, apoptosis, NOPE')).toEqual({ rows: [1, 2], missing: ['NOPE'] });
  });
  it('keeps all rows for an empty text', () => {
    expect(search([2, 1], names, '  ').rows).toEqual([2, 1]);
  });
  it('tells names of other rows from names of no row', () => {
    expect(absentNames(names, ['alb', 'NOPE'])).toEqual(['NOPE']);
  });
});
