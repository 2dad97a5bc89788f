import type { ColourScale } from '../../plot/colour-scale.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import type { Step } from '../kind.ts';
import type { Grid } from './cells.ts';
import type { HeatmapData } from './heatmap-data.ts';

/** Items: the cells row by row, then the rows themselves. */
export function itemsOf(
  { genes, samples, membership, bars, square, subject }: HeatmapData,
  scale: ColourScale,
  grid: Grid,
  cells: Rect,
  names: Rect,
) {
  const count = genes.length * samples.length;
  const rowOf = (item: number) => (item >= count ? item - count : Math.floor(item / samples.length));
  const rows = new Map(genes.map((gene, row) => [gene.toUpperCase(), row] as const).reverse());
  const holds = (box: Rect, at: { x: number; y: number }) =>
    at.x >= box.x && at.x < box.x + box.width && at.y >= box.y && at.y < box.y + box.height;
  const rowAt = (y: number) => Math.min(Math.floor(((y - cells.y) / cells.height) * genes.length), genes.length - 1);
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most - 1);
  return {
    items: '热图的格子',
    stops: [0, count - 1],
    walk: (from: number | null, { across, down }: Step) => {
      if (from === null) return 0;
      const row = clamp(rowOf(from) + down, genes.length);
      return row * samples.length + clamp((from >= count ? 0 : from % samples.length) + across, samples.length);
    },
    hit: (at: { x: number; y: number }) => {
      if (holds(names, at)) return count + rowAt(at.y);
      if (!holds(cells, at)) return null;
      return rowAt(at.y) * samples.length + clamp(Math.floor(((at.x - cells.x) / cells.width) * samples.length), samples.length);
    },
    anchor: (item: number) =>
      item >= count
        ? null
        : {
            x: cells.x + (((item % samples.length) + 0.5) / samples.length) * cells.width,
            y: cells.y + ((rowOf(item) + 0.5) / genes.length) * cells.height,
          },
    describe: (item: number) => ({
      name: genes[rowOf(item)] ?? '',
      italic: subject === 'gene',
      tag: item >= count ? '' : (membership[item % samples.length] ?? ''),
      rows:
        item >= count
          ? []
          : [
              [square ? '与' : '样本', samples[item % samples.length] ?? ''] as const,
              [scale.title, writeDecimal(grid.values[item])] as const,
              ...bars.map(({ title, values }) => [title, values[item % samples.length] ?? ''] as const),
            ],
    }),
    find: (name: string) => {
      const row = rows.get(name.toUpperCase());
      return row === undefined ? null : count + row;
    },
    named: (item: number) => genes[rowOf(item)] ?? '',
  };
}
