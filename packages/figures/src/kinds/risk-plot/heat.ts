import { styleText } from '../../data/table.ts';
import type { FigureStyle } from '../../data/types.ts';
import { type ColourScale, colourRamp, type ScaleTick, scaleColours, scaleStops, scaleTicks } from '../../plot/colour-scale.ts';
import type { Rect } from '../../plot/place-labels.ts';
import type { PlotFrame } from '../../plot/plot-frame.ts';
import { shorten } from '../../text/axis-titles.ts';
import type { Say } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { Grid } from '../heatmap/cells.ts';
import type { RiskData } from './risk-data.ts';

/** Colours of the values of the genes, with what they stand for. */
export interface RiskHeat {
  grid: Grid;
  scale: ColourScale;
  ramp: Uint8ClampedArray;
  cells: Rect;
  stops: readonly { offset: number; colour: string }[];
  names: { texts: readonly string[]; size: number; x: number };
  key: Rect & { title: string; ticks: readonly ScaleTick[] };
}

const NAME_MIN = 4 * UNITS_PER_POINT;
const KEY = { width: 12, height: 90, gap: 12 };

/** Names of the genes as large as the rows allow; none where they could not be read. */
export function geneNames(
  genes: readonly string[],
  row: number,
  room: number,
  typeface: Typeface,
): { texts: string[]; size: number; width: number } {
  const size = Math.min(typeface.size, row * 0.92);
  if (size < NAME_MIN || genes.length === 0) return { texts: [], size: 0, width: 0 };
  const measure = (text: string) => textWidth(text, typeface, 'italic', size);
  const texts = genes.map((gene) => shorten(gene, room, measure));
  return { texts, size, width: Math.max(...texts.map(measure)) };
}

/** The key of the colours right of the cells. */
function keyOf(scale: ColourScale, cells: Rect, { plot, typeface }: PlotFrame, say: Say): RiskHeat['key'] {
  const head = typeface.size * 1.6;
  const height = Math.max(Math.min(KEY.height, cells.height - head), typeface.size * 1.5);
  const y = cells.y + Math.max(cells.height - height, 0);
  const ticks = scaleTicks(scale, height, () => typeface.size * 1.1);
  return { x: plot.x + plot.width + KEY.gap, y, width: KEY.width, height, title: say(scale.title), ticks };
}

/** Units right of the plot that the key needs. */
export function keyWidth(scale: ColourScale, typeface: Typeface, say: Say): number {
  const numbers = scaleTicks(scale, KEY.height, () => typeface.size * 1.1).map(({ text }) => KEY.width + 7 + textWidth(text, typeface));
  return KEY.gap + Math.max(textWidth(say(scale.title), typeface), ...numbers) + 2;
}

/** The cells with all that belongs to them. */
export function heatOf(
  cells: NonNullable<RiskData['cells']>,
  scale: ColourScale,
  place: Rect,
  named: { texts: readonly string[]; size: number },
  frame: PlotFrame,
  style: FigureStyle,
  say: Say,
): RiskHeat {
  const ramp = colourRamp(scaleColours(scale, styleText(style, 'low_color', '#3f59d8'), styleText(style, 'high_color', '#f2384a')));
  return {
    grid: cells.grid,
    scale,
    ramp,
    cells: place,
    stops: scaleStops(scale, ramp),
    names: { ...named, x: place.x - 7 },
    key: keyOf(scale, place, frame, say),
  };
}
