import { numberOrText } from '@oncoloom/tool-kit';
import { textsOf } from '../../data/table.ts';
import type { ColumnarTable } from '../../data/types.ts';
import { type ColourScale, rampStep } from '../../plot/colour-scale.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, UNITS_PER_POINT } from '../../text/typeface.ts';
import type { Grid } from './cells.ts';

/** What stands in the cells; size 0 where it has no room. */
export interface CellWords {
  size: number;
  /** Middle of each text, its lines, and a colour that can be read on its cell. */
  cells: readonly { x: number; y: number; lines: readonly string[]; colour: string }[];
}

/** Smaller texts cannot be read in print. */
const LEAST = 4 * UNITS_PER_POINT;
const LARGEST_SHARE = 0.85;
const LINE = 1.15;
/** Of a cell's width, what a text may take. */
const WIDE = 0.94;
/** Grounds darker than this carry white texts. */
const DARK = 140;

/** Texts of the table `words`, which has the rows and columns of the cells; null without it. */
export function cellWords(
  table: ColumnarTable | undefined,
  samples: readonly string[],
  { grid, cells, ramp, scale, typeface }: { grid: Grid; cells: Rect; ramp: Uint8ClampedArray; scale: ColourScale; typeface: Typeface },
): CellWords | null {
  if (table === undefined) return null;
  const columns = samples.map((sample) => textsOf(table, sample));
  const [width, height] = [cells.width / grid.columns, cells.height / grid.rows];
  const linesOf = (text: string) => text.split(' / ').map(numberOrText);
  const all = columns.flatMap((column) => column.slice(0, grid.rows).map(linesOf));
  const rows = all.reduce((most, lines) => Math.max(most, lines.length), 1);
  const widest = all.reduce((most, lines) => Math.max(most, ...lines.map((line) => textWidth(line, typeface, 'normal', 1))), 0);
  const size = Math.min(typeface.size * LARGEST_SHARE, height / (rows * LINE), widest === 0 ? typeface.size : (width * WIDE) / widest);
  if (size < LEAST) return { size: 0, cells: [] };
  const colourAt = (value: number) => {
    if (Number.isNaN(value)) return MARK.ink;
    const at = rampStep(value, scale) * 3;
    const [red = 0, green = 0, blue = 0] = ramp.subarray(at, at + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue < DARK ? '#ffffff' : MARK.ink;
  };
  return {
    size,
    cells: columns.flatMap((column, j) =>
      column.slice(0, grid.rows).map((text, i) => ({
        x: cells.x + (j + 0.5) * width,
        y: cells.y + (i + 0.5) * height,
        lines: linesOf(text),
        colour: colourAt(grid.values[i * grid.columns + j] as number),
      })),
    ),
  };
}
