import { formatCell, formatCount, formatP } from '@oncoloom/tool-kit';
import { styleText } from '../data/table.ts';
import type { FigureData, ItemText } from '../data/types.ts';
import type { ItemLayout } from '../kinds/kind.ts';
import type { Rect } from '../plot/place-labels.ts';
import { plainTitle } from '../text/title-marks.ts';
import type { TermRows } from './term-rows.ts';
import type { TermTable } from './term-table.ts';

/** A row of the table that is drawn in a line of a panel. */
export interface TermItem {
  row: number;
  line: number;
  group: number;
  /** Where its card stands. */
  x: number;
  y: number;
}

const DIGITS = 3;

/** What is told of each drawn row, and how it is found. @param xName What the lower axis shows. */
export function termItems(
  { style }: FigureData,
  terms: TermTable,
  rows: TermRows,
  items: readonly TermItem[],
  xName: string,
): Pick<ItemLayout, 'stops' | 'hit' | 'anchor' | 'describe' | 'find' | 'named'> {
  const rowOf = (item: number) => items[item]?.row ?? 0;
  const numbers = (row: number): (readonly [string, string])[] => {
    const count = terms.size?.[row];
    const p = terms.p?.[row];
    const x = terms.x[row] as number;
    return [
      ...(terms.ids === null ? [] : [['编号', terms.ids[row] ?? ''] as const]),
      ...(Number.isNaN(x) ? [] : [[xName, Number.isInteger(x) ? formatCount(x) : formatCell(x, DIGITS)] as const]),
      ...(count === undefined || Number.isNaN(count) ? [] : [['基因数', formatCount(count)] as const]),
      ...(p === undefined || Number.isNaN(p) ? [] : [[plainTitle(styleText(style, 'p_name', '校正后 P')), formatP(p)] as const]),
    ];
  };
  const within = (at: { x: number; y: number }, { x, y, width, height }: Rect) =>
    at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height;
  return {
    stops: [...items.keys()],
    hit: (at) => {
      const line = rows.lines.findIndex(({ y, height }) => Math.abs(at.y - y) <= height / 2);
      const groups = rows.panels[rows.lines[line]?.panel ?? -1] ?? [];
      // A name belongs to the first of its groups.
      const group = Math.max(
        groups.findIndex(({ plot }) => within(at, { ...plot, width: plot.width + 8 })),
        0,
      );
      const found = items.findIndex((item) => item.line === line && item.group === group);
      return found === -1 ? null : found;
    },
    anchor: (item) => ({ x: items[item]?.x ?? 0, y: items[item]?.y ?? 0 }),
    describe: (item): ItemText => {
      const row = rowOf(item);
      const parts = [terms.panels.names[terms.panels.of[row] ?? 0], terms.groups.names[terms.groups.of[row] ?? 0]];
      return {
        name: terms.labels[row] ?? '',
        italic: false,
        tag: parts.filter((part) => part !== undefined && part !== '').join(' · '),
        rows: numbers(row),
      };
    },
    find: (name) => {
      const wanted = name.toUpperCase();
      const found = items.findIndex(({ row }) => [terms.labels[row], terms.ids?.[row]].some((one) => one?.toUpperCase() === wanted));
      return found === -1 ? null : found;
    },
    named: (item) => terms.labels[rowOf(item)] ?? '',
  };
}
