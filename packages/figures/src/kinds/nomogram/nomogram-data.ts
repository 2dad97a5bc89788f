import { ChartDataError, numbersOf, optionalTexts, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { type Span, spanOf } from '../../plot/axes/scale.ts';
import { isScale, type LabelKind } from './tick-labels.ts';

const KINDS = ['points', 'variable', 'total', 'linear', 'probability'] as const;
type AxisKind = (typeof KINDS)[number];

interface AxisTick {
  label: string;
  /** Points, or total points. */
  position: number;
}

/** What the worked example says on an axis. */
interface ExampleMark {
  position: number;
  value: string;
}

export interface NomogramAxis {
  name: string;
  kind: AxisKind;
  /** From left to right. */
  ticks: readonly AxisTick[];
  labels: LabelKind;
  example: ExampleMark | null;
}

export interface NomogramData {
  axes: readonly NomogramAxis[];
  /** Of the points, and of the total points. */
  spans: { points: Span; total: Span };
  hasExample: boolean;
  /** Axes that have no tick. */
  empty: number;
}

const isKind = (text: string): text is AxisKind => (KINDS as readonly string[]).includes(text);
/** Do positions on it count points of one variable, not of all? */
export const isOfPoints = ({ kind }: Pick<NomogramAxis, 'kind'>): boolean => kind === 'points' || kind === 'variable';
const isNumber = (label: string) =>
  label.trim() !== '' && Number.isFinite(Number(label.replaceAll('−', '-').replaceAll(',', '').replace('%', '')));

function labelKindOf(ticks: readonly AxisTick[]): LabelKind {
  if (!ticks.every(({ label }) => isNumber(label))) return 'names';
  return isScale(ticks.map(({ position }) => position)) ? 'scale' : 'values';
}

function examplesOf({ figure: { columns }, tables }: FigureData): Map<string, ExampleMark> {
  const table = tables.example;
  if (table === undefined) return new Map();
  const [names, positions] = [textsOf(table, columns.axis), numbersOf(table, columns.position)];
  const values = optionalTexts(table, columns.value);
  const rows = [...names.keys()].filter((row) => Number.isFinite(positions[row]));
  return new Map(rows.map((row) => [names[row] as string, { position: positions[row] as number, value: values?.[row] ?? '' }]));
}

/** Positions of the axes of one kind, ticks and example together. */
function spanFor(axes: readonly NomogramAxis[]): Span {
  const all = axes.flatMap(({ ticks, example }) => [
    ...ticks.map(({ position }) => position),
    ...(example === null ? [] : [example.position]),
  ]);
  const [low, high] = spanOf(Float64Array.from(all)) ?? [0, 1];
  return low === high ? [low, low + 1] : [low, high];
}

/** The axes of a nomogram in the order of the table. Throws `ChartDataError` where none has a tick. */
export function nomogramDataOf(data: FigureData): NomogramData {
  const { columns } = data.figure;
  const [axes, ticks] = [tableOf(data.tables, 'axes'), tableOf(data.tables, 'ticks')];
  const [names, kinds] = [textsOf(axes, columns.axis), textsOf(axes, columns.kind)];
  const [of, labels, positions] = [textsOf(ticks, columns.axis), textsOf(ticks, columns.tick), numbersOf(ticks, columns.position)];
  const examples = examplesOf(data);
  const all = [...new Set(names)].map((name): NomogramAxis => {
    const kind = kinds[names.indexOf(name)] ?? '';
    if (!isKind(kind))
      throw new ChartDataError(`列线图的轴「${name.slice(0, 20)}」的种类「${kind.slice(0, 20)}」不认识，只能是 ${KINDS.join('、')}`);
    const own = [...of.keys()].filter((row) => of[row] === name && Number.isFinite(positions[row]));
    const placed = own.map((row) => ({ label: labels[row] as string, position: positions[row] as number }));
    const known = placed.toSorted((a, b) => a.position - b.position);
    return { name, kind, ticks: known, labels: labelKindOf(known), example: examples.get(name) ?? null };
  });
  const drawn = all.filter((axis) => axis.ticks.length > 0);
  if (drawn.length === 0) throw new ChartDataError('没有可画的列线图：没有一条轴有刻度');
  return {
    axes: drawn,
    spans: { points: spanFor(drawn.filter(isOfPoints)), total: spanFor(drawn.filter((axis) => !isOfPoints(axis))) },
    hasExample: drawn.some(({ example }) => example !== null),
    empty: all.length - drawn.length,
  };
}
