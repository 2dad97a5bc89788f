import { moduleColour } from '@oncoloom/tool-kit';
import type { Rect } from '../../plot/place-labels.ts';
import type { HeatmapData } from './heatmap-data.ts';

/** A patch of the colour that a row or a column is named after. */
export interface Swatch extends Rect {
  colour: string;
}

/** Depth of the patches and their distance from the cells, units. */
const DEPTH = 9;
const AWAY = 3;
/** What the patches take between the cells and the names. */
export const SWATCH_ROOM = DEPTH + AWAY;

/** Do names of this figure have colours: those of modules. */
export const hasSwatches = ({ subject, genes }: Pick<HeatmapData, 'subject' | 'genes'>): boolean =>
  subject === 'module' && genes.some((name) => moduleColour(name) !== undefined);

/** Patches right of the rows and, where both sides are the same modules, below the columns. */
export function swatchesOf(heatmap: HeatmapData, cells: Rect): Swatch[] {
  if (!hasSwatches(heatmap)) return [];
  const { genes, samples, square } = heatmap;
  const [across, down] = [cells.width / samples.length, cells.height / genes.length];
  const coloured = (names: readonly string[], at: (place: number) => Rect) =>
    names.flatMap((name, i): Swatch[] => {
      const colour = moduleColour(name);
      return colour === undefined ? [] : [{ ...at(i), colour }];
    });
  return [
    ...coloured(genes, (i) => ({ x: cells.x + cells.width + AWAY, y: cells.y + (i + 0.1) * down, width: DEPTH, height: down * 0.8 })),
    ...(square
      ? coloured(samples, (i) => ({
          x: cells.x + (i + 0.1) * across,
          y: cells.y + cells.height + AWAY,
          width: across * 0.8,
          height: DEPTH,
        }))
      : []),
  ];
}
