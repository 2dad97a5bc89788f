import { isLaidOut, type LaidOutChart, loadKind } from '@oncoloom/figures/kinds';
import type { Chart, ChartComponent } from './types.ts';

/** Kinds whose drawing still stands here, each a file of its own, fetched when a page first needs it. */
const LOADERS: Readonly<Record<Exclude<Chart, LaidOutChart>, () => Promise<{ default: ChartComponent }>>> = {
  heatmap: () => import('./heatmap.tsx'),
};

/** The component that draws a kind of figure. */
export async function loadChart(kind: Chart): Promise<ChartComponent> {
  if (!isLaidOut(kind)) return (await LOADERS[kind]()).default;
  const laidOut = await loadKind(kind);
  if (laidOut.family === 'items') return (await import('./item-figure.tsx')).itemFigure(laidOut);
  return (await import('./scatter-figure.tsx')).scatterFigure(laidOut);
}
