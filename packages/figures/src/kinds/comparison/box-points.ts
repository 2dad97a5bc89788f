import { distinctGroups } from '../../data/groups.ts';
import { numbersOf, optionalTexts, tableOf, textsIfThere, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData } from '../../data/types.ts';
import { pointsOfBoxes } from './places.ts';
import { type Violin, violinOf } from './violin.ts';

/** The points of a comparison's boxes: what no style changes. */
export interface BoxPoints {
  values: Float64Array;
  /** How many of them are finite. */
  finite: number;
  /** Rows of finite values, box by box. */
  owned: readonly (readonly number[])[];
  /** One key for the values of one pair, row by row, '' without one; null where values have no pairs. */
  pairs: readonly string[] | null;
  /** The group of each item, one that is drawn in several panels once. */
  groups: readonly string[];
  /** A box's highest finite value; −∞ where it has none. */
  highestOf: (box: number) => number;
  /** The shape of a box's values, or of their logarithms; null for too few. */
  violinOf: (box: number, log?: boolean) => Violin | null;
}

type Columns = FigureData['figure']['columns'];

/** What parts the rows of a table: panel, category and group in one text. */
function keysOf(table: ColumnarTable, columns: Columns): string[] {
  const facet = optionalTexts(table, columns.facet);
  const group = optionalTexts(table, columns.group);
  return textsOf(table, columns.label).map((label, row) => [facet?.[row] ?? '', label, group?.[row] ?? ''].join('\t'));
}

/**
 * A key for the values of each pair, row by row, '' of those without one; null where there are no pairs, and in results of before there were.
 * Where each category is a group of its own a pair goes over the categories, else it stays within its category.
 */
function pairKeys(points: ColumnarTable, columns: Columns): readonly string[] | null {
  const names = textsIfThere(points, columns.pair);
  if (names === null || names.every((name) => name === '')) return null;
  const labels = textsOf(points, columns.label);
  const across = optionalTexts(points, columns.group)?.every((group, row) => group === labels[row]) ?? false;
  const facet = optionalTexts(points, columns.facet);
  return names.map((name, row) => (name === '' ? '' : [facet?.[row] ?? '', across ? '' : labels[row], name].join('\t')));
}

function readPoints(boxes: ColumnarTable, points: ColumnarTable, columns: Columns): BoxPoints {
  const values = numbersOf(points, columns.value);
  const owned = pointsOfBoxes(keysOf(boxes, columns), keysOf(points, columns)).map((rows) =>
    rows.filter((row) => Number.isFinite(values[row])),
  );
  const violins = new Map<string, Violin | null>();
  return {
    values,
    finite: values.filter(Number.isFinite).length,
    owned,
    pairs: pairKeys(points, columns),
    groups: distinctGroups(textsOf(points, columns.name), optionalTexts(points, columns.group) ?? Array.from(values, () => '')),
    highestOf: (box) => (owned[box] ?? []).reduce((most, row) => Math.max(most, values[row] as number), Number.NEGATIVE_INFINITY),
    violinOf: (box, log = false) => {
      const key = `${box} ${log}`;
      const known = violins.get(key);
      if (known !== undefined) return known;
      const shape = violinOf(
        Float64Array.from(owned[box] ?? [], (row) => values[row] as number),
        log,
      );
      violins.set(key, shape);
      return shape;
    },
  };
}

const known = new WeakMap<ColumnarTable, { points: ColumnarTable; columns: Columns; read: BoxPoints }>();

/** Reads the tables `boxes` and `points`; once for each, for an editor draws the same points with every press of a key. */
export function boxPointsOf({ figure: { columns }, tables }: FigureData): BoxPoints {
  const [boxes, points] = [tableOf(tables, 'boxes'), tableOf(tables, 'points')];
  const before = known.get(boxes);
  if (before?.points === points && before.columns === columns) return before.read;
  const read = readPoints(boxes, points, columns);
  known.set(boxes, { points, columns, read });
  return read;
}
