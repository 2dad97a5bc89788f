import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISSING_CELLS } from '@oncoloom/contract';
import { expect, it } from 'vitest';
import { splitNames, splitWords } from '../src/kinds/separators.ts';
import { numbersOf } from '../src/readings.ts';

it('takes the same cells for missing as R does', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../engine/R/runtime/inputs.R'), 'utf8');
  const [, list = ''] = /^MISSING_CELLS <- c\((.*)\)$/m.exec(source) ?? [];
  expect([...list.matchAll(/"([^"]*)"/g)].map(([, word]) => word).sort()).toEqual([...MISSING_CELLS].sort());
});

it.each([
  [['1', 'NA', '2.5e3', '-'], true],
  [['1', 'na'], false],
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
