import { parseTsv } from '@oncoloom/figures';
import { CHANGES, type ToldTable } from '@oncoloom/tool-kit';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { allRows } from '../../src/result-data/table-rows.ts';
import { toTsv } from '../../src/result-page/tables/grid-features.ts';
import { keyFirst, shownColumns } from '../../src/result-page/tables/table-columns.ts';
import { type Grid, rowsOf, useGrid } from '../../src/result-page/tables/use-grid.ts';

const declaration: ToldTable = {
  title: '差异表',
  role: 'result',
  columns: [
    { name: 'gene', type: 'gene', title: '基因' },
    { name: 'AveExpr', type: 'number', title: '平均表达' },
    { name: 'logFC', type: 'log2', title: '差异倍数' },
    { name: 'adj.P.Val', type: 'p', title: '校正后 P' },
    { name: 'change', type: 'text', title: '变化', codes: CHANGES, asCodes: true },
  ],
};
const table = parseTsv(
  [
    'gene\tAveExpr\tlogFC\tadj.P.Val\tchange',
    'TP53\t8\t2\t0.01\tup',
    'TP53BP1\t7\t-1\t0.04\tnone',
    'GPC3\t6\t1\t0.05\tup',
    'ALB\t5\t-3\t\tdown',
    'AFP\t4\t0.5\t1e-300\tnone',
    '',
  ].join('\n'),
  declaration,
);
const columns = shownColumns(table, declaration);

/** What a reader's arrangement leaves, in its order. */
function arranged(arrange: (grid: Grid) => void, narrow = false): { rows: number[]; columns: string[] } {
  let seen = { rows: [] as number[], columns: [] as string[] };
  function Probe() {
    const grid = useGrid({ table, columns, rows: allRows(table), sort: undefined, narrow });
    arrange(grid);
    seen = { rows: rowsOf(grid), columns: grid.getVisibleLeafColumns().map(({ id }) => id) };
    return null;
  }
  renderToString(createElement(Probe));
  return seen;
}
const sorted = (id: string, desc: boolean) => arranged((grid) => grid.setSorting([{ id, desc }])).rows;
const filtered = (id: string, value: unknown) => arranged((grid) => grid.getColumn(id)?.setFilterValue(value)).rows;

describe('order', () => {
  it('puts missing values last in both directions, ties in the order of the file', () => {
    expect(sorted('adj.P.Val', false)).toEqual([4, 0, 1, 2, 3]);
    expect(sorted('adj.P.Val', true)).toEqual([2, 1, 0, 4, 3]);
    expect(sorted('change', true)).toEqual([0, 2, 1, 4, 3]);
  });
  it('sorts names by their characters', () => expect(sorted('gene', false)).toEqual([4, 3, 2, 0, 1]));
});

describe('filters of columns', () => {
  it('keeps numbers within both bounds, the bounds included', () => {
    expect(filtered('adj.P.Val', { max: 0.05 })).toEqual([0, 1, 2, 4]);
    expect(filtered('logFC', { min: 1 })).toEqual([0, 2]);
    expect(filtered('logFC', { min: -1, max: 1 })).toEqual([1, 2, 4]);
  });
  it('looks for a text in what is shown', () => {
    expect(filtered('change', '上调')).toEqual([0, 2]);
    expect(filtered('gene', ' tp53 ')).toEqual([0, 1]);
  });
  it('takes an empty field for no filter', () => {
    expect(filtered('gene', ' ')).toHaveLength(5);
    expect(filtered('logFC', {})).toHaveLength(5);
  });
});

describe('columns', () => {
  it('puts what matters first on a phone and keeps the rest', () => {
    expect(arranged(() => {}, true).columns).toEqual(['gene', 'logFC', 'adj.P.Val', 'AveExpr', 'change']);
    const marked = columns.map((column) => (column.name === 'change' ? { ...column, key: true } : column));
    expect(keyFirst(marked).map(({ name }) => name)).toEqual(['gene', 'logFC', 'adj.P.Val', 'change', 'AveExpr']);
  });
  it('can be hidden', () => {
    expect(arranged((grid) => grid.getColumn('AveExpr')?.toggleVisibility(false)).columns).not.toContain('AveExpr');
  });
  it('gives Chinese words and capitals the room that they take', () => {
    const widthOf = (text: string) => {
      const codes: ToldTable = { ...declaration, columns: [{ name: 'part', title: '', type: 'text' }] };
      return shownColumns(parseTsv(`part\n${text}\n`, codes), codes)[0]?.width.narrow ?? 0;
    };
    // 13 px characters: a Chinese one is as wide as high.
    expect(widthOf('中性粒细胞')).toBeGreaterThanOrEqual(5 * 13 + 24);
    expect(widthOf('CD8 T 细胞')).toBeGreaterThan(widthOf('cd8 t ab'));
  });

  it('are no wider on a phone than short codes need, and as wide as ever elsewhere', () => {
    const codes: ToldTable = { title: '', role: 'result', columns: [{ name: 'part', type: 'text', title: '本体' }] };
    const [column] = shownColumns(parseTsv('part\nBP\nCC\n', codes), codes);
    expect(column?.width).toEqual({ roomy: 160, narrow: 67 });
  });

  it('have room for their whole head', () => {
    const long = { ...declaration, columns: [{ name: 'restricted.mean.survival', type: 'number', title: '' }] } as const;
    const [column] = shownColumns(parseTsv('restricted.mean.survival\n1\n', long), long);
    // Inter has no Latin letter narrower than 3 px at 12 px; its mean is above 6.
    expect(column?.width.narrow).toBeGreaterThan(24 * 6 + 24);
  });
});

describe('rows for a spreadsheet', () => {
  it('keep every digit, leave missing cells empty and name the columns', () => {
    expect(toTsv(table, ['gene', 'adj.P.Val'], [4, 3])).toBe('gene\tadj.P.Val\nAFP\t1e-300\nALB\t');
  });
  it('hold nothing that a spreadsheet would compute', () => {
    const hostile = parseTsv('gene\tlogFC\n=1+1\t-2\n@SUM(A1)\t1\n-1\t1\n', declaration);
    expect(toTsv(hostile, ['gene', 'logFC'], [0, 1, 2])).toBe("gene\tlogFC\n'=1+1\t-2\n'@SUM(A1)\t1\n-1\t1");
  });
});
