import { ChartDataError, numbersOf, optionalTexts, textsOf } from '../data/table.ts';
import type { FigureData } from '../data/types.ts';
import type { Say } from '../text/language.ts';
import { textWidth } from '../text/measure.ts';
import { freeBox, placesAlong } from './free-place.ts';
import { MARK } from './marks.ts';
import type { Rect } from './place-labels.ts';
import type { AxesFrame, LegendEntry, PlotFrame } from './plot-frame.ts';

const KINDS = ['vertical', 'horizontal', 'diagonal'] as const;
type LineKind = (typeof KINDS)[number];

/** A line that says where something lies: a value of an axis, or where both axes have one value. */
export interface ReferenceLine {
  kind: LineKind;
  /** NaN of a diagonal. */
  at: number;
  label: string;
}

/** A text beside its line. */
export interface LineLabel {
  text: string;
  x: number;
  y: number;
}

const isKind = (text: string): text is LineKind => (KINDS as readonly string[]).includes(text);

/** The rows of the table `lines`, where there is one: columns `line` (`vertical`, `horizontal` or `diagonal`), `at`, optionally `line_label`. */
export function referenceLines({ figure: { columns }, tables }: Pick<FigureData, 'figure' | 'tables'>): ReferenceLine[] {
  const table = tables.lines;
  if (table === undefined) return [];
  const kinds = textsOf(table, columns.line);
  const at = columns.at === undefined ? null : numbersOf(table, columns.at);
  const labels = optionalTexts(table, columns.line_label);
  return kinds.flatMap((kind, row): ReferenceLine[] => {
    if (!isKind(kind)) throw new ChartDataError(`参考线的种类「${kind.slice(0, 20)}」不认识，只能是 ${KINDS.join('、')}`);
    const value = at?.[row] ?? Number.NaN;
    return kind === 'diagonal' || Number.isFinite(value) ? [{ kind, at: value, label: labels?.[row] ?? '' }] : [];
  });
}

/** Values of an axis at which lines stand: it shows them. */
export function lineValues(lines: readonly ReferenceLine[], axis: 'x' | 'y'): number[] {
  return lines.filter(({ kind }) => kind === (axis === 'x' ? 'vertical' : 'horizontal')).map(({ at }) => at);
}

/** Points of a diagonal: straight where both axes are linear. */
const DIAGONAL = 60;

function diagonalPath({ x, y }: AxesFrame): string {
  const low = Math.max(x.domain[0], y.domain[0]);
  const high = Math.min(x.domain[1], y.domain[1]);
  if (low >= high) return '';
  const steps = x.log === true || y.log === true ? DIAGONAL : 1;
  const places = Array.from({ length: steps + 1 }, (_, i) => low + ((high - low) * i) / steps);
  return `M${places.map((value) => `${x(value).toFixed(2)},${y(value).toFixed(2)}`).join('L')}`;
}

/** A line within the plot as a path; empty where it lies beyond. */
export function linePath({ kind, at }: ReferenceLine, frame: AxesFrame): string {
  const { plot, x, y } = frame;
  if (kind === 'diagonal') return diagonalPath(frame);
  const scale = kind === 'vertical' ? x : y;
  if (at < scale.domain[0] || at > scale.domain[1]) return '';
  return kind === 'vertical' ? `M${x(at)},${plot.y}V${plot.y + plot.height}` : `M${plot.x},${y(at)}H${plot.x + plot.width}`;
}

/** Places along the upright and level lines: a legend keeps off them. */
export function alongLines(lines: readonly ReferenceLine[], { plot, x, y }: AxesFrame): (readonly [number, number])[] {
  const ends = lines.flatMap(({ kind, at }): (readonly [number, number])[][] => {
    if (kind === 'vertical')
      return [
        [
          [x(at), plot.y],
          [x(at), plot.y + plot.height],
        ],
      ];
    return kind === 'horizontal'
      ? [
          [
            [plot.x, y(at)],
            [plot.x + plot.width, y(at)],
          ],
        ]
      : [];
  });
  return placesAlong(ends);
}

/** Lines across and aslant stand in the legend. */
export function lineEntries(lines: readonly ReferenceLine[]): LegendEntry[] {
  const named = lines.filter(({ kind, label }) => kind !== 'vertical' && label !== '');
  return named.map(({ label }) => ({ label, colour: MARK.threshold, count: '', mark: 'dashes' }));
}

const GAP = 4;
const LINE = 1.3;
/** Lines of text from the top of the plot in which a label may stand, and places within each: rows of a figure leave gaps of their own. */
const ROWS = 24;
const PLACES = 4;

/**
 * Labels of upright lines near the top of the plot, beside their lines, off each other and where they can off what is drawn.
 *
 * @param blocked Where no label may stand. @param places Of what is drawn. @returns The labels, and how many had no place.
 */
export function placeLineLabels(
  lines: readonly ReferenceLine[],
  frame: PlotFrame,
  blocked: readonly Rect[],
  places: readonly (readonly [number, number])[],
  say: Say,
): { labels: LineLabel[]; unplaced: number } {
  const { plot, typeface, x } = frame;
  const height = typeface.size * LINE;
  const taken = [...blocked];
  const labels: LineLabel[] = [];
  const named = lines.filter((line) => line.kind === 'vertical' && line.label !== '' && linePath(line, frame) !== '');
  const others = named.map(({ at }) => ({ x: x(at) - 1, y: plot.y, width: 2, height: plot.height }));
  for (const [i, { at, label }] of named.entries()) {
    const text = say(label);
    const width = textWidth(text, typeface);
    const boxes = Array.from({ length: ROWS * PLACES }, (_, place) =>
      [x(at) + GAP, x(at) - GAP - width].map((left): Rect => ({ x: left, y: plot.y + (height * place) / PLACES, width, height })),
    ).flat();
    const inside = boxes.filter((box) => box.x >= plot.x && box.x + width <= plot.x + plot.width && box.y + height <= plot.y + plot.height);
    const box = freeBox(inside, [...taken, ...others.filter((_, k) => k !== i)], places, 2) ?? freeBox(inside, taken, places, 2);
    if (box === null) continue;
    taken.push(box);
    labels.push({ text, x: box.x, y: box.y + height / 2 + typeface.size * 0.35 });
  }
  return { labels, unplaced: named.length - labels.length };
}
