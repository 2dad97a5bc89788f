import type { Chart, ToolDefinition } from '@oncoloom/tool-kit';
import { Fragment, type ReactNode } from 'react';
import { HeatmapPicture, SurvivalPicture, VolcanoPicture } from './data-pictures.tsx';
import { BoxPicture, CloudsPicture, DensityPicture, HistogramPicture, ScatterPicture } from './figure-pictures.tsx';
import { CurvePicture, ForestPicture, ImportancePicture, NomogramPicture, PathsPicture } from './model-pictures.tsx';
import { BarsPicture, DotsPicture, RunningScorePicture, TermBarsPicture, UpsetPicture, VennPicture } from './set-pictures.tsx';

/** Small drawings of figures; a kind without one is left out. */
const PICTURES: Partial<Record<Chart, (alone: boolean) => ReactNode>> = {
  volcano: (alone) => <VolcanoPicture width={alone ? 264 : 168} />,
  heatmap: () => <HeatmapPicture />,
  km: () => <SurvivalPicture />,
  comparison: () => <BoxPicture />,
  box: () => <BoxPicture />,
  pca: () => <CloudsPicture />,
  scatter: () => <ScatterPicture />,
  density: () => <DensityPicture />,
  histogram: () => <HistogramPicture />,
  'curve-bands': () => <CurvePicture />,
  forest: () => <ForestPicture />,
  paths: () => <PathsPicture />,
  importance: () => <ImportancePicture />,
  nomogram: () => <NomogramPicture />,
  dots: () => <DotsPicture />,
  bars: () => <BarsPicture />,
  'term-bars': () => <TermBarsPicture />,
  'running-score': () => <RunningScorePicture />,
  venn: () => <VennPicture />,
  upset: () => <UpsetPicture />,
};
const SHOWN = 2;

/** The first figures that the tool makes. */
export function OutcomePicture({ tool }: { tool: ToolDefinition }) {
  const kinds = [...new Set(Object.values(tool.figures).map(({ chart }) => chart))].filter((kind) => PICTURES[kind] !== undefined);
  return kinds.slice(0, SHOWN).map((kind) => <Fragment key={kind}>{PICTURES[kind]?.(kinds.length === 1)}</Fragment>);
}
