import type { Chart, ChartComponent } from './types.ts';

/** Each kind of figure is a file of its own, fetched when a page first needs it. */
const LOADERS: Readonly<Record<Chart, () => Promise<{ default: ChartComponent }>>> = {
  volcano: () => import('./volcano.tsx'),
  heatmap: () => import('./heatmap.tsx'),
  ma: () => import('./ma.tsx'),
  pca: () => import('./pca.tsx'),
  histogram: () => import('./histogram.tsx'),
  box: () => import('./box.tsx'),
  density: () => import('./density.tsx'),
  bars: () => import('./bars.tsx'),
  'mean-sd': () => import('./mean-sd.tsx'),
  dispersion: () => import('./dispersion.tsx'),
  scatter: () => import('./scatter-chart.tsx'),
  comparison: () => import('./comparison.tsx'),
  km: () => import('./km.tsx'),
  ratios: () => import('./ratios.tsx'),
};

/** The component that draws a kind of figure. */
export function loadChart(kind: Chart): Promise<{ default: ChartComponent }> {
  return LOADERS[kind]();
}
