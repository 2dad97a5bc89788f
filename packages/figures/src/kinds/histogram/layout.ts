import { formatCount, rowSubjectOf } from '@oncoloom/tool-kit';
import { SUBJECT_WORDS } from '../../data/subject.ts';
import { ChartDataError, isCount, numbersOf, styleFlag, styleText, tableOf } from '../../data/table.ts';
import type { FigureData, ItemText, Size } from '../../data/types.ts';
import { type NumberAxis, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { withinScale } from '../../plot/axes/scale.ts';
import { formatTick } from '../../plot/axes/tick.ts';
import type { LegendEntry } from '../../plot/legend-layout.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { layoutFrame, type PlotFrame } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import { movedFrom } from '../../points/moved-labels.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { plainTitle } from '../../text/title-marks.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';

/** A bin with a count. */
interface Bin {
  from: number;
  to: number;
  count: number;
}

export interface HistogramLayout extends ItemLayout {
  bars: readonly (Rect & { colour: string; from: number })[];
  /** The count of each bin where nothing differs. */
  expected: { y: number; text: string; textX: number; textY: number; name: string } | null;
}

/** Units of white between two bars. */
const BETWEEN = 1;
/** Units between a line or a bar and the text over it. */
const LIFT = 6;
const HEADROOM = 1.06;
/** Room of a tick, in the size of the text. */
const TICKS = { x: 6, y: 3.5 };
const BAR_COLOUR = '#8fa3ad';
/** What the style calls the words of the expected count where they were put elsewhere. */
const EXPECTED = '期望的个数';
/** Counts begin below 1 on a logarithmic axis, so that a bar of 1 is seen. */
const LOG_FROM = 0.8;

/** Both axes. @param top Where that of the counts ends. */
function axesOf({ style }: FigureData, bins: readonly Bin[], top: number): { x: NumberAxis; y: NumberAxis } {
  const across = [Math.min(...bins.map(({ from }) => from)), Math.max(...bins.map(({ to }) => to))] as const;
  const smallest = Math.min(1, ...bins.filter(({ count }) => count > 0).map(({ count }) => count));
  return { x: numberAxis(style, 'x', across), y: numberAxis(style, 'y', [0, top], [smallest * LOG_FROM, Math.max(top, 1)]) };
}

export function screenHeight({ style }: FigureData, width: number): number {
  return heightFor(style, width);
}

/** Bins of table `bins`, those without a count left out. Throws `ChartDataError` where none holds anything. */
function readBins({ figure, tables, words }: FigureData): Bin[] {
  const table = tableOf(tables, 'bins');
  const from = numbersOf(table, figure.columns.from);
  const to = numbersOf(table, figure.columns.to);
  const count = numbersOf(table, figure.columns.count);
  const bins = Array.from(count, (value, i): Bin => ({ from: from[i] as number, to: to[i] as number, count: value })).filter(
    (bin) => [bin.from, bin.to].every(Number.isFinite) && isCount(bin.count),
  );
  if (bins.every((bin) => bin.count === 0)) throw new ChartDataError(`没有可画的${SUBJECT_WORDS[rowSubjectOf(words)]}`);
  return bins;
}

/**
 * Counts of genes in equal bins of P values or of another quantity, which the style's horizontal title names. Table `bins`;
 * columns `from`, `to`, `count`. A figure whose style has `show_expected` is of P values and tells the count expected when nothing
 * differs; `first_color` sets its first bin apart.
 */
export function layout(data: FigureData, size: Size): HistogramLayout {
  const { style, words } = data;
  const bins = readBins(data);
  const expecting = Object.hasOwn(style, 'show_expected');
  const counted = `${SUBJECT_WORDS[rowSubjectOf(words)]}数`;
  const quantity = styleText(style, 'axis_title_x', '') || (expecting ? 'P 值' : '');
  const mean = bins.reduce((sum, { count }) => sum + count, 0) / bins.length;
  const shown = styleFlag(style, 'show_expected', false) ? mean : null;
  const colour = styleText(style, 'bar_color', BAR_COLOUR);
  const firstColour = styleText(style, 'first_color', colour);
  const legend = expecting && firstColour !== colour ? [firstKey(bins, firstColour)] : [];
  const typeface = typefaceOf(style);
  const highest = Math.max(...bins.map(({ count }) => count), shown ?? 0);
  const axes = axesOf(data, bins, highest * HEADROOM);
  const lay = (top: number): PlotFrame =>
    layoutFrame({
      ...size,
      view: { x: axesOf(data, bins, top).x.span, y: axesOf(data, bins, top).y.span },
      log: { y: axes.y.log },
      titles: { x: quantity, y: counted },
      style,
      legend,
      legendAbove: true,
      spacing: { x: typeface.size * TICKS.x, y: typeface.size * TICKS.y },
    });
  const frame = axes.y.chosen ? lay(highest * HEADROOM) : layWithText(lay, highest * HEADROOM, data, bins, shown);
  checkRoom(frame);
  const x = (value: number) => withinScale(frame.x, frame.x(value));
  const y = (value: number) => withinScale(frame.y, frame.y(value));
  const rectOf = ({ from, to, count }: Bin): Rect => {
    const width = x(to) - x(from);
    return {
      x: x(from) + BETWEEN / 2,
      y: y(count),
      width: width > 0 ? Math.max(width - BETWEEN, BETWEEN) : 0,
      height: y(0) - y(count),
    };
  };
  const outside = bins.filter((bin) => bin.count > 0 && (axes.x.hides(bin.from, bin.to) || axes.y.hides(bin.count))).length;
  const expected = shown === null ? null : movedLine(data, frame, expectedLine(data, frame, bins, shown));
  return {
    ...size,
    frame,
    bars: bins.map((bin, i) => ({ ...rectOf(bin), from: bin.from, colour: i === 0 ? firstColour : colour })),
    expected: expected === null || axes.y.hides(shown ?? 0) ? null : expected.line,
    axes: { x: axes.x.controls, y: axes.y.controls },
    movable: expected === null ? [] : [expected.label],
    ...itemsOf(frame, bins, (bin) => tell(bin, plainTitle(quantity), counted, expecting ? mean : null)),
    note: outsideNote(outside, '根柱子', axes.x, axes.y),
  };
}

/** What the first bin's own colour means. */
function firstKey(bins: readonly Bin[], colour: string): LegendEntry {
  const end = bins[0]?.to ?? 0;
  // As many decimals as tell the end of the bin, without those of rounding.
  return {
    label: `P < ${formatTick(end, Math.min(String(Number(end.toPrecision(6))).split('.')[1]?.length ?? 0, 6))}`,
    colour,
    count: '',
    mark: 'square',
  };
}

/** The axis reaches as high as the text over the bars needs. */
function layWithText(
  lay: (top: number) => PlotFrame,
  top: number,
  data: FigureData,
  bins: readonly Bin[],
  expected: number | null,
): PlotFrame {
  const first = lay(top);
  if (expected === null) return first;
  const { textY } = expectedLine(data, first, bins, expected);
  const { plot, y, typeface } = first;
  const missing = plot.y - (textY - typeface.size);
  if (missing <= 0) return first;
  const under = y.invert(textY + LIFT);
  return lay((under * plot.height) / Math.max(plot.height - LIFT - typeface.size, 1));
}

/** The line at the expected count with its words where the bars are lowest: over the line and, where bars stand taller, over these. */
function expectedLine({ style }: FigureData, { plot, x, y, typeface }: PlotFrame, bins: readonly Bin[], expected: number) {
  const say = sayIn(style);
  const value = { n: formatCount(expected) };
  const long = say({ zh: '若没有差异，每格约 {n} 个', en: 'About {n} per bin if nothing differs' }, value);
  const text = textWidth(long, typeface) < plot.width ? long : say({ zh: '约 {n}', en: 'About {n}' }, value);
  const width = textWidth(text, typeface);
  const places = [1, 0.5, 0].map((share) => {
    const left = plot.x + (plot.width - width) * share;
    const under = bins.filter((bin) => x(bin.to) > left && x(bin.from) < left + width).map(({ count }) => count);
    return { left, over: Math.max(expected, ...under) };
  });
  const best = places.reduce((one, other) => (other.over < one.over ? other : one));
  return { y: y(expected), text, textX: best.left, textY: y(best.over) - LIFT };
}

/** The words of the expected count where somebody put them. */
function movedLine({ style }: FigureData, { plot, typeface, width, height }: PlotFrame, found: ReturnType<typeof expectedLine>) {
  // Over bars that a chosen range cuts there is no room above the plot.
  const line = { ...found, textY: Math.max(found.textY, plot.y + typeface.size - 1) };
  const own = { width: textWidth(line.text, typeface), height: typeface.size };
  const middle = { x: line.textX + own.width / 2, y: line.textY - typeface.size * 0.35 };
  const by = movedFrom(style, EXPECTED, { ...middle, ...own }, { width, height });
  return { line: { ...line, name: EXPECTED, textX: line.textX + by.x, textY: line.textY + by.y }, label: { name: EXPECTED, ...by } };
}

function tell({ from, to, count }: Bin, quantity: string, counted: string, expected: number | null): ItemText {
  return {
    name: `${quantity} ${writeDecimal(from)}–${writeDecimal(to)}`.trim(),
    italic: false,
    tag: '',
    rows: [[counted, formatCount(count)], ...(expected === null ? [] : [['没有差异时约', formatCount(expected)] as const])],
  };
}

/** Bins are walked over from left to right; the whole height of a bin takes the pointer. */
function itemsOf({ plot, x, y }: PlotFrame, bins: readonly Bin[], describe: (bin: Bin) => ItemText) {
  return {
    items: '图中的柱子',
    stops: [...bins.keys()],
    hit: (at: { x: number; y: number }) => {
      if (at.x < plot.x || at.x > plot.x + plot.width) return null;
      const found = bins.findIndex(({ to }) => at.x <= x(to));
      return found === -1 ? null : found;
    },
    anchor: (item: number) => {
      const { from, to, count } = bins[item] as Bin;
      return { x: (x(from) + x(to)) / 2, y: withinScale(y, y(count)) };
    },
    describe: (item: number) => describe(bins[item] as Bin),
    find: () => null,
    named: () => '',
  } satisfies Partial<ItemLayout>;
}
