import { shorten } from '../../text/axis-titles.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';
import type { AnnotationBar } from './annotation-bars.ts';

/** The keys of bars over the columns, each under the name of its own, after the legend of the cells. */
export interface BarLegend {
  blocks: readonly {
    heading: { text: string; x: number; y: number };
    keys: readonly { label: string; colour: string; x: number; y: number }[];
    ramp: { x: number; y: number; width: number; height: number; from: string; to: string; low: string; high: string } | null;
  }[];
  width: number;
  height: number;
  /** Bars without room for their keys. */
  omitted: number;
}

const KEY = 20;
const RAMP = { width: 84, height: 9 } as const;
const BETWEEN = 18;
/** Columns of keys beside the cells: that of the legend, and another. */
const COLUMNS = 2;

interface Options {
  typeface: Typeface;
  room: { width: number; height: number };
  /** What the legend of the cells has taken. */
  taken: { width: number; height: number };
}

interface Block {
  bar: AnnotationBar;
  heading: string;
  labels: string[];
  width: number;
  height: number;
}

function blockOf(bar: AnnotationBar, { typeface, room }: Options): Block {
  const { size } = typeface;
  const widthOf = (text: string) => textWidth(text, typeface);
  const heading = shorten(bar.title, room.width, widthOf);
  const labels = bar.keys.map(({ label }) => shorten(label, room.width - KEY, widthOf));
  const rows = labels.length + (bar.ramp === null ? 0 : 1.6);
  const ends = bar.ramp === null ? 0 : Math.max(RAMP.width, widthOf(bar.ramp.low) + widthOf(bar.ramp.high) + size);
  const width = Math.max(widthOf(heading), ends, ...labels.map((label) => KEY + widthOf(label)));
  return { bar, heading, labels, width, height: size * 1.8 * (1 + rows) };
}

function placed({ bar, heading, labels }: Block, x: number, y: number, { size }: Typeface): BarLegend['blocks'][number] {
  const row = size * 1.8;
  const below = y + row + (bar.ramp === null ? 0 : row * 1.6);
  return {
    heading: { text: heading, x, y },
    ramp: bar.ramp === null ? null : { ...RAMP, ...bar.ramp, x, y: y + row - RAMP.height / 2 - 2 },
    keys: labels.map((label, i) => ({ label, colour: bar.keys[i]?.colour ?? '', x, y: below + row * i })),
  };
}

/** Blocks below the legend of the cells, then in a column beside it. */
export function barLegendUp(bars: readonly AnnotationBar[], options: Options): BarLegend {
  const { typeface, room, taken } = options;
  const { size } = typeface;
  let [column, x, y] = [0, 0, taken.height + size * 2.4];
  let [width, height, omitted] = [taken.width, taken.height, 0];
  const blocks = bars.flatMap((bar) => {
    const block = blockOf(bar, options);
    if (y + block.height > room.height + size && column + 1 < COLUMNS) {
      column += 1;
      [x, y] = [width + BETWEEN, size * 0.5];
    }
    if (y + block.height > room.height + size) {
      omitted += 1;
      return [];
    }
    const own = placed(block, x, y, typeface);
    y += block.height + size * 0.6;
    width = Math.max(width, x + block.width);
    height = Math.max(height, y);
    return [own];
  });
  return { blocks, width, height, omitted };
}

/** Blocks side by side below the legend of the cells, in as many rows as they need. */
export function barLegendAcross(bars: readonly AnnotationBar[], options: Options): BarLegend {
  const { typeface, room, taken } = options;
  const { size } = typeface;
  let [x, y, high] = [0, taken.height + size * 1.2, 0];
  const blocks = bars.map((bar) => {
    const block = blockOf(bar, options);
    if (x > 0 && x + block.width > room.width) {
      [x, y, high] = [0, y + high + size * 0.6, 0];
    }
    const own = placed(block, x, y, typeface);
    x += block.width + BETWEEN;
    high = Math.max(high, block.height);
    return own;
  });
  return { blocks, width: room.width, height: bars.length === 0 ? taken.height : y + high, omitted: 0 };
}
