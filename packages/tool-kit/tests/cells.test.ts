import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISSING_SIGNS, MISSING_WORDS } from '@oncoloom/contract';
import { expect, it } from 'vitest';
import { numbersOf } from '../src/inputs/readings.ts';
import { splitNames, splitWords } from '../src/kinds/separators.ts';

it('takes the same cells for missing as R does', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../engine/R/runtime/inputs.R'), 'utf8');
  const listed = (name: string) => {
    const [, list = ''] = new RegExp(`^${name} <- c\\(([\\s\\S]*?)\\)$`, 'm').exec(source) ?? [];
    return [...list.matchAll(/"([^"]*)"/g)].map(([, word]) => word);
  };
  expect(listed('MISSING_SIGNS')).toEqual([...MISSING_SIGNS]);
  expect(listed('MISSING_WORDS')).toEqual([...MISSING_WORDS]);
});

// R looks for the same: engine/tests/test-missing-cells.R.
it.each([
  "'--",
  '[Not Available]',
  'Not Reported',
  'not reported',
  'NOT REPORTED',
  'Not reported',
  'Unknown',
  '[UNKNOWN]',
  '[Discrepancy]',
])('reads %s as nothing', (cell) => {
  expect(numbersOf(['61', cell, '58'])).toEqual([61, 58]);
});

it.each([
  [['1', 'NA', '2.5e3', '-'], true],
  [['1', 'na'], true],
  [['1', 'none'], false],
  [['007', '008'], false],
  [['NA', ''], false],
  [['1', 'Inf', ' 3 '], true],
])('reads a column %j as numbers: %s', (cells, numbers) => {
  expect(numbersOf(cells) !== undefined).toBe(numbers);
});

it('parts words at every separator that people type', () => {
  expect(splitWords(' TP53,KRAS；EGFR、MYC|ALK\n\tRET。ROS1;;NTRK1， ')).toEqual([
    'TP53',
    'KRAS',
    'EGFR',
    'MYC',
    'ALK',
    'RET',
    'ROS1',
    'NTRK1',
  ]);
  expect(splitWords('')).toEqual([]);
});

it('keeps names of columns whole', () => {
  expect(splitNames('tumor stage, 年龄、岁；batch ;')).toEqual(['tumor stage', '年龄、岁', 'batch']);
});
