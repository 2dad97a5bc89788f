import { describe, expect, it } from 'vitest';
import { parseTsv } from '../src/data/tsv.ts';

const declaration = {
  title: '差异表',
  role: 'result',
  columns: [
    { name: 'gene', type: 'gene', title: '基因' },
    { name: 'logFC', type: 'log2', title: '差异倍数' },
    { name: 'P.Value', type: 'p', title: 'P 值' },
  ],
} as const;

describe('parseTsv', () => {
  it('passes over the line that says that all of it is simulated', () => {
    const table = parseTsv('# 模拟演示数据\ngene\tlogFC\tP.Value\n#1\t2\t0\n', declaration);
    expect([table.order, table.columns.gene, table.rowCount]).toEqual([['gene', 'logFC', 'P.Value'], ['#1'], 1]);
  });

  it('reads columns at full precision by their declared types', () => {
    const table = parseTsv('gene\tlogFC\tP.Value\nCLEC4M\t-3.14186124401914\t4.51554508843876e-27\n1E5\t2\t0\n', declaration);
    expect(table.rowCount).toBe(2);
    expect(table.order).toEqual(['gene', 'logFC', 'P.Value']);
    expect(table.columns.gene).toEqual(['CLEC4M', '1E5']);
    expect(table.columns.logFC).toEqual(Float64Array.of(-3.14186124401914, 2));
    expect(table.columns['P.Value']).toEqual(Float64Array.of(4.51554508843876e-27, 0));
  });

  it('reads empty cells and NA as NaN, and infinities as such', () => {
    const table = parseTsv('gene\tlogFC\tP.Value\nA\t\tNA\nB\tInf\t-Inf\nC\t1\t\n', declaration);
    expect(table.columns.logFC).toEqual(Float64Array.of(Number.NaN, Number.POSITIVE_INFINITY, 1));
    expect(table.columns['P.Value']).toEqual(Float64Array.of(Number.NaN, Number.NEGATIVE_INFINITY, Number.NaN));
  });

  it('takes quotation marks for what they are', () => {
    const table = parseTsv('gene\tlogFC\tP.Value\n"high" group\t1\t1\n5\' UTR\t2\t1\n"\t3\t1\n', declaration);
    expect(table.columns.gene).toEqual(['"high" group', "5' UTR", '"']);
    expect(table.columns.logFC).toEqual(Float64Array.of(1, 2, 3));
  });

  it('keeps the columns of an empty table, with or without a last line end', () => {
    for (const text of ['gene\tlogFC\tP.Value\n', 'gene\tlogFC\tP.Value', 'gene\tlogFC\tP.Value\r\n']) {
      const table = parseTsv(text, declaration);
      expect(table.rowCount).toBe(0);
      expect(table.columns.logFC).toEqual(new Float64Array(0));
      expect(table.columns.gene).toEqual([]);
      expect(table.order).toHaveLength(3);
    }
  });

  it('takes Windows line ends and a missing last one', () => {
    const table = parseTsv('gene\tlogFC\tP.Value\r\nA\t1\t0.5\r\nB\t2\t0.25', declaration);
    expect(table.columns['P.Value']).toEqual(Float64Array.of(0.5, 0.25));
  });

  it('gives undeclared columns the type of `rest`, and text without one', () => {
    const cells = {
      title: '',
      role: 'figure',
      columns: [{ name: 'gene', type: 'gene', title: '' }],
      rest: { type: 'number' },
    } as const;
    expect(parseTsv('gene\tS1\tS2\nA\t1\t2\n', cells).columns.S2).toEqual(Float64Array.of(2));
    expect(parseTsv('gene\tnote\nA\tx\n', declaration).columns.note).toEqual(['x']);
  });
});
