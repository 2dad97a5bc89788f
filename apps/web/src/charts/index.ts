import { type FigureKind, loadKind } from '@oncoloom/figures/kinds';
import type { Chart, ChartComponent } from './types.ts';

/** How a kind of figure is shown: its component, and its layout for paper. */
export interface LoadedChart {
  Picture: ChartComponent;
  kind: FigureKind;
}

export async function loadChart(chart: Chart): Promise<LoadedChart> {
  const kind = await loadKind(chart);
  if (kind.family === 'items') return { Picture: (await import('./item-figure.tsx')).itemFigure(kind), kind };
  return { Picture: (await import('./scatter-figure.tsx')).scatterFigure(kind), kind };
}
