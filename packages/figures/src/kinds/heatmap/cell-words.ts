import { numberOrText } from '@oncoloom/tool-kit';
import { textsOf } from '../../data/table.ts';
import type { ColumnarTable, Size } from '../../data/types.ts';
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

/** Smaller numbers cannot be read in print. */
const LEAST = 6 * UNITS_PER_POINT;
const LARGEST_SHARE = 0.9;
const LINE = 1.15;
/** Of a cell's width, what a text may take. */
const WIDE = 0.94;
/** Grounds darker than this carry white texts. */
const DARK = 140;

/** The lines of each cell by column; how many lines a cell has at most, and how wide the widest is at a size of 1. */
function readWords(table: ColumnarTable, samples: readonly string[], count: number, typeface: Typeface) {
  const linesOf = (text: string) => text.split(' / ').map(numberOrText);
  const columns = samples.map((sample) => textsOf(table, sample).slice(0, count).map(linesOf));
  const all = columns.flat();
  return {
    columns,
    rows: all.reduce((most, lines) => Math.max(most, lines.length), 1),
    widest: all.reduce((most, lines) => Math.max(most, ...lines.map((line) => textWidth(line, typeface, 'normal', 1))), 0),
  };
}

/** What a cell needs so that its texts can be read; null without texts. */
export function readableCell(table: ColumnarTable | undefined, samples: readonly string[], typeface: Typeface): Size | null {
  if (table === undefined) return null;
  const { rows, widest } = readWords(table, samples, table.rowCount, typeface);
  // A hair more, so that no rounding makes them smaller.
  return { width: (LEAST * widest) / WIDE + 0.1, height: LEAST * rows * LINE + 0.1 };
}

/** Texts of the table `words`, which has the rows and columns of the cells; null without it. */
export function cellWords(
  table: ColumnarTable | undefined,
  samples: readonly string[],
  { grid, cells, ramp, scale, typeface }: { grid: Grid; cells: Rect; ramp: Uint8ClampedArray; scale: ColourScale; typeface: Typeface },
): CellWords | null {
  if (table === undefined) return null;
  const { columns, rows, widest } = readWords(table, samples, grid.rows, typeface);
  const [width, height] = [cells.width / grid.columns, cells.height / grid.rows];
  const size = Math.min(
    Math.max(typeface.size * LARGEST_SHARE, LEAST),
    height / (rows * LINE),
    widest === 0 ? typeface.size : (width * WIDE) / widest,
  );
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
      column.map((lines, i) => ({
        x: cells.x + (j + 0.5) * width,
        y: cells.y + (i + 0.5) * height,
        lines,
        colour: colourAt(grid.values[i * grid.columns + j] as number),
      })),
    ),
  };
}
