import type { Signatures } from '@oncoloom/contract';
import { menu } from '@oncoloom/tools/menu';
import { expect, test } from 'vitest';
import { insteadOf, isLacking } from '../../src/live/not-installed.ts';
import { entryOf } from '../support/page.tsx';

const ESTIMATE = { name: 'e', title: 'e', source: '', release: '', date: '', licence: '', family: 'estimate', genes: 1, types: 2 } as const;
const known: Signatures = { signatures: [ESTIMATE], available: [] };

test('a tool lacks a signature that is not installed, unless the user can bring one', () => {
  const lacking = menu.filter((entry) => isLacking(entry, known)).map(({ taskType }) => taskType);
  expect([...new Set(lacking)]).toEqual(['xcell_analysis']);
  expect(isLacking(entryOf('cibersort_analysis'), { signatures: [], available: [] })).toBe(false);
});

test('nothing is said to be missing before the server has answered', () => {
  expect(menu.filter((entry) => isLacking(entry, undefined))).toEqual([]);
});

test('what can be used instead is in the same section and can run', () => {
  const xcell = entryOf('xcell_analysis');
  expect(insteadOf(xcell, known).map(({ taskType }) => taskType)).toEqual(['bulk_estimate_score', 'cibersort_analysis']);
  expect(insteadOf(xcell, { signatures: [], available: [] }).map(({ taskType }) => taskType)).toEqual(['cibersort_analysis']);
});
