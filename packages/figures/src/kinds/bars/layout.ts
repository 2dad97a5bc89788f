import { formatCount } from '@oncoloom/tool-kit';
import { COUNTED, subjectOf } from '../../data/subject.ts';
import { styleFlag, styleText } from '../../data/table.ts';
import type { FigureData, FigureStyle, ItemText, Size } from '../../data/types.ts';
import { axisEntries } from '../../plot/axes/axis-entries.ts';
import { type NumberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { type BandNames, fitBandNames } from '../../plot/axes/band-names.tsx';
import type { Span } from '../../plot/axes/scale.ts';
import { fittingTicks, percentTicksOf, tickSpacing, ticksOf } from '../../plot/axes/ticks.ts';
import {
  layoutPanels,
  type Panel,
  type Panels,
  panelAt,
  panelColumns,
  panelEntries,
  panelLabels,
  plotsOf,
  widthOfPanels,
} from '../../plot/panels.ts';
import type { Rect } from '../../plot/place-labels.ts';
import type { FrameOptions, TickMaker } from '../../plot/plot-frame.ts';
import type { Wanted } from '../../plot/printed-size.ts';
import { checkRoom } from '../../plot/room.ts';
import { panelsHeight } from '../../plot/screen-size.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { type Typeface, typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { fitLeftNames, type LeftNames } from './bar-names.ts';
import { type Bar, bandOf, barAt, barRect } from './bar-places.ts';
import { fitValues, placeValues, roomForValues, type ValueText } from './bar-values.ts';
import { type BarsData, colourOf, legendOfBars, readBars, valueAxis } from './bars-data.ts';

export interface BarsLayout extends ItemLayout {
  panels: Panels;
  /** The bars of one colour in one panel. */
  fills: readonly { key: string; colour: string; rects: readonly Rect[] }[];
  /** By item. */
  rects: readonly Rect[];
  /** Bars of a colour of their own, which may be as pale as the ground, have a line around them. */
  outlined: boolean;
  horizontal: boolean;
  /** The line from which bars run both ways, where it is not the edge of the plot. */
  zero: boolean;
  /** Where a dashed line crosses the bars. */
  limit: number | null;
  values: readonly ValueText[];
  valueTypeface: Typeface;
  /** Names left of the axis, or below the axis of each panel. */
  left: LeftNames | null;
  below: readonly BandNames[];
  /** What the table calls the bars of each panel. */
  keys: readonly (readonly string[])[];
  italic: boolean;
}

/** Lines of text that a horizontal bar takes on screen at least. */
const LINES_PER_BAR = 1.5;
const AROUND = 90;
const ROW_MAX = 1600;
/** What the bars of a label, and one bar of several, take in print at most, in the size of the text. */
const BAND_WIDE = 3;
const BAR_WIDE = 1.6;
/** Names at the left take at most this share of the width. */
const NAMES_SHARE = 0.4;
const VALUE_SIZE = 0.9;
/** Room of a tick, in the size of the text. */
const TICKS_ACROSS = 4;
const TICKS_UPRIGHT = 3.5;

export function screenHeight(data: FigureData, width: number): number {
  const { facets, placed, horizontal } = readBars(data);
  const panels = panelsHeight(data.style, width, facets.names.length);
  if (!horizontal) return panels;
  const rows = Math.ceil(facets.names.length / panelColumns(facets.names.length, width));
  const most = Math.max(...placed.labels.map((list) => list.length));
  return Math.max(panels, rows * Math.min(most * typefaceOf(data.style).size * LINES_PER_BAR + AROUND, ROW_MAX));
}

/**
 * Bars side by side or stacked, running right or up; negative values run the other way. Table `bars`, a row per bar in display
 * order; columns `label`, `value`, optionally `group`, `facet`, `colour` (of the bar alone), and `limit`: where a dashed line crosses the bars, one value in all rows. Without
 * groups the style's `up_color` and `down_color` tell signs.
 */
export function layout(data: FigureData, size: Size): BarsLayout {
  const bars = readBars(data);
  const { horizontal, placed } = bars;
  const axis = valueAxis(bars, data.style);
  const outside = placed.bars.filter(({ to }) => axis.hides(to)).length;
  const { panels, values, ...names } = arrange(data, bars, axis, size);
  checkRoom(panels.frame, plotsOf(panels));
  const rects = placed.bars.map((bar) => barRect(bar, panels.panels[bar.facet] as Panel, horizontal));
  const texts = placeValues(values.texts.length === 0 ? [] : placed.bars, values, {
    panels: panels.panels,
    horizontal,
    colours: placed.bars.map(({ row }) => colourOf(bars, row)),
    limit: bars.limit,
    axis,
  });
  const colours = [...new Set(bars.own ?? bars.groups.map(({ colour }) => colour))];
  const fills = panels.panels.flatMap((_, facet) =>
    colours.map((colour) => ({
      key: `${facet} ${colour}`,
      colour,
      rects: rects.filter((_, i) => placed.bars[i]?.facet === facet && colourOf(bars, placed.bars[i]?.row as number) === colour),
    })),
  );
  return {
    ...size,
    ...names,
    wanted: wantedOf(bars, panels, size, typefaceOf(data.style)),
    frame: panels.frame,
    panels,
    fills,
    rects,
    outlined: bars.own !== null,
    horizontal,
    zero: axis.span[0] < 0 && axis.span[1] > 0,
    limit: bars.limit === null || axis.hides(bars.limit) ? null : bars.limit,
    axes: horizontal ? { x: axis.controls } : { y: axis.controls },
    movable: panelLabels(panels),
    entries: [
      ...panels.frame.legend.named,
      ...axisEntries(placed.labels.flat(), data.style),
      ...panelEntries(panelLabels(panels), data.style),
    ],
    keys: placed.labels,
    values: texts,
    valueTypeface: values.typeface,
    italic: isItalic(data),
    ...itemsOf(data, bars, panels.panels, rects),
    note: noteOf(bars, values.texts.length - texts.length) + outsideNote(outside, '根柱子', axis),
  };
}

/** Few bars are not thick: as high or wide a figure as they take at most. */
function wantedOf(
  { horizontal, placed, groups, membership, stacked }: BarsData,
  panels: Panels,
  size: Size,
  { size: line }: Typeface,
): Wanted {
  const abreast = stacked || membership === null ? 1 : groups.length;
  const band = line * Math.max(BAND_WIDE, abreast * BAR_WIDE);
  if (!horizontal)
    return {
      width: widthOfPanels(
        panels,
        size.width,
        placed.labels.map((list) => list.length * band),
      ),
    };
  const rows = new Set(panels.panels.map(({ plot }) => plot.y)).size;
  const most = Math.max(...placed.labels.map((list) => list.length));
  const high = panels.panels[0]?.plot.height ?? 0;
  return { height: size.height - rows * Math.max(0, high - most * band) };
}

/** What is told of each bar. */
function itemsOf(
  data: FigureData,
  bars: BarsData,
  panels: readonly Panel[],
  rects: readonly Rect[],
): Omit<ItemLayout, 'note' | 'frame' | keyof Size> {
  const { horizontal, labels, membership, values, facets, write } = bars;
  const all = bars.placed.bars;
  const labelOf = (item: number) => labels[all[item]?.row ?? 0] ?? '';
  return {
    items: '图中的条',
    stops: [...all.keys()],
    hit: (at) => {
      const facet = panelAt(panels, at);
      return facet === null ? null : barAt(all, facet, panels[facet] as Panel, horizontal, at);
    },
    anchor: (item) => {
      const { x, y, width, height } = rects[item] as Rect;
      return { x: x + (horizontal ? width : width / 2), y: y + (horizontal ? height / 2 : 0) };
    },
    describe: (item): ItemText => {
      const { row, facet } = all[item] as Bar;
      const panel = facets.names[facet] ?? '';
      const value = ['数值', write(values[row] as number)] as const;
      return {
        name: labelOf(item),
        italic: isItalic(data),
        tag: membership?.[row] ?? '',
        rows: panel === '' ? [value] : [['图', panel], value],
      };
    },
    find: (name) => {
      const found = all.findIndex(({ row }) => labels[row]?.toUpperCase() === name.toUpperCase());
      return found === -1 ? null : found;
    },
    named: labelOf,
  };
}

interface Arrangement {
  panels: Panels;
  values: ReturnType<typeof fitValues>;
  left: LeftNames | null;
  below: readonly BandNames[];
}

/** Panels with the names of their bars and room for the numbers. What the names leave hangs on what the axes leave, so panels are laid out several times. */
function arrange(data: FigureData, bars: BarsData, axis: NumberAxis, size: Size): Arrangement {
  const { horizontal, placed, facets } = bars;
  const { style } = data;
  const typeface = typefaceOf(style);
  const most = Math.max(...placed.labels.map((list) => list.length));
  const lay = (span: Span, depth: number, title: string): Panels => {
    const kind = bars.percent ? percentTicksOf : ticksOf;
    const across: TickMaker = (scale, wanted) =>
      fittingTicks(scale, wanted ?? tickSpacing(scale, typeface.size * TICKS_ACROSS), (text) => textWidth(text, typeface), kind);
    const upright: TickMaker = (scale, wanted) => kind(scale, wanted ?? typeface.size * TICKS_UPRIGHT);
    const options: Omit<FrameOptions, 'view'> = {
      ...size,
      titles: horizontal ? { x: '', y: title } : { x: title, y: '' },
      style: horizontal === declaredHorizontal(data) ? style : turnedTitles(data),
      legend: legendOfBars(bars),
      names: horizontal ? { y: depth } : { x: depth },
      log: horizontal ? { x: axis.log } : { y: axis.log },
      ticks: horizontal ? { x: across } : { y: upright },
    };
    const spans = facets.names.map((name, i) => ({ name, x: horizontal ? span : ([0.5, (placed.labels[i]?.length ?? 0) + 0.5] as const) }));
    return layoutPanels({ ...options, view: horizontal ? { x: span, y: [most + 0.5, 0.5] } : { x: [0, 1], y: span } }, spans);
  };
  const names = fitNames(data, bars, size, lay(axis.span, 0, ''));
  const named = lay(axis.span, names.depth, names.title);
  const [panel] = named.panels as [Panel];
  const small = { ...typeface, size: typeface.size * VALUE_SIZE };
  const texts = styleFlag(style, 'show_values', false) ? placed.bars.map(({ row }) => bars.write(bars.values[row] as number)) : [];
  const written = texts.length === 0 ? [] : placed.bars;
  const narrowest = named.panels.reduce((least, one) => (bandOf(one, horizontal) < bandOf(least, horizontal) ? one : least), panel);
  const values = fitValues(written, texts, narrowest, horizontal, small);
  const span = roomForValues(axis, written, values, horizontal ? panel.plot.width : panel.plot.height, horizontal);
  return { panels: span === axis.span ? named : lay(span, names.depth, names.title), values, left: names.left, below: names.below };
}

/** Names of the bars in the room of a layout without them; where they would be too small, the axis says how many there are. */
function fitNames(data: FigureData, { placed, horizontal }: BarsData, size: Size, bare: Panels) {
  const say = sayIn(data.style);
  const typeface = typefaceOf(data.style);
  const band = Math.min(...bare.panels.map((panel) => bandOf(panel, horizontal)));
  const written = placed.labels.map((list) => list.map((label) => say(label)));
  const count = Math.max(...placed.labels.map((list) => list.length));
  const counted = say(COUNTED[subjectOf(data.figure, data.words)], { n: formatCount(count) });
  if (horizontal) {
    const left = fitLeftNames(written[0] ?? [], band, size.width * NAMES_SHARE, typeface, isItalic(data));
    return { left, below: [], depth: left.width, title: left.texts.length === 0 ? counted : '' };
  }
  // Together, so that one panel's names are not turned while another's are not.
  const fitted = fitBandNames(written.flat(), band, size.height, typeface);
  let start = 0;
  const below = written.map((list): BandNames => {
    start += list.length;
    return { ...fitted, texts: fitted.texts.slice(start - list.length, start) };
  });
  return { left: null, below, depth: fitted.depth, title: fitted.way === 'none' ? counted : '' };
}

function isItalic({ figure, words }: FigureData): boolean {
  return subjectOf(figure, words) === 'gene';
}

function declaredHorizontal({ figure }: FigureData): boolean {
  const direction = figure.style.bar_direction;
  return direction?.kind === 'choice' && direction.default === 'horizontal';
}

/** Titles that a tool gave its axes go with the values when the bars are turned; what the user wrote stays where it was written. */
function turnedTitles({ figure, style }: FigureData): FigureStyle {
  const own = (axis: 'axis_title_x' | 'axis_title_y') => {
    const field = figure.style[axis];
    return styleText(style, axis, '') === (field?.kind === 'text' ? (field.default ?? '') : '');
  };
  if (!own('axis_title_x') || !own('axis_title_y')) return style;
  return { ...style, axis_title_x: styleText(style, 'axis_title_y', ''), axis_title_y: styleText(style, 'axis_title_x', '') };
}

function noteOf({ values, placed }: BarsData, unwritten: number): string {
  const missing = values.length - placed.bars.length;
  return [
    missing === 0 ? '' : `有 ${formatCount(missing)} 个数值缺失或不是有限的数，没有画。`,
    unwritten === 0 ? '' : `有 ${formatCount(unwritten)} 个数值写不下，没有写出；加大图的尺寸可以写出更多。`,
  ].join('');
}
