import { formatCount, formatDecimal, numberOrText, trueMinus } from '@oncoloom/tool-kit';
import { ChartDataError, styleText } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { linearScale } from '../../plot/axes/scale.ts';
import { layoutFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { writeNumber } from '../../plot/written.ts';
import { shorten } from '../../text/axis-titles.ts';
import { type Say, sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, typefaceOf, UNITS_PER_INCH } from '../../text/typeface.ts';
import type { ItemLayout, Step } from '../kind.ts';
import { isOfPoints, type NomogramAxis, type NomogramData, nomogramDataOf } from './nomogram-data.ts';
import { type TickLabel, type TickLabels, tickLabels } from './tick-labels.ts';

/** An axis as it is drawn. */
export interface PlacedAxis {
  name: string;
  label: string;
  y: number;
  from: number;
  to: number;
  ticks: readonly number[];
  labels: readonly TickLabel[];
  /** Where the example stands, and what is written of it at the right. */
  example: { x: number; value: string; points: string } | null;
}

export interface NomogramLayout extends ItemLayout {
  rows: readonly PlacedAxis[];
  labelX: number;
  /** Heads of the columns of the example. */
  heads: readonly { text: string; x: number }[];
  headY: number;
  /** Where the values and the points of the example end. */
  columns: { value: number; points: number };
  /** Upright lines from the marks of the example to the points and from the total to what it means. */
  guides: readonly { x: number; from: number; to: number }[];
  colour: string;
}

/** Height of a row on screen, in print, and the least, in the size of the text. */
const LINE = { screen: 3.1, paper: 2.9, least: 2.5 };
const REST = 3.5;
const NAMES_SHARE = 0.28;
const VALUE_SHARE = 0.16;
const GAP = 12;
const EDGE = 4;
/** Half of what parts two labels: the outermost need none. */
const LABEL_ROOM = 3;
/** Length of a tick. */
export const TICK = 4;

const rowsOf = (data: FigureData) => nomogramDataOf(data).axes.length;

export function screenHeight(data: FigureData): number {
  const { size } = typefaceOf(data.style);
  return Math.round((rowsOf(data) * LINE.screen + REST) * size);
}

/** Inches that a file needs for all axes. */
export function paperHeight(data: FigureData): number {
  const { size } = typefaceOf(data.style);
  return ((rowsOf(data) * LINE.paper + REST) * size) / UNITS_PER_INCH;
}

/** Points as they are written: a decimal where they are few. */
const writePoints = (points: number) => (Number.isInteger(points) ? formatCount(points) : formatDecimal(Math.round(points * 10) / 10, 1));

/** What the example has on an axis: the value that it takes there, and its points. */
function exampleTexts({ kind, example }: NomogramAxis): { value: string; points: string } {
  if (example === null) return { value: '', points: '' };
  const counts = kind === 'variable' || kind === 'total';
  const value = kind === 'total' || kind === 'points' ? '' : numberOrText(example.value);
  return { value, points: counts ? writePoints(example.position) : '' };
}

/** Columns right of the axes for the example. */
function exampleColumns({ axes, hasExample }: NomogramData, width: number, typeface: Typeface, say: Say) {
  if (!hasExample) return { value: 0, points: 0, texts: axes.map(() => ({ value: '', points: '' })) };
  const measure = (text: string) => textWidth(text, typeface);
  const most = width * VALUE_SHARE;
  const texts = axes.map((axis) => exampleTexts(axis)).map(({ value, points }) => ({ value: shorten(say(value), most, measure), points }));
  const widest = (of: readonly string[], head: string) => Math.max(...of.map(measure), textWidth(say(head), typeface, 'bold'));
  return {
    value: Math.min(
      widest(
        texts.map(({ value }) => value),
        '取值',
      ),
      most,
    ),
    points: widest(
      texts.map(({ points }) => points),
      '得分',
    ),
    texts,
  };
}

/** Lines from the example's marks up to the points, and from its total down to what this means. */
function guidesOf(axes: readonly NomogramAxis[], rows: readonly PlacedAxis[]): NomogramLayout['guides'] {
  const points = axes.findIndex(({ kind }) => kind === 'points');
  const total = axes.findIndex(({ kind }) => kind === 'total');
  const up = axes.flatMap(({ kind }, i) => {
    const row = rows[i] as PlacedAxis;
    return kind === 'variable' && row.example !== null && points !== -1
      ? [{ x: row.example.x, from: (rows[points] as PlacedAxis).y, to: row.y }]
      : [];
  });
  const last = axes.reduce(
    (found, { kind, example }, i) => ((kind === 'linear' || kind === 'probability') && example !== null ? i : found),
    -1,
  );
  const sum = rows[total]?.example ?? null;
  const down = sum === null || last <= total ? [] : [{ x: sum.x, from: (rows[total] as PlacedAxis).y, to: (rows[last] as PlacedAxis).y }];
  return [...up, ...down];
}

/**
 * A nomogram: points of each variable, their total, and what this means, with a patient worked out. Tables `axes` (a row per axis from above:
 * columns `axis`, `kind`: `points`, `variable`, `total`, `linear` or `probability`), `ticks` (columns `axis` as in `axes`, `tick`: what stands there,
 * `position`: points on an axis of points or of a variable, else total points) and optionally `example` (columns `axis`, `position` as above,
 * `value`: what the patient has there). Style: `example_color`. In print the figure is as high as its axes need, until somebody
 * chooses a height. Throws `ChartDataError` where no axis has a tick.
 */
export function layout(data: FigureData, size: Size): NomogramLayout {
  const { style } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const nomogram = nomogramDataOf(data);
  const { axes, spans, hasExample } = nomogram;
  const measure = (text: string) => textWidth(text, typeface);
  const names = Math.min(Math.max(...axes.map(({ name }) => measure(say(name)))), size.width * NAMES_SHARE);
  const widths = exampleColumns(nomogram, size.width, typeface, say);
  const beside = hasExample ? widths.value + widths.points + 2 * GAP + EDGE : 0;
  // The outermost labels reach over the ends of the axes.
  const over = Math.min(
    Math.max(...axes.flatMap(({ ticks }) => [ticks[0], ticks.at(-1)].map((tick) => measure(say(tick?.label ?? '')) / 2))),
    size.width * 0.06,
  );
  const whole = layoutFrame({
    ...size,
    view: { x: spans.points, y: [0, 1] },
    titles: { x: '', y: '' },
    style: { ...style, axis_title_x: '', axis_title_y: '', legend_position: 'none' },
    legend: [],
    names: { x: 0, y: 0 },
    heading: hasExample ? { text: '', strong: true } : undefined,
    leftAtLeast: EDGE + names + GAP + over,
    rightAtLeast: Math.max(beside, EDGE) + over,
  });
  checkRoom(whole);
  const plot = { ...whole.plot, height: size.height - whole.plot.y - EDGE };
  const frame = { ...whole, plot };
  const pitch = plot.height / axes.length;
  if (pitch < typeface.size * LINE.least)
    throw new ChartDataError(`图的高度画不下 ${formatCount(axes.length)} 条轴。请加大高度、缩小字号，或减少变量`);
  const scales = {
    points: linearScale(spans.points, [plot.x, plot.x + plot.width]),
    total: linearScale(spans.total, [plot.x, plot.x + plot.width]),
  };
  const labelRoom = { from: plot.x - over - LABEL_ROOM, to: plot.x + plot.width + over + LABEL_ROOM, measure };
  const lacking: string[] = [];
  const rows = axes.map((axis, i): PlacedAxis => {
    const scale = isOfPoints(axis) ? scales.points : scales.total;
    const ticks = axis.ticks.map(({ position }) => scale(position));
    const written = (label: string) => (axis.labels === 'names' ? say(label) : trueMinus(label));
    const texts = axis.ticks.map(({ label }, k) => ({ text: written(label), x: ticks[k] as number }));
    const { value, points } = widths.texts[i] as { value: string; points: string };
    const labelled = tickLabels(texts, axis.labels, labelRoom);
    lacking.push(...lackOf(say(axis.name), labelled));
    return {
      name: axis.name,
      label: shorten(say(axis.name), names, measure),
      y: plot.y + pitch * (i + 0.5) - typeface.size * 0.25,
      from: ticks[0] as number,
      to: ticks.at(-1) as number,
      ticks,
      labels: labelled.labels,
      example: axis.example === null ? null : { x: scale(axis.example.position), value, points },
    };
  });
  const right = size.width - EDGE;
  const columns = { value: right - widths.points - GAP, points: right };
  return {
    ...size,
    frame,
    rows,
    labelX: EDGE,
    heads: hasExample
      ? [
          { text: say({ zh: '取值', en: 'Value' }), x: columns.value },
          { text: say({ zh: '得分', en: 'Points' }), x: columns.points },
        ]
      : [],
    headY: plot.y - typeface.size * 0.6,
    columns,
    guides: guidesOf(axes, rows),
    colour: styleText(style, 'example_color', '#D55E00'),
    axes: {},
    entries: axes.map(({ name }) => ({ name, label: say(name), colour: '', count: '', axis: true as const })),
    ...itemsOf(axes, rows, pitch),
    note: noteOf(nomogram.empty, lacking),
  };
}

/** Which labels of an axis are not there as they are. */
function lackOf(axis: string, { missing, shortened }: TickLabels): string[] {
  return [
    ...(missing.length === 0 ? [] : [`「${axis}」的刻度 ${missing.join('、')} 没有地方写`]),
    ...(shortened.length === 0 ? [] : [`「${axis}」的 ${shortened.join('、')} 没有写全`]),
  ];
}

function noteOf(empty: number, lacking: readonly string[]): string {
  const none = empty > 0 ? `有 ${formatCount(empty)} 条轴没有刻度，没有画。` : '';
  return lacking.length === 0 ? none : `${none}${lacking.join('；')}。请加大图的宽度或缩小字号。`;
}

/** The ticks as what is pointed at, axis by axis. */
function itemsOf(axes: readonly NomogramAxis[], rows: readonly PlacedAxis[], pitch: number) {
  const items = axes.flatMap(({ ticks }, axis) => ticks.map((_, tick) => ({ axis, tick })));
  const firstOf = axes.map((_, axis) => items.findIndex((item) => item.axis === axis));
  const xOf = (item: number) => rows[items[item]?.axis ?? 0]?.ticks[items[item]?.tick ?? 0] ?? 0;
  const nearest = (axis: number, x: number) => {
    const own = [...(axes[axis]?.ticks.keys() ?? [])].map((tick) => (firstOf[axis] as number) + tick);
    return own.reduce((best, item) => (Math.abs(xOf(item) - x) < Math.abs(xOf(best) - x) ? item : best), own[0] ?? 0);
  };
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return {
    items: '各轴的刻度',
    stops: [0, items.length - 1],
    walk: (from: number | null, { across, down }: Step): number => {
      if (from === null) return 0;
      const { axis, tick } = items[from] ?? { axis: 0, tick: 0 };
      if (down !== 0) return nearest(clamp(axis + down, axes.length - 1), xOf(from));
      return (firstOf[axis] as number) + clamp(tick + across, (axes[axis]?.ticks.length ?? 1) - 1);
    },
    hit: (at: { x: number; y: number }): number | null => {
      const axis = rows.findIndex(({ y }) => Math.abs(at.y - y) <= pitch / 2);
      const row = rows[axis];
      return row === undefined || at.x < row.from - pitch || at.x > row.to + pitch ? null : nearest(axis, at.x);
    },
    anchor: (item: number) => ({ x: xOf(item), y: rows[items[item]?.axis ?? 0]?.y ?? 0 }),
    describe: (item: number) => {
      const { axis, tick } = items[item] ?? { axis: 0, tick: 0 };
      const own = axes[axis];
      const position = own?.ticks[tick]?.position;
      const ofPoints = own !== undefined && isOfPoints(own);
      const example: (readonly [string, string])[] = own?.example
        ? [['示例患者', own.example.value || writePoints(own.example.position)]]
        : [];
      return {
        name: own?.name ?? '',
        italic: false,
        tag: own?.ticks[tick]?.label ?? '',
        rows: [[ofPoints ? '得分' : '总分', writeNumber(position)] as const, ...example],
      };
    },
    find: (name: string): number | null => {
      const axis = axes.findIndex((one) => one.name.toUpperCase() === name.toUpperCase());
      return axis === -1 ? null : (firstOf[axis] as number);
    },
    named: () => '',
  };
}
