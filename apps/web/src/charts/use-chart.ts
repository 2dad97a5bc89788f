import { useEffect, useState } from 'react';
import { type LoadedChart, loadChart } from './index.ts';
import type { Chart } from './types.ts';

/** Kinds already fetched: the next figure of a kind draws in its first render. */
const fetched = new Map<Chart, LoadedChart>();

/**
 * The code of a kind of figure, fetched while its tables are still on their way. No `lazy` and `Suspense`: React holds back
 * what replaces a fallback for 300 ms, three times as long as drawing 20,000 points takes.
 */
export function useChart(kind: Chart): Partial<LoadedChart> & { failure?: string } {
  const [failedKind, setFailedKind] = useState<Chart | null>(null);
  const [, setArrived] = useState<Chart | null>(null);
  const known = fetched.get(kind);
  useEffect(() => {
    if (fetched.has(kind)) return;
    let left = false;
    loadChart(kind).then(
      (chart) => {
        fetched.set(kind, chart);
        if (!left) setArrived(kind);
      },
      () => {
        if (!left) setFailedKind(kind);
      },
    );
    return () => {
      left = true;
    };
  }, [kind]);
  if (known !== undefined) return known;
  return failedKind === kind ? { failure: '画图的程序没有下载成，网络可能断了。请刷新页面再试。' } : {};
}
