import type { LedgerList } from '@oncoloom/contract';
import { toolOf } from '../live/result-path.ts';

const DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;
/** Sections that are named; the smaller ones are one. */
const NAMED = 3;

export interface Usage {
  /** Points that analyses took, less what came back. */
  points: number;
  /** Which changes were looked at, in words. */
  span: string;
  /** By section of the menu, the largest first. */
  parts: { name: string; points: number }[];
}

/** Where points went lately, from the newest rows of the ledger. */
export function usageOf({ results, count }: Pick<LedgerList, 'results' | 'count'>, now: Date): Usage {
  const since = now.getTime() - DAYS * DAY_MS;
  const rows = results.filter(({ time }) => new Date(time).getTime() >= since);
  const sums = new Map<string, number>();
  for (const { kind, change, task } of rows) {
    if (kind !== 'charge' && kind !== 'refund') continue;
    const name = task === null ? '已删除的分析' : (toolOf(task)?.section ?? '其他');
    sums.set(name, (sums.get(name) ?? 0) - change);
  }
  const parts = [...sums].map(([name, points]) => ({ name, points })).filter(({ points }) => points > 0);
  parts.sort((a, b) => b.points - a.points);
  const rest = parts.slice(NAMED).reduce((sum, { points }) => sum + points, 0);
  return {
    points: parts.reduce((sum, { points }) => sum + points, 0),
    // A page of the ledger that does not reach back so far.
    span: rows.length === results.length && count > rows.length ? `最近 ${rows.length} 笔` : `近 ${DAYS} 天`,
    parts: rest === 0 ? parts : [...parts.slice(0, NAMED), { name: '其余', points: rest }],
  };
}
