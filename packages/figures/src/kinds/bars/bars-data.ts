import { formatCell, formatCount, formatPercent } from '@oncoloom/tool-kit';
import { type Facets, facetsOf } from '../../data/facets.ts';
import { type Group, groupsOf } from '../../data/groups.ts';
import { ChartDataError, inOrder, numbersOf, optionalTexts, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { type NumberAxis, numberAxis } from '../../plot/axes/axis-range.ts';
import type { LegendEntry } from '../../plot/legend-layout.ts';
import { MARK } from '../../plot/marks.ts';
import { type PlacedBars, placeBars } from './bar-places.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** A figure of bars as its table and style say it. */
export interface BarsData {
  labels: readonly string[];
  values: Float64Array;
  /** Group of each row; null where there are none and the colours tell signs. */
  membership: readonly string[] | null;
  facets: Facets;
  /** Where a dashed line crosses the bars. */
  limit: number | null;
  horizontal: boolean;
  stacked: boolean;
  percent: boolean;
  groups: readonly Pick<Group, 'name' | 'colour'>[];
  /** Place of each row's group. */
  group: readonly number[];
  /** A colour of each row's own, where the table has such; null: its group's. */
  own: readonly string[] | null;
  placed: PlacedBars;
  /** Writes a value. */
  write: (value: number) => string;
}

/** Both signs, named as the figure's declaration names their colours. */
function signsOf({ figure, style }: FigureData): BarsData['groups'] {
  return [
    { name: figure.style.up_color?.label ?? '', colour: styleText(style, 'up_color', '#0072B2') },
    { name: figure.style.down_color?.label ?? '', colour: styleText(style, 'down_color', '#D55E00') },
  ];
}

/** Reads table `bars`. Throws `ChartDataError` where no value can be drawn. */
export function readBars(data: FigureData): BarsData {
  const { figure, tables, style, words } = data;
  const { columns } = figure;
  const table = tableOf(tables, 'bars');
  const labels = textsOf(table, columns.label);
  const values = numbersOf(table, columns.value);
  const membership = optionalTexts(table, columns.group);
  const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
  const limit = columns.limit === undefined ? null : (numbersOf(table, columns.limit).find(Number.isFinite) ?? null);
  const horizontal = styleText(style, 'bar_direction', 'vertical') === 'horizontal';
  const stacked = styleText(style, 'bar_mode', 'grouped') === 'stacked';
  const percent = styleText(style, 'value_format', 'number') === 'percent';
  const groups = membership === null ? signsOf(data) : groupsOf(membership, words, style);
  const placeOf = new Map(groups.map(({ name }, i) => [name, i]));
  const group = membership === null ? Array.from(values, (value) => (value < 0 ? 1 : 0)) : membership.map((name) => placeOf.get(name) ?? 0);
  const slots = membership === null ? { group: labels.map(() => 0), groups: 1 } : { group, groups: groups.length };
  const placed = placeBars({
    labels,
    values,
    facets,
    ...slots,
    stacked,
    shared: horizontal,
    limit,
    inOrder: (keys, nameOf) => inOrder(style, keys, nameOf),
  });
  const own = optionalTexts(table, columns.colour)?.map((colour) => (HEX.test(colour) ? colour : MARK.missing)) ?? null;
  if (placed.bars.length === 0) throw new ChartDataError('没有数值可画');
  return {
    labels,
    values,
    membership,
    facets,
    limit,
    horizontal,
    stacked,
    percent,
    groups,
    group,
    own,
    placed,
    write: percent ? formatPercent : (value) => (Number.isInteger(value) ? formatCount(value) : formatCell(value, 2)),
  };
}

/** The colour of a row's bars. */
export function colourOf({ groups, group, own }: BarsData, row: number): string {
  return own?.[row] ?? groups[group[row] as number]?.colour ?? '';
}

/** Bars begin a little below the smallest on a logarithmic axis. */
const LOG_FROM = 0.8;

/** The axis of the values. On a logarithmic one bars beside each other begin at its edge; piles of bars have none. */
export function valueAxis(
  { placed: { bars, span }, horizontal, stacked, percent, limit }: BarsData,
  style: FigureData['style'],
): NumberAxis {
  const positive = [...bars.map(({ to }) => to), limit ?? 0].filter((value) => value > 0);
  const [low, high] = [Math.min(...positive) * LOG_FROM, Math.max(...positive)];
  const log = stacked || positive.length === 0 ? null : ([low, high * (high / low) ** 0.06] as const);
  return numberAxis(style, horizontal ? 'x' : 'y', span, log, percent ? (written) => written / 100 : undefined);
}

/** Keys of the groups, or of the signs that occur, and of the line across the bars. Bars of a colour of their own are named by their labels. */
export function legendOfBars({ membership, groups, group, own, placed, limit }: BarsData): LegendEntry[] {
  const drawn = new Set(placed.bars.map(({ row }) => group[row]));
  const keys = own !== null ? [] : groups.filter(({ name }, i) => membership !== null || (name !== '' && drawn.has(i)));
  return [
    ...keys.map(
      ({ name, colour }): LegendEntry => ({
        label: name,
        colour,
        count: '',
        mark: 'square',
        ...(membership === null ? {} : { coloured: true }),
      }),
    ),
    ...(limit === null ? [] : [{ label: '阈值', colour: MARK.threshold, count: '', mark: 'dashes' } as const]),
  ];
}
