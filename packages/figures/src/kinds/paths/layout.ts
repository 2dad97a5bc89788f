import { formatCount } from '@oncoloom/tool-kit';
import { paletteOf } from '../../data/groups.ts';
import { subjectOf } from '../../data/subject.ts';
import { ChartDataError, numbersOf, styleFlag, styleNumber, styleText, styleTuples, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../../data/types.ts';
import { logSpanOf, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { padSpan, type Span, spanOf, withinScale } from '../../plot/axes/scale.ts';
import { type PlacedTopRow, placeTopRows, topNamesWidth, topNamesX, topRowsOf } from '../../plot/axes/top-numbers.ts';
import { placesAlong } from '../../plot/free-place.ts';
import type { NamedEntry } from '../../plot/legend-layout.ts';
import { MARK } from '../../plot/marks.ts';
import { layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { type LineLabel, linePath, lineValues, placeLineLabels, type ReferenceLine, referenceLines } from '../../plot/reference-lines.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { spread } from '../../plot/spread.ts';
import { writeNumber } from '../../plot/written.ts';
import { shorten } from '../../text/axis-titles.ts';
import { type Say, sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { plainTitle } from '../../text/title-marks.ts';
import { type Typeface, typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';

type Place = readonly [x: number, y: number];

/** The line of one variable. */
export interface CoefficientPath {
  name: string;
  colour: string;
  /** Its rows of the table, along x. */
  rows: readonly number[];
  line: readonly Place[];
  /** Where its label belongs: the end at which most variables are in the model. */
  end: Place;
}

/** The name of a path beside its end. */
export interface EndLabel {
  path: number;
  text: string;
  y: number;
}

export interface PathsLayout extends ItemLayout {
  paths: readonly CoefficientPath[];
  labels: readonly EndLabel[];
  /** Where the labels begin or end, and how. */
  labelsAt: { x: number; align: 'start' | 'end' };
  zero: number | null;
  lines: readonly string[];
  lineLabels: readonly LineLabel[];
  top: { rows: readonly PlacedTopRow[]; namesX: number };
  lineWidth: number;
  italic: boolean;
  /** A chosen range cuts paths. */
  cut: boolean;
}

const REACH = 24;
/** Height of a label, in its size; between the plot and the labels; their share of the width. */
const LABEL = { line: 1.12, gap: 16, share: 0.28 };
/** More names are a table, not a list to be edited by hand. */
const ENTRIES_MOST = 60;
const ROOM = { x: 0.01, y: 0.05 };

interface Variable {
  name: string;
  rows: readonly number[];
}

/** Variables in the order of the table, each with its rows along x. */
function variablesOf(names: readonly string[], x: Float64Array, y: Float64Array): Variable[] {
  const rowsOf = new Map<string, number[]>();
  names.forEach((name, row) => {
    if (Number.isFinite(x[row]) && Number.isFinite(y[row])) rowsOf.set(name, [...(rowsOf.get(name) ?? []), row]);
  });
  return [...rowsOf].map(([name, rows]) => ({ name, rows: rows.toSorted((a, b) => (x[a] as number) - (x[b] as number)) }));
}

/** Does a penalty rise along x? The end where the coefficients are larger has the labels. */
function labelledEnd(variables: readonly Variable[], y: Float64Array): 'left' | 'right' {
  const size = (row: number | undefined) => Math.abs(y[row ?? -1] ?? 0);
  const left = variables.reduce((sum, { rows }) => sum + size(rows[0]), 0);
  const right = variables.reduce((sum, { rows }) => sum + size(rows.at(-1)), 0);
  return right > left ? 'right' : 'left';
}

/** A colour each, in the order of the table; a colour that the user gave to a name stands above it. */
function coloursOf(names: readonly string[], style: FigureStyle): Map<string, string> {
  const palette = paletteOf(style, names.length);
  const own = new Map(styleTuples(style, 'group_colours', 2).map(([name = '', colour = '']) => [name, colour]));
  return new Map(names.map((name, i) => [name, own.get(name) || (palette[i % palette.length] ?? MARK.ink)]));
}

/** Labels beside the ends, of the largest coefficients where there is no room for all. */
function endLabels(paths: readonly CoefficientPath[], frame: PlotFrame, room: number, italic: boolean, say: Say): EndLabel[] {
  const { plot, typeface } = frame;
  const height = typeface.size * LABEL.line;
  const measure = (text: string) => textWidth(text, typeface, italic ? 'italic' : 'normal');
  const zero = frame.y(0);
  const far = [...paths.keys()].sort((a, b) => Math.abs((paths[b]?.end[1] ?? 0) - zero) - Math.abs((paths[a]?.end[1] ?? 0) - zero));
  const kept = far.slice(0, Math.max(Math.floor(plot.height / height), 0));
  const middles = spread(
    kept.map((path) => ({ at: withinScale(frame.y, paths[path]?.end[1] ?? 0), size: height })),
    plot.y,
    plot.y + plot.height,
  );
  return (middles ?? []).map((y, i) => {
    const path = kept[i] as number;
    return { path, text: shorten(say(paths[path]?.name ?? ''), room, measure), y };
  });
}

const labelsWidth = (names: readonly string[], typeface: Typeface, italic: boolean, say: Say) =>
  Math.max(0, ...names.map((name) => textWidth(say(name), typeface, italic ? 'italic' : 'normal')));

export function screenHeight({ style }: FigureData, width: number): number {
  return heightFor(style, width);
}

/**
 * Coefficients along a penalty, a line a variable with its name at the end where most are in the model. Table `paths`, a row per variable and
 * value: columns `label`, `x` (the logarithm of the penalty), `y`. Tables `lines` and `top`, optional: see reference-lines.ts and
 * top-numbers.ts. Style: `label_ends`, `line_width`. Throws `ChartDataError` where nothing has a place.
 */
export function layout(data: FigureData, size: Size): PathsLayout {
  const { figure, tables, style, words } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const table = tableOf(tables, 'paths');
  const [names, x, y] = [textsOf(table, figure.columns.label), numbersOf(table, figure.columns.x), numbersOf(table, figure.columns.y)];
  const variables = variablesOf(names, x, y);
  if (variables.length === 0) throw new ChartDataError('没有可画的系数路径：表里没有一行有数值');
  const [lines, top] = [referenceLines(data), topRowsOf(data)];
  const rows = variables.flatMap((one) => one.rows);
  const xs = Float64Array.from([...rows.map((row) => x[row] as number), ...lineValues(lines, 'x')]);
  const axes = {
    x: numberAxis(style, 'x', padSpan(spanOf(xs) ?? [0, 1], ROOM.x), logSpanOf(xs)),
    y: numberAxis(style, 'y', padSpan(spanOf(Float64Array.from([0, ...rows.map((row) => y[row] as number)])) ?? [0, 1], ROOM.y)),
  };
  const italic = subjectOf(figure, words) === 'gene';
  const side = labelledEnd(variables, y);
  const labelled = styleFlag(style, 'label_ends', true);
  const widest = labelsWidth(
    variables.map(({ name }) => name),
    typeface,
    italic,
    say,
  );
  const room = Math.min(widest, size.width * LABEL.share);
  const frameWith = (span: Span) =>
    layoutFrame({
      ...size,
      view: { x: span, y: axes.y.span },
      titles: { x: 'log(λ)', y: '系数' },
      style: { ...style, legend_position: 'none' },
      legend: [],
      log: { x: axes.x.log },
      spacing: { x: typeface.size * 5, y: typeface.size * 5 },
      heading: top.length > 0 ? { text: '', strong: false } : undefined,
      headingLines: top.length,
      leftAtLeast: topNamesWidth(top, typeface, say, size.width),
      ...(labelled && side === 'right' && { rightAtLeast: room + LABEL.gap + 4 }),
    });
  const plain = frameWith(axes.x.span);
  const inside = labelled && side === 'left' && !axes.x.fixed.low;
  const frame = inside ? frameWith(withRoomBefore(axes.x.span, room + LABEL.gap + 4, plain.plot.width, axes.x.log)) : plain;
  checkRoom(frame);
  const colours = coloursOf(
    variables.map(({ name }) => name),
    style,
  );
  const paths = variables.map((one): CoefficientPath => {
    const line = one.rows.map((row): Place => [frame.x(x[row] as number), frame.y(y[row] as number)]);
    const end = (side === 'left' ? line[0] : line.at(-1)) as Place;
    return { name: one.name, rows: one.rows, colour: colours.get(one.name) ?? MARK.ink, line, end };
  });
  const labels = inside || (labelled && side === 'right') ? endLabels(paths, frame, room, italic, say) : [];
  const ends = paths.map(({ end }) => withinScale(frame.x, end[0]));
  const labelsAt =
    side === 'left'
      ? { x: Math.min(...ends) - LABEL.gap, align: 'end' as const }
      : { x: Math.max(...ends) + LABEL.gap, align: 'start' as const };
  const taken = labels.map(({ y: middle, text }) => {
    const width = textWidth(text, typeface, italic ? 'italic' : 'normal');
    return { x: side === 'left' ? labelsAt.x - width : labelsAt.x, y: middle - typeface.size / 2, width, height: typeface.size };
  });
  const along = placesAlong(paths.map(({ line }) => line));
  const named = placeLineLabels(lines, frame, taken, along, say);
  const outside = paths.filter((path) => path.rows.some((row) => axes.x.hides(x[row] as number) || axes.y.hides(y[row] as number))).length;
  const first = Math.min(...rows.map((row) => x[row] as number));
  const [low, high] = frame.y.domain;
  const unlabelled = labelled ? paths.length - labels.length : 0;
  return {
    ...size,
    // Beside the labels the axis has no values.
    frame: inside ? { ...frame, xTicks: frame.xTicks.filter(({ value }) => value >= first || Math.abs(value - first) < 1e-9) } : frame,
    paths,
    labels,
    labelsAt,
    zero: low <= 0 && high >= 0 ? frame.y(0) : null,
    lines: lines.map((one) => linePath(one, frame)).filter((path) => path !== ''),
    lineLabels: named.labels,
    top: { rows: placeTopRows(top, frame, say), namesX: topNamesX(frame) },
    lineWidth: styleNumber(style, 'line_width', 1.2),
    italic,
    cut: outside > 0 || axes.x.chosen,
    axes: { x: axes.x.controls, y: axes.y.controls },
    entries: entriesOf(paths, say),
    ...itemsOf(data, paths, frame, { x, y, lines }, italic),
    note: [
      outsideNote(outside, '条路径', axes.x, axes.y),
      unlabelled > 0 ? `有 ${formatCount(unlabelled)} 条路径的名字写不下；指着线可以看到，或把图加高。` : '',
      named.unplaced > 0 ? `有 ${named.unplaced} 条参考线的名称放不下；把图加宽可以看到。` : '',
    ].join(''),
  };
}

/** A span with so many units of free room before it, of a plot of a width. */
function withRoomBefore([low, high]: Span, room: number, width: number, log: boolean): Span {
  const share = Math.min(room / width, 0.5);
  return log ? [high / (high / low) ** (1 / (1 - share)), high] : [high - (high - low) / (1 - share), high];
}

/** What can be renamed and coloured; more than a list holds is a table. */
function entriesOf(paths: readonly CoefficientPath[], say: Say): NamedEntry[] {
  if (paths.length > ENTRIES_MOST) return [];
  return paths.map(({ name, colour }) => ({ name, label: say(name), colour, count: '', coloured: true }));
}

interface Values {
  x: Float64Array;
  y: Float64Array;
  lines: readonly ReferenceLine[];
}

/** The paths as what is pointed at: what their coefficients are at the upright lines. */
function itemsOf({ style }: FigureData, paths: readonly CoefficientPath[], frame: PlotFrame, { x, y, lines }: Values, italic: boolean) {
  const nearest = (at: { x: number; y: number }) => {
    const [item] = paths.reduce<readonly [number | null, number]>(
      (best, { line }, i) => {
        const distance = line.reduce((least, [px, py]) => Math.min(least, Math.hypot(px - at.x, py - at.y)), Number.POSITIVE_INFINITY);
        return distance < best[1] ? [i, distance] : best;
      },
      [null, REACH],
    );
    return item;
  };
  const valueAt = (path: CoefficientPath, place: number) =>
    path.rows.reduce(
      (best, row) => (Math.abs((x[row] as number) - place) < Math.abs((x[best] as number) - place) ? row : best),
      path.rows[0] as number,
    );
  const title = plainTitle(styleText(style, 'axis_title_y', '系数'));
  const upright = lines.filter(({ kind }) => kind === 'vertical');
  return {
    items: '图中的路径',
    stops: [...paths.keys()],
    hit: nearest,
    anchor: (item: number) => {
      const [px, py] = paths[item]?.end ?? [0, 0];
      return { x: withinScale(frame.x, px), y: withinScale(frame.y, py) };
    },
    describe: (item: number) => {
      const path = paths[item];
      const rows =
        path === undefined
          ? []
          : upright.map(({ at, label }) => [`${label || writeNumber(at)} 处的${title}`, writeNumber(y[valueAt(path, at)])] as const);
      const most = path?.rows.reduce((best, row) => (Math.abs(y[row] as number) > Math.abs(best) ? (y[row] as number) : best), 0);
      return { name: path?.name ?? '', italic, tag: '', rows: [...rows, ['最大的系数', writeNumber(most)] as const] };
    },
    find: (name: string) => {
      const found = paths.findIndex((path) => path.name.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: (item: number) => paths[item]?.name ?? '',
  };
}
