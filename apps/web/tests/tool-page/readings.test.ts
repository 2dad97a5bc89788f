import { describe, expect, test } from 'vitest';
import { readingsOf, withReading } from '../../src/tool-page/fields/readings-field.tsx';

const columns = [
  { name: 'batch', numeric: undefined, cells: ['1', '2', '3'] },
  { name: 'age', numeric: true },
  { name: 'sex', numeric: undefined, cells: ['f', 'm', 'f'] },
  { name: 'site', numeric: false },
];
const readable = { chosen: ['age', 'batch', 'sex', 'site'], codes: [], numbers: [], columns, asked: ['batch'] };

describe('codes or numbers', () => {
  test('only chosen columns of numbers are offered; one that is asked about has no answer yet', () => {
    expect(readingsOf(readable)).toEqual([
      { column: 'batch', as: undefined },
      { column: 'age', as: 'numbers' },
    ]);
    expect(readingsOf({ ...readable, chosen: ['sex'] })).toEqual([]);
    expect(readingsOf({ ...readable, codes: ['batch'], numbers: ['age'] }).map(({ as }) => as)).toEqual(['codes', 'numbers']);
  });

  test('a new answer takes the place of the former one and leaves the others', () => {
    expect(withReading({ ...readable, codes: ['batch', 'x'] }, 'batch', 'numbers')).toEqual({ codes: ['x'], numbers: ['batch'] });
    expect(withReading({ ...readable, numbers: ['batch'] }, 'batch', 'codes')).toEqual({ codes: ['batch'], numbers: [] });
  });
});
