import { type Group, groupsOf } from '../../data/groups.ts';
import { ChartDataError, numbersOf, optionalTexts, styleText, styleTuples, tableOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData, FigureStyle } from '../../data/types.ts';

const MODES = ['line', 'step', 'points', 'points-and-line'] as const;
export type CurveMode = (typeof MODES)[number];

/** One series: its rows in the order of the table. */
export interface Series {
  name: string;
  group: Group;
  mode: CurveMode;
  dashed: boolean;
  /** What is said of it beside its name. */
  text: string;
  rows: readonly number[];
}

export interface CurveData {
  /** In the order of the table, or in that of the style. */
  series: readonly Series[];
  of: readonly string[];
  x: Float64Array;
  y: Float64Array;
  lower: Float64Array | null;
  upper: Float64Array | null;
}

const isMode = (text: string): text is CurveMode => (MODES as readonly string[]).includes(text);

function modeOf(style: FigureStyle): CurveMode {
  const chosen = styleText(style, 'curve_mode', 'line');
  return isMode(chosen) ? chosen : 'line';
}

function ownMode(text: string | undefined, style: FigureStyle): CurveMode {
  if (text === undefined || text === '') return modeOf(style);
  if (!isMode(text)) throw new ChartDataError(`曲线的画法「${text.slice(0, 20)}」不认识，只能是 ${MODES.join('、')}`);
  return text;
}

/** What a label says beside the name that it may begin with. */
const besideName = (label: string, name: string): string => (label.startsWith(name) ? label.slice(name.length) : label).trim();

/** Colours that the table gives, each after its series' name. */
function ownColours(names: readonly string[], table: ColumnarTable, column: string | undefined): string[] {
  const colours = optionalTexts(table, column);
  const first = [...new Set(names)].map((name) => [name, colours?.[names.indexOf(name)] ?? ''] as const);
  return first.flatMap(([name, colour]) => (colour === '' ? [] : [name, colour]));
}

/** Colours of series that belong together, such as those of one year: one for all of them, after each one's name. */
function sharedColours(
  names: readonly string[],
  table: ColumnarTable,
  column: string | undefined,
  { words, style }: Pick<FigureData, 'words' | 'style'>,
): string[] {
  // Results of earlier versions have no such column.
  const kinships = column === undefined || table.columns[column] === undefined ? null : optionalTexts(table, column);
  if (kinships === null) return [];
  const kin = [...new Set(names)].map((name) => [name, kinships[names.indexOf(name)] ?? ''] as const);
  const colours = groupsOf(
    kin.map(([, of]) => of),
    words,
    { ...style, group_colours: [], group_order: [] },
  );
  return kin.flatMap(([name, of]) => [name, colours.find((group) => group.name === of)?.colour ?? '']);
}

/** The curves of the table `curves`. Throws `ChartDataError` where no row has a place. */
export function curveDataOf({ figure: { columns }, tables, style, words }: FigureData): CurveData {
  const table = tableOf(tables, 'curves');
  const [of, x, y] = [textsOf(table, columns.series), numbersOf(table, columns.x), numbersOf(table, columns.y)];
  const optional = (name: string | undefined) => (name === undefined ? null : numbersOf(table, name));
  const [modes, lines, labels] = [columns.mode, columns.line_type, columns.label].map((name) => optionalTexts(table, name));
  const rowsOf = new Map<string, number[]>();
  of.forEach((name, row) => {
    if (Number.isFinite(x[row])) rowsOf.set(name, [...(rowsOf.get(name) ?? []), row]);
  });
  const drawn = [...rowsOf].filter(([, rows]) => rows.some((row) => Number.isFinite(y[row])));
  if (drawn.length === 0) throw new ChartDataError('没有可画的曲线：表里没有一行两个坐标都有数值');
  const names = drawn.map(([name]) => name);
  const shared = sharedColours(of, table, columns.kin, { words, style });
  const colours = [...shared, ...ownColours(of, table, columns.colour), ...styleTuples(style, 'group_colours', 2).flat()];
  const groups = groupsOf(names, words, { ...style, group_colours: colours });
  const series = drawn.map(([name, rows]): Series => {
    const first = rows[0] as number;
    return {
      name,
      group: groups.find((group) => group.name === name) as Group,
      mode: ownMode(modes?.[first], style),
      dashed: lines?.[first] === 'dashed',
      text: besideName(labels?.[first] ?? '', name),
      rows,
    };
  });
  const chosen = styleTuples(style, 'group_order', 1).length > 0;
  const inOrder = chosen ? groups.map(({ name }) => series.find((one) => one.name === name) as Series) : series;
  return { series: inOrder, of, x, y, lower: optional(columns.lower), upper: optional(columns.upper) };
}
