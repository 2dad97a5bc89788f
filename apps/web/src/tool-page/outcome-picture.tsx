import type { Chart, ToolDefinition } from '@oncoloom/tool-kit';
import { Fragment, type ReactNode } from 'react';
import { HeatmapPicture, VolcanoPicture } from '../home/door-pictures.tsx';

/** Small drawings of figures; a kind without one of its own is not drawn. */
const PICTURES: Partial<Record<Chart, (alone: boolean) => ReactNode>> = {
  volcano: (alone) => <VolcanoPicture width={alone ? 264 : 168} />,
  heatmap: () => <HeatmapPicture />,
};
const SHOWN = 2;

/** The first figures that the tool makes. */
export function OutcomePicture({ tool }: { tool: ToolDefinition }) {
  const kinds = [...new Set(Object.values(tool.figures).map(({ chart }) => chart))].filter((kind) => PICTURES[kind] !== undefined);
  return kinds.slice(0, SHOWN).map((kind) => <Fragment key={kind}>{PICTURES[kind]?.(kinds.length === 1)}</Fragment>);
}
