import { formatCount } from '@oncoloom/tool-kit';
import { subjectOf } from '../../data/subject.ts';
import {
  ChartDataError,
  inOrder,
  numbersOf,
  optionalTexts,
  styleFlag,
  styleNumber,
  styleSize,
  styleText,
  tableOf,
  textsOf,
} from '../../data/table.ts';
import type { ColumnarTable, FigureData, FigureStyle, Size } from '../../data/types.ts';
import { axisEntries } from '../../plot/axes/axis-entries.ts';
import { numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { ratioSpan, ratioTicks } from '../../plot/axes/ratio-axis.ts';
import { padSpan, type Span, spanOf } from '../../plot/axes/scale.ts';
import { layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { shorten } from '../../text/axis-titles.ts';
import { type Say, sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { typefaceOf, UNITS_PER_INCH } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { COUNTS, type ColumnValues, GAP, MISSING, type NumberColumn, placeColumns, type WrittenColumn, writtenColumns } from './columns.ts';

export interface ForestRow {
  /** Row of the table. */
  row: number;
  /** As the table writes it, and as the figure does. */
  name: string;
  label: string;
  y: number;
  colour: string;
  /** Null where there is no estimate: the row stands without a mark. */
  mark: {
    x: number;
    low: number;
    high: number /** The interval goes on beyond the plot. */;
    beyond: { low: boolean; high: boolean };
  } | null;
}

export interface ForestLayout extends ItemLayout {
  rows: readonly ForestRow[];
  /** Names of groups of rows, over their first. */
  sections: readonly { text: string; y: number }[];
  columns: readonly NumberColumn[];
  /** What the sides of the reference mean. */
  sides: readonly SideText[];
  headY: number;
  labelX: number;
  italic: boolean;
  /** The value of no effect. */
  reference: number;
  lineWidth: number;
  /** Half the edge of the squares. */
  half: number;
}

/** Height of a row on screen, and the least that a file gives it, in the size of its text. */
const LINE = { screen: 1.9, least: 1.15 };
/** Lines for which there is room on screen even where there are fewer. */
const LINES_LEAST = 4;
/** A name may take this share of the width. */
const NAMES_SHARE = 0.34;
const EDGE = 12;
/** Units of a plot below which columns beside it are left out: the counts first, then P and at last the estimates, which need less to yield. */
const PLOT_LEAST = { counts: 96, numbers: 60 };
/** Between the line of no effect and what its sides mean. */
const SIDE_GAP = 4;
/** Intervals are drawn up to the square of the farthest ratio, within these: wider ones would press all others flat. */
const REACH = { least: 4, most: 20 };
/** Height of a row in print, in the size of its text. */
const PAPER_LINE = 1.5;
/** Below the rows and over them: axis, its title, the heads of the columns, in the size of the text. */
const PAPER_REST = 7.5;

interface Values extends ColumnValues {
  sections: readonly string[] | null;
}

function valuesOf({ figure: { columns }, tables }: FigureData): Values {
  const table = tableOf(tables, 'rows');
  const optional = (name: string | undefined) => (name === undefined ? null : numbersOf(table, name));
  return {
    labels: textsOf(table, columns.label),
    sections: optionalTexts(table, columns.section),
    estimate: numbersOf(table, columns.estimate),
    low: numbersOf(table, columns.low),
    high: numbersOf(table, columns.high),
    p: optional(columns.p),
    pTexts: optionalTexts(table, columns.p_text),
    remarks: optionalTexts(table, columns.remark),
    counts: (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).flatMap((role) => {
      const values = optional(columns[role]);
      return values === null ? [] : [{ role, values }];
    }),
  };
}

const isLog = (style: FigureStyle) => styleFlag(style, 'log_axis', true);

/** Places of values on the axis; of a ratio that is no positive number there is none. */
function placed(values: Float64Array, log: boolean): Float64Array {
  return log ? values.map((value) => (value > 0 ? Math.log10(value) : value === 0 ? Number.NEGATIVE_INFINITY : Number.NaN)) : values;
}

/** Lines that the rows and the names of their groups take, from the top. */
function linesOf(sections: readonly string[] | null, rows: readonly number[]): { row: number | null; text: string }[] {
  return rows.flatMap((row, i) => {
    const section = sections?.[row] ?? '';
    const line = { row, text: '' };
    const before = i === 0 ? undefined : sections?.[rows[i - 1] as number];
    return section !== '' && section !== before ? [{ row: null, text: section }, line] : [line];
  });
}

/** Rows in the table's order; within their section in that of the style. */
function arrangedRows({ labels, sections }: Pick<Values, 'labels' | 'sections'>, style: FigureStyle): number[] {
  const rows = [...labels.keys()];
  const parts = new Map<string, number[]>();
  // A name that comes again further down is a section of its own.
  let part = 0;
  for (const row of rows) {
    if (row > 0 && sections?.[row] !== sections?.[row - 1]) part += 1;
    parts.set(String(part), [...(parts.get(String(part)) ?? []), row]);
  }
  return [...parts.values()].flatMap((own) => inOrder(style, own, (row) => labels[row] as string));
}

function rowCountOf({ figure, tables }: FigureData): { table: ColumnarTable; lines: number } {
  const table = tableOf(tables, 'rows');
  return { table, lines: linesOf(optionalTexts(table, figure.columns.section), [...Array(table.rowCount).keys()]).length };
}

export function screenHeight(data: FigureData): number {
  const { size } = typefaceOf(data.style);
  return Math.round(Math.max(rowCountOf(data).lines + 1, LINES_LEAST) * size * LINE.screen + size * 6);
}

/** Inches that a file needs to show all rows. */
export function paperHeight(data: FigureData): number {
  const { size } = typefaceOf(data.style);
  return ((rowCountOf(data).lines * PAPER_LINE + PAPER_REST) * size) / UNITS_PER_INCH;
}

/** What the sides of the line of no effect mean, with an arrow away from it. */
interface SideText {
  text: string;
  x: number;
  align: 'start' | 'end';
}

/** The meaning of both sides over the plot, as far as there is room. */
function sidesOf(style: FigureStyle, reference: number, { plot, typeface }: PlotFrame, say: Say): SideText[] {
  if (!styleFlag(style, 'show_sides', true) || !isLog(style)) return [];
  const low: SideText = { text: `← ${say(styleText(style, 'low_side', '保护'))}`, x: reference - SIDE_GAP, align: 'end' };
  const high: SideText = { text: `${say(styleText(style, 'high_side', '危险'))} →`, x: reference + SIDE_GAP, align: 'start' };
  const room = (side: SideText) => (side.align === 'end' ? side.x - plot.x : plot.x + plot.width - side.x);
  // One alone would be read as the meaning of all.
  return [low, high].every((side) => textWidth(side.text, typeface) <= room(side)) ? [low, high] : [];
}

/** Colour by the side of the reference on which the estimate lies; grey where its interval reaches to both, if the style wants that. */
function colourOf(estimate: number, low: number, high: number, reference: number, style: FigureStyle): string {
  const both = styleFlag(style, 'grey_uncertain', false) && !(low > reference || high < reference);
  if (estimate > reference && !both) return styleText(style, 'high_hr_color', '#e41a1c');
  if (estimate < reference && !both) return styleText(style, 'low_hr_color', '#377eb8');
  return styleText(style, 'neutral_color', '#3a464c');
}

function spanFor(values: Values, log: boolean, reference: number): Span {
  const finite = Float64Array.from([...values.estimate, ...values.low, ...values.high, reference].filter(Number.isFinite));
  const farthest = Math.max(
    ...Array.from(values.estimate, (value) => (value > 0 && Number.isFinite(value) ? Math.abs(Math.log(value)) : 0)),
    0,
  );
  const most = Math.min(Math.max(Math.exp(2 * farthest), REACH.least), REACH.most);
  return log ? ratioSpan(values.estimate, values.low, values.high, most) : padSpan(spanOf(finite) ?? [reference - 1, reference + 1], 0.05);
}

/**
 * Estimates with their intervals, a row each, and the numbers beside them. Table `rows`; columns `label`, `estimate`, `low`, `high`,
 * optionally `section` (a name over rows that belong together), `p`, `p_text` (P where it is no plain number, as `< 0.001`), `n`, `events`, `cases`,
 * `remark` (what stands in place of an estimate where there is none, as that the row is the reference). A column without a number is not
 * written. Ratios stand on a logarithmic axis unless the style says otherwise; an interval that goes
 * beyond the plot ends in an arrow. Style: `low_hr_color`, `high_hr_color`, `grey_uncertain`, `show_sides` with `low_side` and `high_side`
 * (what the sides of the reference mean), `estimate_name`, `log_axis`, `reference`, `point_size`, `line_width`. In print the figure is as high as
 * its rows need, until somebody chooses a height.
 */
export function layout(data: FigureData, { width, height }: Size): ForestLayout {
  const { figure, style, words } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const values = valuesOf(data);
  const count = values.labels.length;
  if (count === 0) throw new ChartDataError('表里没有一行，没有可画的森林图');
  const log = isLog(style);
  const reference = styleNumber(style, 'reference', log ? 1 : 0);
  const italic = subjectOf(figure, words) === 'gene';
  const lines = linesOf(values.sections, arrangedRows(values, style));

  const nameWidths = values.labels.map((label) => textWidth(say(label), typeface, italic ? 'italic' : 'normal'));
  const sectionWidths = lines.map(({ text }) => textWidth(say(text), typeface, 'bold'));
  const names = Math.min(Math.max(...nameWidths, ...sectionWidths), width * NAMES_SHARE);
  const all = writtenColumns(values, style, say);
  const everyRow = [...values.labels.keys()];
  const axis = numberAxis(style, 'x', spanFor(values, log, reference), null, log ? Math.log10 : undefined);
  const sideOf = (columns: readonly WrittenColumn[], side: WrittenColumn['side']) => columns.filter((column) => column.side === side);
  const widthOfCounts = (columns: readonly WrittenColumn[]) => -placeColumns(sideOf(columns, 'left'), everyRow, 0, typeface).left;
  const frameOf = (columns: readonly WrittenColumn[]): PlotFrame =>
    layoutFrame({
      width: placeColumns(sideOf(columns, 'right'), everyRow, width - EDGE, typeface).left + EDGE - GAP,
      height,
      view: { x: axis.span, y: [0, 1] },
      titles: { x: styleText(style, 'estimate_name', 'HR'), y: '' },
      style: { ...style, axis_title_y: '' },
      legend: [],
      names: { y: names + GAP + widthOfCounts(columns) },
      heading: { text: '', strong: true },
      ...(log && { ticks: { x: (scale, wanted) => ratioTicks(scale, wanted, (text) => textWidth(text, typeface) + typeface.size / 2) } }),
    });
  // A plot that is too narrow shows nothing: columns give it their room.
  const choices = [all, ...sideOf(all, 'right').map((_, i, right) => right.slice(0, right.length - i)), []].map((written) => ({
    written,
    frame: frameOf(written),
  }));
  const fitting = choices.find(
    ({ written, frame: { plot, isCramped } }) => !isCramped.x && plot.width >= PLOT_LEAST[written === all ? 'counts' : 'numbers'],
  );
  const { written, frame } = fitting ?? (choices.at(-1) as (typeof choices)[number]);
  const unwritten = all.filter((column) => !written.includes(column));
  checkRoom(frame);
  // Rows that the height has no room for are left out, and said.
  const room = Math.max(1, Math.floor(frame.plot.height / (typeface.size * LINE.least)));
  const fits = lines.length <= room ? lines : lines.slice(0, Math.max(1, room - 1));
  const left = count - fits.filter(({ row }) => row !== null).length;
  const shown = fits.flatMap(({ row }) => (row === null ? [] : [row]));
  const beside = (side: WrittenColumn['side'], edge: number) => placeColumns(sideOf(written, side), shown, edge, typeface).placed;
  const columns = [...beside('left', frame.plot.x - GAP), ...beside('right', width - EDGE)];
  const pitch = frame.plot.height / (fits.length + (left > 0 ? 1 : 0));
  const yOf = (line: number) => frame.plot.y + pitch * (line + 0.5);

  const [estimate, low, high] = [values.estimate, values.low, values.high].map((one) => placed(one, log)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [from, to] = frame.x.domain;
  const within = (value: number) => frame.x(Math.min(Math.max(value, from), to));
  const rows = fits.flatMap(({ row }, line): ForestRow[] => {
    if (row === null) return [];
    const [at, a, b] = [estimate[row] as number, low[row] as number, high[row] as number];
    const known = Number.isFinite(at) && !Number.isNaN(a) && !Number.isNaN(b);
    return [
      {
        row,
        name: values.labels[row] as string,
        label: shorten(say(values.labels[row] as string), names, (text) => textWidth(text, typeface, italic ? 'italic' : 'normal')),
        y: yOf(line),
        colour: colourOf(values.estimate[row] as number, values.low[row] as number, values.high[row] as number, reference, style),
        mark: known
          ? { x: within(at), low: within(a), high: within(b), beyond: { low: a < from || at < from, high: b > to || at > to } }
          : null,
      },
    ];
  });
  const beyond = shown.filter((row) => axis.hides(estimate[row] as number)).length;
  const labelX = frame.plot.x - names - GAP - widthOfCounts(written);
  const bold = (text: string) => textWidth(text, typeface, 'bold');
  const sections = fits.flatMap(({ row, text }, line) =>
    row === null ? [{ text: shorten(say(text), width - labelX - EDGE, bold), y: yOf(line) }] : [],
  );
  const omitted =
    left > 0 ? [{ text: say({ zh: '另有 {n} 行放不下', en: '{n} more rows do not fit' }, { n: left }), y: yOf(fits.length) }] : [];
  const readings = writtenColumns(values, style, (phrase) => (typeof phrase === 'string' ? phrase : phrase.zh));
  return {
    width,
    height,
    frame,
    rows,
    sections: [...sections, ...omitted],
    columns,
    sides: sidesOf(style, frame.x(log ? Math.log10(reference) : reference), frame, say),
    headY: frame.plot.y - typeface.size * 0.7,
    labelX,
    italic,
    reference: frame.x(log ? Math.log10(reference) : reference),
    lineWidth: styleNumber(style, 'line_width', 1.2),
    half: styleSize(style, 'point_size', Math.min(typeface.size * 0.34, pitch * 0.4)),
    axes: { x: axis.controls },
    entries: axisEntries([...values.labels, ...(values.sections ?? [])], style),
    items: '图中的行',
    stops: [...rows.keys()],
    hit: (at) => {
      const found = rows.findIndex(({ y }) => Math.abs(at.y - y) <= pitch / 2);
      return found === -1 ? null : found;
    },
    anchor: (item) => ({ x: rows[item]?.mark?.x ?? frame.plot.x, y: rows[item]?.y ?? 0 }),
    describe: (item) => {
      const row = rows[item]?.row ?? 0;
      return {
        name: values.labels[row] ?? '',
        italic,
        tag: values.sections?.[row] ?? '',
        rows: readings.map(({ title, texts }) => [title.replaceAll('*', ''), texts[row] ?? MISSING] as const),
      };
    },
    find: (name) => {
      const found = rows.findIndex(({ row }) => values.labels[row]?.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item) => values.labels[rows[item]?.row ?? -1] ?? '',
    note: [
      left > 0 ? `共 ${formatCount(count)} 行，图高只放得下前 ${formatCount(shown.length)} 行；把图加高或把字号调小。` : '',
      outsideNote(beyond, '行的估计值', axis),
      unwritten.length > 0
        ? `图的宽度写不下${unwritten.map(({ title }) => `「${title.replaceAll('*', '')}」`).join('和')}；指着一行可以看到，或把图加宽。`
        : '',
    ].join(''),
  };
}
