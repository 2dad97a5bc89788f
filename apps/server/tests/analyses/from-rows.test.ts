import type { InputParameter } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import { describeRows } from '../../src/analyses/inputs/from-rows.ts';

it.each([
  [['1', 'NULL', '#N/A'], true],
  [['1', 'na'], false],
  [['007', '012'], false],
])('says of a pasted column %j what R will make of it', (cells, numeric) => {
  const value = { columns: ['x'], rows: cells.map((cell) => [cell]) };
  const { facts } = describeRows('table', { kind: 'table', label: '表', input: 'table' } as unknown as InputParameter, value);
  expect(facts.table?.numeric).toEqual([numeric]);
});
