import { isLaidOut, type LaidOutChart, loadKind } from '@oncoloom/figures/kinds';
import type { Chart, ChartComponent } from './types.ts';

/** Kinds whose drawing still stands here, each a file of its own, fetched when a page first needs it. */
const LOADERS: Readonly<Record<Exclude<Chart, LaidOutChart>, () => Promise<{ default: ChartComponent }>>> = {
  heatmap: () => import('./heatmap.tsx'),
  histogram: () => import('./histogram.tsx'),
  box: () => import('./box.tsx'),
  density: () => import('./density.tsx'),
  bars: () => import('./bars.tsx'),
  comparison: () => import('./comparison.tsx'),
  km: () => import('./km.tsx'),
};

/** The component that draws a kind of figure. */
export async function loadChart(kind: Chart): Promise<ChartComponent> {
  if (!isLaidOut(kind)) return (await LOADERS[kind]()).default;
  const [laidOut, { scatterFigure }] = await Promise.all([loadKind(kind), import('./scatter-figure.tsx')]);
  return scatterFigure(laidOut);
}
