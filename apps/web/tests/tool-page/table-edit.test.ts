import type { TableParameter } from '@oncoloom/tool-kit';
import { expect, test } from 'vitest';
import { columnLook, readPasted, splitRatioColumn } from '../../src/tool-page/data/table-edit.ts';
import { requestKey } from '../../src/tool-page/form/request-key.ts';

const parameter: TableParameter = { kind: 'table', label: '表', input: 'x', maxRows: 1000, maxColumns: 60 };

test('a pasted text is a table, or says which limit it is over', () => {
  expect(readPasted(parameter, 'a\tb\n1\t2')).toEqual({ table: { columns: ['a', 'b'], rows: [['1', '2']] } });
  expect(readPasted(parameter, `a\n${'1\n'.repeat(1001)}`)).toEqual({ problem: expect.stringContaining('有 1,001 行，最多 1,000 行') });
  expect(readPasted(parameter, `${'a\t'.repeat(60)}b\n1`)).toEqual({ problem: expect.stringContaining('最多 60 列') });
  const row = `${'1.2345\t'.repeat(49)}1.2345\n`;
  expect(readPasted(parameter, row.repeat(50_000))).toEqual({ problem: expect.stringMatching(/50,000 行、17\.5 MB，最多 5 MB/) });
});

test('a column tells its type and its cells that cannot be used, anew for a changed table', () => {
  const grid = { columns: ['x'], rows: [['1,000'], ['n.d.'], ['3'], ['']] };
  expect(columnLook(grid, 0)).toMatchObject({ type: 'number', rewritten: 1, missing: 1, ratio: false });
  expect([...columnLook(grid, 0).unusable]).toEqual([1]);
  expect([...columnLook({ ...grid, rows: [['1'], ['2'], ['3'], ['4']] }, 0).unusable]).toEqual([]);
});

test('a bound is a number where it is one of P, and cannot be used where it is a limit of detection', () => {
  const grid = { columns: ['P', 'CRP'], rows: ['<0.001', '0.04', '0.2'].map((p, i) => [p, ['<0.5', '12', '2.3'][i] ?? '']) };
  expect(columnLook(grid, 0)).toMatchObject({ unusable: new Set(), rewritten: 1 });
  expect(columnLook(grid, 1)).toMatchObject({ unusable: new Set([0]), rewritten: 0 });
});

test('ratios with their intervals become three columns with names of their own', () => {
  const grid = {
    columns: ['变量', 'HR (95% CI)', '下限'],
    rows: [
      ['年龄', '0.71 (0.55–0.91)', 'x'],
      ['性别', '参照', 'y'],
    ],
  };
  expect(columnLook({ ...grid, rows: grid.rows.slice(0, 1) }, 1).ratio).toBe(true);
  expect(columnLook(grid, 0).ratio).toBe(false);
  expect(splitRatioColumn(grid, 1)).toEqual({
    columns: ['变量', 'HR', 'HR 下限', '上限', '下限'],
    rows: [
      ['年龄', '0.71', '0.55', '0.91', 'x'],
      ['性别', '参照', '', '', 'y'],
    ],
  });
});

test('a request with a changed table is another one, however large the table is', () => {
  const rows = Array.from({ length: 500 }, (_, i) => [String(i)]);
  const body = { table: { columns: ['x'], rows }, method: 't' };
  expect(requestKey(body)).toBe(requestKey({ ...body }));
  expect(requestKey(body)).not.toBe(requestKey({ ...body, method: 'anova' }));
  expect(requestKey(body)).not.toBe(requestKey({ ...body, table: { columns: ['x'], rows: [...rows] } }));
  expect(requestKey(body).length).toBeLessThan(200);
  expect(requestKey({ rows: [['1']] })).not.toBe(requestKey({ rows: [['2']] }));
});
