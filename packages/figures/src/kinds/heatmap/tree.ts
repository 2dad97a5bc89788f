import { numbersOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable } from '../../data/types.ts';
import type { Rect } from '../../plot/place-labels.ts';

interface TreeSegments {
  positionFrom: ArrayLike<number>;
  heightFrom: ArrayLike<number>;
  positionTo: ArrayLike<number>;
  heightTo: ArrayLike<number>;
}

/** The segments of both dendrograms, and which of them are the rows' and the columns'. */
export interface Trees {
  segments: TreeSegments;
  row: readonly number[];
  column: readonly number[];
  /** Sides whose segments are not all numbers; they have no tree then. */
  broken: readonly Side[];
}

type Side = 'row' | 'column';

const NONE: readonly number[] = [];

/** Reads the table `tree`; no segments where a figure has none. */
export function treesOf(table: ColumnarTable | undefined): Trees {
  if (table === undefined)
    return { segments: { positionFrom: NONE, heightFrom: NONE, positionTo: NONE, heightTo: NONE }, row: [], column: [], broken: [] };
  const side = textsOf(table, 'side');
  const segments = {
    positionFrom: numbersOf(table, 'position_from'),
    heightFrom: numbersOf(table, 'height_from'),
    positionTo: numbersOf(table, 'position_to'),
    heightTo: numbersOf(table, 'height_to'),
  };
  const rows = [...side.keys()];
  const of = { row: rows.filter((i) => side[i] === 'row'), column: rows.filter((i) => side[i] === 'column') };
  const isNumber = (i: number) => Object.values(segments).every((column) => Number.isFinite(column[i]));
  const broken = (['row', 'column'] as const).filter((one) => !of[one].every(isNumber));
  return { segments, row: broken.includes('row') ? [] : of.row, column: broken.includes('column') ? [] : of.column, broken };
}

/**
 * A dendrogram as one SVG path. Positions count from 1 in display order, heights are true. `column` grows upwards from the
 * bottom of its box, `row` leftwards from its right edge.
 */
export function treePath(segments: TreeSegments, rows: readonly number[], side: Side, leaves: number, box: Rect): string {
  const highest = rows.reduce((most, i) => Math.max(most, segments.heightFrom[i] as number, segments.heightTo[i] as number), 0) || 1;
  const point = (position: number, height: number): string => {
    const along = (position - 0.5) / leaves;
    const share = height / highest;
    const [x, y] =
      side === 'column'
        ? [box.x + along * box.width, box.y + box.height - share * box.height]
        : [box.x + box.width - share * box.width, box.y + along * box.height];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  return rows
    .map((i) => {
      const from = point(segments.positionFrom[i] as number, segments.heightFrom[i] as number);
      return `M${from}L${point(segments.positionTo[i] as number, segments.heightTo[i] as number)}`;
    })
    .join('');
}
