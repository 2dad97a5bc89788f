import { formatCount, formatDecimal, formatP } from '@oncoloom/tool-kit';
import { groupsOf } from '../../data/groups.ts';
import { ChartDataError, numbersOf, styleNumber, styleTuples, tableOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData, FigureStyle, Size } from '../../data/types.ts';
import { numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { linearScale, padSpan, type Scale, type Span, spanOf, withinScale } from '../../plot/axes/scale.ts';
import { ticksOf } from '../../plot/axes/ticks.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { type AxesFrame, axisWidthOf, layoutFrame, ticksFor } from '../../plot/plot-frame.ts';
import { checkRoom } from '../../plot/room.ts';
import { heightFor } from '../../plot/screen-size.ts';
import { shorten } from '../../text/axis-titles.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';

export interface RunningSet {
  name: string;
  colour: string;
  /** The running score, left to right. */
  points: readonly (readonly [number, number])[];
  /** Its end that is farthest from zero: the enrichment score. */
  peak: { x: number; y: number; rank: number; score: number };
  hits: readonly { x: number; gene: string; rank: number }[];
  /** Where its hits stand. */
  band: Rect;
}

export interface RunningScoreLayout extends ItemLayout {
  sets: readonly RunningSet[];
  /** The panel of the running score and that of the ranked values, from above. */
  score: AxesFrame;
  ranked: AxesFrame;
  zero: { score: number; ranked: number };
  /** Outline of the ranked values down to zero. */
  metric: readonly (readonly [number, number])[];
  titles: readonly { text: string; x: number; y: number }[];
  lineWidth: number;
  /** A chosen range cuts scores, hits and ranked values. */
  cut: boolean;
}

/** Shares of the plot's height. */
const SCORE_SHARE = 0.56;
const HITS_SHARE = 0.22;
const GAP = 6;
/** Units per tick of the vertical axes: the lower panel is flat. */
const TICK_ROOM = 24;
/** Of the width: a name beyond it is shortened. */
const NAME_SHARE = 0.55;

interface SetRows {
  name: string;
  curve: { rank: Float64Array; score: Float64Array };
  hits: { rank: number; gene: string }[];
}

/** Colours that the table `sets` gives, each after its set's name; what the style says of a name stands above them. */
function ownColours({ figure: { columns }, tables }: FigureData): string[] {
  if (tables.sets === undefined || columns.colour === undefined) return [];
  const [names, colours] = [textsOf(tables.sets, columns.set), textsOf(tables.sets, columns.colour)];
  return names.flatMap((name, i) => [name, colours[i] ?? '']);
}

/** Sets of the table `sets`, or the one of the figure's own row of it; null where there is no such table: all that have a curve. */
function chosenSets({ figure: { columns, row }, tables }: FigureData): readonly string[] | null {
  if (tables.sets === undefined) return null;
  const names = textsOf(tables.sets, columns.set);
  return row === undefined ? names : names.slice(row - 1, row);
}

function setRows(data: FigureData): SetRows[] {
  const {
    figure: { columns },
    tables,
  } = data;
  const curve = tableOf(tables, 'curve');
  const hits = tableOf(tables, 'hits');
  const [sets, rank, score] = [textsOf(curve, columns.set), numbersOf(curve, columns.rank), numbersOf(curve, columns.score)];
  const [hitSets, hitRank, genes] = [textsOf(hits, columns.set), numbersOf(hits, columns.rank), textsOf(hits, columns.label)];
  const chosen = chosenSets(data);
  const drawn = chosen === null ? [...new Set(sets)] : [...new Set(chosen)].filter((name) => sets.includes(name));
  return drawn.map((name) => {
    const rows = [...sets.keys()].filter((row) => sets[row] === name && Number.isFinite(score[row]));
    rows.sort((a, b) => (rank[a] as number) - (rank[b] as number));
    return {
      name,
      curve: { rank: Float64Array.from(rows, (row) => rank[row] as number), score: Float64Array.from(rows, (row) => score[row] as number) },
      hits: [...hitSets.keys()].flatMap((row) =>
        hitSets[row] === name ? [{ rank: hitRank[row] as number, gene: genes[row] as string }] : [],
      ),
    };
  });
}

/** What the test says of each set: 「NES 1.82, FDR 0.004」. */
function testTexts({ figure: { columns }, tables }: FigureData): Map<string, string> {
  const table = tables.sets;
  if (table === undefined) return new Map();
  const names = textsOf(table, columns.set);
  const column = (name: string | undefined) => (name === undefined ? undefined : numbersOf(table, name));
  const [nes, p, padj] = [column(columns.nes), column(columns.p), column(columns.padj)];
  return new Map(
    names.map((name, row) => [
      name,
      [
        ...(nes !== undefined && Number.isFinite(nes[row]) ? [`NES ${formatDecimal(nes[row] as number, 2)}`] : []),
        ...(p !== undefined && Number.isFinite(p[row]) ? [`P ${formatP(p[row] as number)}`] : []),
        ...(padj !== undefined && Number.isFinite(padj[row]) ? [`FDR ${formatP(padj[row] as number)}`] : []),
      ].join(', '),
    ]),
  );
}

export function screenHeight({ style }: FigureData, width: number): number {
  return heightFor(style, width);
}

/** The ranked values as a table may hold them: all, or evenly chosen ones. */
function rankedValues(table: ColumnarTable, columns: Readonly<Record<string, string>>) {
  const [rank, value] = [numbersOf(table, columns.rank), numbersOf(table, columns.metric)];
  const rows = [...rank.keys()].filter((row) => Number.isFinite(value[row]) && Number.isFinite(rank[row]));
  return rows.sort((a, b) => (rank[a] as number) - (rank[b] as number)).map((row) => [rank[row], value[row]] as [number, number]);
}

const frameIn = (plot: Rect, x: Scale, y: Scale, style: FigureStyle, last: boolean): AxesFrame => ({
  plot,
  x,
  y,
  xTicks: last ? ticksFor(style, 'x', 80)(x) : [],
  yTicks: ticksFor(style, 'y', TICK_ROOM)(y),
  axisWidth: axisWidthOf(style),
});

/** The farthest end of a score from zero; of ties the first. */
function peakOf({ rank, score }: SetRows['curve']): { rank: number; score: number } {
  let best = 0;
  for (let i = 1; i < score.length; i += 1) if (Math.abs(score[i] as number) > Math.abs(score[best] as number)) best = i;
  return { rank: rank[best] ?? 0, score: score[best] ?? 0 };
}

function scoreSpan(rows: readonly SetRows[]): Span {
  const all = spanOf(Float64Array.from([0, ...rows.flatMap(({ curve }) => [...curve.score])])) ?? [0, 1];
  return padSpan(all, 0.06);
}

/** Heights of the three parts, from above. */
function partsOf(plot: Rect, sets: number): { score: Rect; hits: Rect; ranked: Rect } {
  const hitsHeight = Math.min(plot.height * HITS_SHARE, sets * 16);
  const scoreHeight = plot.height * SCORE_SHARE + (plot.height * HITS_SHARE - hitsHeight) * 0.6;
  const hits = { ...plot, y: plot.y + scoreHeight + GAP, height: hitsHeight };
  const top = hits.y + hitsHeight + GAP;
  return { score: { ...plot, height: scoreHeight }, hits, ranked: { ...plot, y: top, height: plot.y + plot.height - top } };
}

/** Titles of both panels, each around the middle of its own: whole where they keep off each other and stay on the figure. */
function titlesOf(
  parts: { score: Rect; ranked: Rect },
  texts: readonly [string, string],
  x: number,
  bottom: number,
  measure: (text: string) => number,
) {
  const middle = ({ y, height }: Rect) => y + height / 2;
  const [upper, lower] = [middle(parts.score), middle(parts.ranked)];
  const [first, second] = texts.map((text) => measure(text) / 2) as [number, number];
  const isFree = first + second + GAP <= lower - upper && upper >= first && lower + second <= bottom;
  const fit = (text: string, { height }: Rect) => (isFree ? text : shorten(text, height, measure));
  return [
    { text: fit(texts[0], parts.score), x, y: upper },
    { text: fit(texts[1], parts.ranked), x, y: lower },
  ];
}

/**
 * Running enrichment scores over the ranked genes, the ranks of each set's genes, and the ranked values. Tables `curve` (columns `set`,
 * `rank`, `score`), `hits` (`set`, `rank`, `label`), `ranks` (`rank`, `metric`), optionally `sets` (`set`, `nes`, `p`, `padj`, `colour`): the sets to draw; a figure of
 * one row of it draws that set.
 */
export function layout(data: FigureData, { width, height }: Size): RunningScoreLayout {
  const { figure, tables, style, words } = data;
  const say = sayIn(style);
  const typeface = typefaceOf(style);
  const rows = setRows(data);
  if (rows.length === 0 || rows.every(({ curve }) => curve.score.length === 0))
    throw new ChartDataError('没有可画的基因集：富集曲线是空的');
  const values = rankedValues(tableOf(tables, 'ranks'), figure.columns);
  const last = Math.max(...values.map(([rank]) => rank), ...rows.flatMap(({ curve }) => [...curve.rank.slice(-1)]), 1);
  const groups = groupsOf(
    rows.map(({ name }) => name),
    words,
    { ...style, group_colours: [...ownColours(data), ...styleTuples(style, 'group_colours', 2).flat()] },
  );
  const tests = testTexts(data);
  const axes = { x: numberAxis(style, 'x', [0, last]), y: numberAxis(style, 'y', scoreSpan(rows)) };
  const { span } = axes.x;
  const metricSpan = padSpan(spanOf(Float64Array.from([0, ...values.map(([, value]) => value)])) ?? [-1, 1], 0.05);
  const scores = axes.y.span;
  // Room for the numbers of both panels and for the title before them.
  const numbers = [scores, metricSpan].flatMap((one) => ticksOf(linearScale(one, [0, height / 3]), TICK_ROOM));
  const left = Math.max(...numbers.map(({ text }) => textWidth(text, typeface))) + typeface.titleSize * 1.6;
  const legend = groups.map(({ name, label, colour }) => ({
    label: shorten(label, width * NAME_SHARE, (text) => textWidth(text, typeface)),
    colour,
    count: tests.get(name) ?? '',
    mark: 'line' as const,
  }));
  const frame = layoutFrame({
    width,
    height,
    view: { x: span, y: [0, 1] },
    titles: { x: '基因排序', y: '' },
    style: { ...style, axis_title_y: '' },
    legend,
    legendAbove: true,
    names: { y: left },
  });
  checkRoom(frame);
  const parts = partsOf(frame.plot, rows.length);
  const y = linearScale(scores, [parts.score.y + parts.score.height, parts.score.y]);
  const metricY = linearScale(metricSpan, [parts.ranked.y + parts.ranked.height, parts.ranked.y]);
  const band = parts.hits.height / rows.length;
  const inOrder = groups.flatMap(({ name }) => rows.filter((row) => row.name === name));
  const sets = inOrder.map(({ name, curve, hits }, i): RunningSet => {
    const peak = peakOf(curve);
    return {
      name,
      colour: groups.find((group) => group.name === name)?.colour ?? MARK.ink,
      points: Array.from(curve.rank, (rank, at) => [frame.x(rank), y(curve.score[at] as number)] as const),
      peak: { ...peak, x: withinScale(frame.x, frame.x(peak.rank)), y: withinScale(y, y(peak.score)) },
      hits: hits.filter(({ rank }) => !axes.x.hides(rank)).map(({ rank, gene }) => ({ rank, gene, x: frame.x(rank) })),
      band: { ...parts.hits, y: parts.hits.y + band * i, height: Math.max(band - 2, band * 0.7) },
    };
  });
  const outside = rows.filter(
    ({ curve }) => curve.rank.some((rank) => axes.x.hides(rank)) || curve.score.some((score) => axes.y.hides(score)),
  ).length;
  const titles: readonly [string, string] = [say({ zh: '富集分数', en: 'Enrichment score' }), say({ zh: '排序值', en: 'Ranking metric' })];
  return {
    width,
    height,
    frame,
    sets,
    score: frameIn(parts.score, frame.x, y, style, false),
    ranked: frameIn(parts.ranked, frame.x, metricY, style, true),
    cut: outside > 0 || axes.x.chosen,
    axes: { x: axes.x.controls, y: axes.y.controls },
    zero: { score: withinScale(y, y(0)), ranked: metricY(0) },
    metric: values.map(([rank, value]) => [frame.x(rank), metricY(value)] as const),
    titles: titlesOf(parts, titles, typeface.titleSize, height, (text) => textWidth(text, typeface, 'normal', typeface.titleSize)),
    lineWidth: styleNumber(style, 'line_width', 1.6),
    items: '图中的基因集',
    stops: [...sets.keys()],
    hit: (at) => nearestSet(sets, at),
    anchor: (item) => ({ x: sets[item]?.peak.x ?? 0, y: sets[item]?.peak.y ?? 0 }),
    describe: (item) => {
      const set = sets[item];
      return {
        name: set?.name ?? '',
        italic: false,
        tag: tests.get(set?.name ?? '') ?? '',
        rows: [
          ['富集分数', formatDecimal(set?.peak.score ?? 0, 3)],
          ['峰值位置', formatCount(set?.peak.rank ?? 0)],
          ['命中基因', `${formatCount(set?.hits.length ?? 0)} 个`],
        ],
      };
    },
    find: (name) => {
      const wanted = name.toUpperCase();
      const found = sets.findIndex(
        (set) => set.name.toUpperCase() === wanted || set.hits.some(({ gene }) => gene.toUpperCase() === wanted),
      );
      return found === -1 ? null : found;
    },
    named: (item) => sets[item]?.name ?? '',
    note: outsideNote(outside, '个基因集的曲线', axes.x, axes.y),
  };
}

const REACH = 24;

/** The set whose band is under the pointer, or whose score is nearest to it. */
function nearestSet(sets: readonly RunningSet[], at: { x: number; y: number }): number | null {
  const within = sets.findIndex(
    ({ band }) => at.y >= band.y && at.y <= band.y + band.height && at.x >= band.x && at.x <= band.x + band.width,
  );
  if (within !== -1) return within;
  let [best, distance] = [-1, REACH];
  sets.forEach(({ points }, i) => {
    const after = points.find(([x]) => x >= at.x);
    const gap = after === undefined ? Number.POSITIVE_INFINITY : Math.abs(after[1] - at.y);
    if (gap < distance) [best, distance] = [i, gap];
  });
  return best === -1 ? null : best;
}
