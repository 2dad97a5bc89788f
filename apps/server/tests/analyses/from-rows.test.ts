import type { InputParameter } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import { describeRows } from '../../src/analyses/input-sources/from-rows.ts';

const TABLE: InputParameter = { kind: 'table', label: '表', input: 'table', maxRows: 10, maxColumns: 10 };

it.each([
  [['1', 'NULL', '#N/A'], true],
  [['1', 'na'], true],
  [['1', 'none'], false],
  [['007', '012'], false],
])('says of a pasted column %j what R will make of it', (cells, numeric) => {
  const value = { columns: ['x'], rows: cells.map((cell) => [cell]) };
  const { facts } = describeRows('table', TABLE, value);
  expect(facts.table?.numeric).toEqual([numeric]);
});
