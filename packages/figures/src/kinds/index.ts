import type { Chart } from '@oncoloom/tool-kit';
import type { FigureData } from '../data/types.ts';
import { withWords } from '../text/words.ts';
import type { FigureKind } from './kind.ts';

export * from './drawn.tsx';
export type { DrawPixels, FigureKind, ItemKind, ScatterKind, Step } from './kind.ts';

/** Each kind is a module of its own, loaded when a figure first needs it. */
const LOADERS = {
  volcano: () => import('./volcano/index.ts'),
  ma: () => import('./ma/index.ts'),
  pca: () => import('./pca/index.ts'),
  'mean-sd': () => import('./mean-sd/index.ts'),
  dispersion: () => import('./dispersion/index.ts'),
  scatter: () => import('./scatter/index.ts'),
  ratios: () => import('./ratios/index.ts'),
  heatmap: () => import('./heatmap/index.ts'),
  density: () => import('./density/index.ts'),
  bars: () => import('./bars/index.ts'),
  histogram: () => import('./histogram/index.ts'),
  forest: () => import('./forest/index.ts'),
  'running-score': () => import('./running-score/index.ts'),
  upset: () => import('./upset/index.ts'),
  venn: () => import('./venn/index.ts'),
  dots: () => import('./dots/index.ts'),
  'term-bars': () => import('./term-bars/index.ts'),
  ridge: () => import('./ridge/index.ts'),
  'term-map': () => import('./term-map/index.ts'),
  chord: () => import('./chord/index.ts'),
  network: () => import('./network/index.ts'),
  km: () => import('./km/index.ts'),
  box: () => import('./box/index.ts'),
  'curve-bands': () => import('./curve-bands/index.ts'),
  'risk-plot': () => import('./risk-plot/index.ts'),
  paths: () => import('./paths/index.ts'),
  importance: () => import('./importance/index.ts'),
  nomogram: () => import('./nomogram/index.ts'),
  comparison: () => import('./comparison/index.ts'),
  tree: () => import('./tree/index.ts'),
} as const satisfies Record<Chart, () => Promise<{ kind: FigureKind }>>;

/** A kind that writes the words of its tables in the figure's language. */
function inLanguage(kind: FigureKind): FigureKind {
  const told = (data: FigureData): FigureData => withWords(data, kind.words);
  if (kind.family === 'scatter') return { ...kind, model: (data) => kind.model(told(data)) };
  const { screenWidth, screenHeight, paperHeight, layout } = kind;
  return {
    ...kind,
    ...(screenWidth && { screenWidth: (data, room) => screenWidth(told(data), room) }),
    screenHeight: (data, width) => screenHeight(told(data), width),
    ...(paperHeight && { paperHeight: (data) => paperHeight(told(data)) }),
    layout: (data, size) => layout(told(data), size),
  };
}

export async function loadKind(chart: Chart): Promise<FigureKind> {
  return inLanguage((await LOADERS[chart]()).kind);
}
