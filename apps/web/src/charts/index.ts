import { loadKind } from '@oncoloom/figures/kinds';
import type { Chart, ChartComponent } from './types.ts';

/** The component that draws a kind of figure. */
export async function loadChart(kind: Chart): Promise<ChartComponent> {
  const laidOut = await loadKind(kind);
  if (laidOut.family === 'items') return (await import('./item-figure.tsx')).itemFigure(laidOut);
  return (await import('./scatter-figure.tsx')).scatterFigure(laidOut);
}
