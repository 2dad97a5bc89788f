import { formatCount } from '@oncoloom/tool-kit';
import { styleSize, styleText } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { linearScale, padSpan, spanOf } from '../../plot/axes/scale.ts';
import { ticksOf } from '../../plot/axes/ticks.ts';
import { scaleOf, usableScale } from '../../plot/colour-scale.ts';
import type { LegendEntry } from '../../plot/legend-layout.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { type AxesFrame, layoutFrame, type PlotFrame, ticksFor } from '../../plot/plot-frame.ts';
import { lineValues, referenceLines } from '../../plot/reference-lines.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { shorten } from '../../text/axis-titles.ts';
import { type Say, sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import { geneNames, heatOf, keyWidth, type RiskHeat } from './heat.ts';
import { itemsOf } from './items.ts';
import { type Patients, type RiskData, riskDataOf } from './risk-data.ts';

type Place = readonly [x: number, y: number];

/** Points of one look. */
export interface PointLayer {
  /** What the tables call it; of the states: `存活`, `死亡`. */
  name: string;
  colour: string;
  symbol: 'circle' | 'triangle';
  places: readonly Place[];
}

export interface RiskPlotLayout extends ItemLayout {
  /** The panel of the scores and that of the times, from above. */
  panels: { score: AxesFrame; time: AxesFrame };
  titles: readonly { text: string; x: number; y: number }[];
  scores: readonly PointLayer[];
  times: readonly PointLayer[];
  radius: number;
  /** Where patients pass the cut-off, and the cut-off itself with its name. */
  cut: { across: number; at: number; label: { text: string; x: number; y: number; align: 'start' | 'end' } | null } | null;
  heat: RiskHeat | null;
  /** The axis of the patients, below everything. */
  foot: AxesFrame;
}

/** Between two panels, in the size of the text: the numbers of both keep off each other. */
const GAP = 0.95;
/** A legend beside the panels ends over the key of the cells. */
const BESIDE = 0.42;
const EDGE = 12;
/** Shares of the plot's height of the scores and of the times, where there are genes and where not. */
const SHARES = { score: 0.27, time: 0.33, alone: 0.45 };
/** A row of few genes is no higher. */
const ROW_MAX = 24;
const TICK_ROOM = 30;
/** Names of genes take at most this share of the width. */
const NAMES_SHARE = 0.24;
const RADIUS = { least: 1.1, most: 3.4, share: 0.55 };
const STATES = [
  { name: '存活', value: 0, symbol: 'circle' },
  { name: '死亡', value: 1, symbol: 'triangle' },
] as const;

interface Parts {
  score: Rect;
  time: Rect;
  heat: Rect | null;
}

/** Heights of the parts, from above; few genes leave their room to the points. */
function partsOf({ plot, typeface }: PlotFrame, genes: number): Parts {
  const gap = typeface.size * GAP;
  const free = plot.height - gap * (genes > 0 ? 2 : 1);
  const heatHeight = genes > 0 ? Math.min(free * (1 - SHARES.score - SHARES.time), genes * ROW_MAX) : 0;
  const upper = free - heatHeight;
  const first = genes > 0 ? upper * (SHARES.score / (SHARES.score + SHARES.time)) : upper * SHARES.alone;
  const score = { ...plot, height: first };
  const time = { ...plot, y: plot.y + first + gap, height: upper - first };
  return { score, time, heat: genes > 0 ? { ...plot, y: time.y + time.height + gap, height: heatHeight } : null };
}

function legendEntries({ groups, patients }: RiskData, colours: ReadonlyMap<string, string>): LegendEntry[] {
  const states = STATES.map(
    ({ name, value, symbol }): LegendEntry => ({
      label: name,
      colour: colours.get(name) ?? MARK.ink,
      count: formatCount(patients.status.filter((status) => status === value).length),
      mark: symbol,
    }),
  );
  return [
    ...groups.map(({ name, colour, count }): LegendEntry => ({ label: name, colour, count: formatCount(count), mark: 'square' })),
    ...states,
  ];
}

/** The line of the cut-off, its name above it at the left, where scores are low. */
function cutOf(
  at: number | undefined,
  label: string,
  patients: Patients,
  frame: PlotFrame,
  score: AxesFrame,
  say: Say,
): RiskPlotLayout['cut'] {
  if (at === undefined) return null;
  const below = patients.score.filter((value) => value <= at).length;
  const { typeface } = frame;
  const y = score.y(at);
  const text = say(label);
  const fits = textWidth(text, typeface) <= score.plot.width - 8;
  const above = y - 4 - typeface.size >= score.plot.y;
  const align = above ? 'start' : 'end';
  const x = above ? score.plot.x + 5 : score.plot.x + score.plot.width - 4;
  return {
    across: frame.x(below + 0.5),
    at: y,
    label: text !== '' && fits ? { text, x, y: above ? y - 4 : y + typeface.size, align } : null,
  };
}

export function screenHeight({ style }: FigureData, width: number): number {
  return heightFor(style, width);
}

/** Points of the times by state, or of the scores by group. */
function layersOf(
  looks: readonly { name: string; colour: string; symbol: PointLayer['symbol'] }[],
  of: (patient: number) => string,
  placeOf: (patient: number) => Place,
  count: number,
): PointLayer[] {
  const all = Array.from({ length: count }, (_, i) => i);
  return looks.map((look) => ({
    ...look,
    places: all
      .filter((i) => of(i) === look.name)
      .map(placeOf)
      .filter(([, y]) => Number.isFinite(y)),
  }));
}

/**
 * Risk score, survival and the genes of a model over the same patients, the lowest score left. Tables `patients` (columns `patient`, `score`,
 * `time`, `status`: 1 dead, 0 alive, optionally `group`), optionally `cells` (a row per gene: column `gene`, then one column per patient,
 * named as in `patients`; z values), `scale` (one row: title, low, high, middle; see colour-scale.ts) and `lines` (see reference-lines.ts: one
 * `horizontal` line is the cut-off). The word `unit_word` is the unit of time. Style: `low_risk_color`, `high_risk_color` (first and last
 * group), `alive_color`, `dead_color`, `low_color`, `high_color` (of the cells), `point_size`. Throws `ChartDataError` where nobody has a score.
 */
export function layout(data: FigureData, size: Size): RiskPlotLayout {
  const { style, tables, words } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const risk = riskDataOf(data);
  const { patients, cells } = risk;
  const count = patients.names.length;
  const lines = referenceLines(data).filter(({ kind }) => kind === 'horizontal');
  const [cut] = lineValues(lines, 'y');
  const scale = cells === null ? null : usableScale(scaleOf(tables.scale), cells.grid.values);
  const spans = {
    score: padSpan(spanOf(Float64Array.from([...patients.score, ...(cut === undefined ? [] : [cut])])) ?? [0, 1], 0.06),
    time: [0, (spanOf(Float64Array.from(patients.time))?.[1] ?? 1) * 1.05 || 1] as const,
  };
  const stateColours = new Map([
    ['存活', styleText(style, 'alive_color', '#009E73')],
    ['死亡', styleText(style, 'dead_color', '#D55E00')],
  ]);
  const numbers = [spans.score, spans.time].flatMap((span) => ticksOf(linearScale(span, [size.height / 4, 0]), TICK_ROOM));
  const room = size.width * NAMES_SHARE;
  const frameWith = (names: number) =>
    layoutFrame({
      ...size,
      view: { x: [0.5, count + 0.5], y: [0, 1] },
      titles: { x: '患者（按风险评分从低到高）', y: '' },
      style: { ...style, axis_title_y: '' },
      legend: legendEntries(risk, stateColours),
      legendAbove: true,
      legendShare: 0.25,
      ...(scale !== null && { legendBeside: BESIDE }),
      names: { y: Math.max(names, ...numbers.map(({ text }) => textWidth(text, typeface))) + typeface.titleSize * 1.6 },
      ticks: {
        x: (axis, wanted) => ticksOf(axis, wanted ?? typeface.size * 5).filter(({ value }) => Number.isInteger(value) && value >= 1),
      },
      rightAtLeast: scale === null ? EDGE : keyWidth(scale, typeface, say),
    });
  const genes = cells?.genes ?? [];
  const rowHeight = (frame: PlotFrame) => (partsOf(frame, genes.length).heat?.height ?? 0) / Math.max(genes.length, 1);
  const named = geneNames(genes, rowHeight(frameWith(0)), room, typeface);
  const frame = frameWith(named.width);
  const parts = partsOf(frame, genes.length);
  checkRoom(frame, [parts.score, parts.time]);
  const panel = (plot: Rect, span: readonly [number, number], axis: 'score' | 'time'): AxesFrame => {
    const y = linearScale(span, [plot.y + plot.height, plot.y]);
    return {
      plot,
      x: frame.x,
      y,
      xTicks: [],
      yTicks: axis === 'score' ? ticksFor(style, 'y', TICK_ROOM)(y) : ticksOf(y, TICK_ROOM),
      axisWidth: frame.axisWidth,
    };
  };
  const panels = { score: panel(parts.score, spans.score, 'score'), time: panel(parts.time, spans.time, 'time') };
  const groups = risk.groups.length > 0 ? risk.groups : [{ name: '', colour: MARK.ink }];
  const last = parts.heat ?? parts.time;
  const heat: RiskHeat | null =
    cells === null || scale === null || parts.heat === null ? null : heatOf(cells, scale, parts.heat, named, frame, style, say);
  const unit = words.unit_word;
  const writtenTitles = [
    { text: say(styleText(style, 'axis_title_y', '风险评分')), plot: parts.score },
    {
      text:
        unit === undefined || unit === ''
          ? say({ zh: '生存时间', en: 'Survival time' })
          : say({ zh: '生存时间（{unit}）', en: 'Survival time ({unit})' }, { unit: say(unit) }),
      plot: parts.time,
    },
  ];
  const measure = (text: string) => textWidth(text, typeface, 'normal', typeface.titleSize);
  return {
    ...size,
    frame,
    panels,
    titles: writtenTitles.map(({ text, plot }) => ({
      text: shorten(text, plot.height, measure),
      x: typeface.titleSize,
      y: plot.y + plot.height / 2,
    })),
    scores: layersOf(
      groups.map(({ name, colour }) => ({ name, colour, symbol: 'circle' as const })),
      (i) => (risk.groups.length > 0 ? (patients.group[i] as string) : ''),
      (i) => [frame.x(i + 1), panels.score.y(patients.score[i] as number)],
      count,
    ),
    times: layersOf(
      STATES.map(({ name, symbol }) => ({ name, symbol, colour: stateColours.get(name) ?? MARK.ink })),
      (i) => (patients.status[i] === 1 ? '死亡' : patients.status[i] === 0 ? '存活' : ''),
      (i) => [frame.x(i + 1), panels.time.y(patients.time[i] as number)],
      count,
    ),
    radius: styleSize(style, 'point_size', Math.min(Math.max((frame.plot.width / count) * RADIUS.share, RADIUS.least), RADIUS.most)),
    cut: cutOf(cut, lines[0]?.label ?? '', patients, frame, panels.score, say),
    heat,
    foot: { ...frame, plot: last, yTicks: [] },
    axes: {},
    ...itemsOf(risk, frame, panels, heat),
    note: noteOf(risk, named.texts.length),
  };
}

function noteOf({ left, cells }: RiskData, named: number): string {
  return [
    left.score > 0 ? `有 ${formatCount(left.score)} 位患者没有风险评分，没有画。` : '',
    left.survival > 0 ? `有 ${formatCount(left.survival)} 位患者没有生存时间或状态，只画了评分和基因。` : '',
    cells !== null && cells.unknown > 0 ? `有 ${formatCount(cells.unknown)} 位患者没有基因的数值，画成灰色。` : '',
    cells !== null && named === 0 ? `${formatCount(cells.genes.length)} 个基因的名字写不下；把图加高，或指着格子看。` : '',
  ].join('');
}
