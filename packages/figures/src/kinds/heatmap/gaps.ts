import { numbersOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable } from '../../data/types.ts';
import type { Rect } from '../../plot/place-labels.ts';
import type { Grid } from './cells.ts';

/** Units of a gap: at most, and so that it is seen at all. Of the cells beside it, it takes this share at most. */
const WIDEST = 3;
const NARROWEST = 0.6;
const SHARE = 0.5;

/** White between the cells of two blocks, by the table `breaks`: `side` and `after`, places of the display order from 1. None without it. */
export function gapsOf(table: ColumnarTable | undefined, { rows, columns }: Grid, cells: Rect): Rect[] {
  if (table === undefined) return [];
  const side = textsOf(table, 'side');
  const after = numbersOf(table, 'after');
  return side.flatMap((one, i) => {
    const [count, extent] = one === 'row' ? [rows, cells.height] : [columns, cells.width];
    const place = after[i] ?? Number.NaN;
    if (!(place > 0 && place < count)) return [];
    const thick = Math.max(Math.min(WIDEST, (extent / count) * SHARE), NARROWEST);
    const at = (place / count) * extent - thick / 2;
    return [
      one === 'row'
        ? { x: cells.x, y: cells.y + at, width: cells.width, height: thick }
        : { x: cells.x + at, y: cells.y, width: thick, height: cells.height },
    ];
  });
}
