import type { LedgerRow } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { usageOf } from '../../src/home/usage.ts';

const now = new Date('2026-11-20T12:00:00Z');
const limma = { id: 1, name: 'limma', task_type: 'limma_differential_analysis', family: 'bulk' };
const volcano = { id: 2, name: '火山图', task_type: 'volcano_plot_analysis', family: 'plotting' };
const row = (kind: LedgerRow['kind'], change: number, task: LedgerRow['task'], time = '2026-11-19T00:00:00Z'): LedgerRow => ({
  id: 0,
  time,
  kind,
  change,
  balance: 0,
  reason: '',
  task,
});

describe('where points went', () => {
  test('counts what analyses took less what came back, by section, and nothing else', () => {
    const results = [
      row('sign_up', 60, null),
      row('plan', 600, null),
      row('expiry', -600, null),
      row('charge', -5, limma),
      row('refund', 5, limma),
      row('charge', -5, limma),
      row('charge', -1, volcano),
      row('charge', -2, null),
    ];
    expect(usageOf({ results, count: results.length }, now)).toEqual({
      points: 8,
      span: '近 30 天',
      parts: [
        { name: '差异', points: 5 },
        { name: '已删除的分析', points: 2 },
        { name: '差异与聚类', points: 1 },
      ],
    });
  });

  test('leaves out what is older than 30 days', () => {
    const results = [row('charge', -5, limma), row('charge', -5, limma, '2026-10-01T00:00:00Z')];
    expect(usageOf({ results, count: 200 }, now)).toMatchObject({ points: 5, span: '近 30 天' });
  });

  test('says how far it looked when the ledger goes on within the 30 days', () => {
    const results = [row('charge', -5, limma), row('charge', -5, limma)];
    expect(usageOf({ results, count: 200 }, now)).toMatchObject({ points: 10, span: '最近 2 笔' });
  });

  test('an account that spent nothing', () => {
    expect(usageOf({ results: [row('sign_up', 60, null)], count: 1 }, now)).toMatchObject({ points: 0, parts: [] });
  });
});
