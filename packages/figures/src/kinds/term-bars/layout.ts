import { COLOURS, formatCount } from '@oncoloom/tool-kit';
import { groupsOf, ownColours } from '../../data/groups.ts';
import { ChartDataError, optionalTexts, styleText, tableOf } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { type NumberAxis, numberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { type Span, spanOf, withinScale } from '../../plot/axes/scale.ts';
import type { NamedEntry } from '../../plot/legend-layout.ts';
import type { Rect } from '../../plot/place-labels.ts';
import type { Key } from '../../terms/keys.ts';
import { missingPNote, pScale } from '../../terms/p-scale.ts';
import { type TermItem, termItems } from '../../terms/term-items.ts';
import { layoutRows, type PlacedLine, rowsNote, type TermRows, termEntries, termsHeight } from '../../terms/term-rows.ts';
import { readTerms, type TermTable } from '../../terms/term-table.ts';
import { sayIn } from '../../text/language.ts';
import { plainTitle } from '../../text/title-marks.ts';
import type { ItemLayout } from '../kind.ts';

interface TermBar {
  /** Row of the table. */
  row: number;
  rect: Rect;
  colour: string;
}

export interface TermBarsLayout extends ItemLayout {
  rows: TermRows;
  bars: readonly TermBar[];
  /** Names beside the line of zero, each on the side that its bar leaves free; null where they stand at the left. */
  inside: readonly { line: PlacedLine; x: number; anchor: 'start' | 'end' }[] | null;
}

/** Share of the axis beyond the longest bar. */
const PAD = 0.05;
/** Of a plot whose names stand inside: either side of zero is at least so long. */
const SIDE = 0.45;
const GAP = 6;
/** Of a row. */
const THICK = 0.72;

function termsOf(data: FigureData): TermTable {
  const terms = readTerms(data, tableOf(data.tables, 'terms'));
  if (terms.labels.length === 0) throw new ChartDataError('表里没有一个词条，没有可画的条');
  if (terms.x.every(Number.isNaN)) throw new ChartDataError('词条没有可画的数值');
  return terms;
}

export function screenHeight(data: FigureData, width: number): number {
  const terms = readTerms(data, tableOf(data.tables, 'terms'));
  return termsHeight(data, width, terms.lines.flat().length, terms.panels.names.length);
}

/** From 0 to a little beyond the bars; with room for names on either side of 0 where they stand there. */
function barSpan(x: Float64Array, inside: boolean): Span {
  const [least, most] = spanOf(x) ?? [0, 1];
  const [low, high] = [Math.min(least, 0), Math.max(most, 0)];
  if (low === high) return [0, 1];
  const pad = (high - low) * PAD;
  const span: Span = [low < 0 ? low - pad : 0, high > 0 ? high + pad : 0];
  if (!inside) return span;
  const side = SIDE / (1 - SIDE);
  return [Math.min(span[0], -span[1] * side), Math.max(span[1], -span[0] * side)];
}

interface Fill {
  colourOf: (row: number) => string;
  keys: readonly Key[];
  entries: readonly NamedEntry[];
  missing: number;
}

/** What a term may be, with the style's field of its colour. */
const CHANGES = [
  { change: 'up', name: '上调', field: 'up_color', standard: COLOURS.up },
  { change: 'down', name: '下调', field: 'down_color', standard: COLOURS.down },
  { change: 'none', name: '不显著', field: 'nochange_color', standard: COLOURS.noChange },
] as const;

/** Up, down or not significant, by the colours that the style has for them or that the user gave to their names. */
function fillOfChanges(changes: readonly string[], style: FigureData['style']): Fill {
  const [say, own] = [sayIn(style), ownColours(style)];
  const drawn = CHANGES.filter(({ change }) => changes.includes(change)).map(({ change, name, field, standard }) => ({
    change,
    name,
    label: say(name),
    colour: own.get(name) ?? styleText(style, field, standard),
    mark: 'square' as const,
  }));
  const colours = new Map<string, string>(drawn.map(({ change, colour }) => [change, colour]));
  return {
    colourOf: (row) => colours.get(changes[row] as string) ?? '',
    keys: [{ kind: 'names', title: '', names: drawn.map(({ change: _, ...key }) => key) }],
    entries: drawn.map(({ change: _, ...entry }) => ({ ...entry, count: '', coloured: true })),
    missing: 0,
  };
}

/** Colours by P, else by the change or the class of each row, else by its sign. */
function fillOf({ figure, tables, style, words }: FigureData, terms: TermTable): Fill {
  if (terms.p !== null) {
    const { colourOf, key, missing } = pScale(terms.p, style);
    return { colourOf: (row) => colourOf(terms.p?.[row]), keys: key === null ? [] : [key], entries: [], missing };
  }
  const changes = optionalTexts(tableOf(tables, 'terms'), figure.columns.change);
  if (changes !== null) return fillOfChanges(changes, style);
  const classes = optionalTexts(tableOf(tables, 'terms'), figure.columns.class);
  if (classes === null) {
    const [up, down] = [styleText(style, 'up_color', '#D55E00'), styleText(style, 'down_color', '#0072B2')];
    return { colourOf: (row) => ((terms.x[row] as number) < 0 ? down : up), keys: [], entries: [], missing: 0 };
  }
  const say = sayIn(style);
  const groups = groupsOf(classes, words, style);
  const colours = new Map(groups.map(({ name, colour }) => [name, colour]));
  const entries = groups.map(({ name, label, colour }): NamedEntry => ({ name, label, colour, count: '', coloured: true, mark: 'square' }));
  return {
    colourOf: (row) => colours.get(classes[row] as string) ?? '',
    keys: [{ kind: 'names', title: '', names: groups.map(({ name, colour }) => ({ name, label: say(name), colour, mark: 'square' })) }],
    entries,
    missing: 0,
  };
}

/** Bars that run to both sides, of one comparison, with an axis that leaves both sides free. */
function standsInside({ x, groups }: TermTable, style: FigureData['style']): boolean {
  return (
    groups.names.length === 1 &&
    x.some((value) => value < 0) &&
    x.some((value) => value > 0) &&
    !numberAxis(style, 'x', barSpan(x, true)).chosen
  );
}

/** Where the bar of a row stands in its panel. */
function rectOf(value: number, line: PlacedLine, thick: number, panel: TermRows['panels'][number][number]): Rect {
  const [from, to] = [withinScale(panel.x, panel.x(0)), withinScale(panel.x, panel.x(value))];
  return { x: Math.min(from, to), y: line.y - thick / 2, width: Math.abs(to - from), height: thick };
}

/**
 * Terms as bars from 0 along the lower axis: counts, −log10 P, NES, t. Table `terms`, a row per bar in display order; columns `label` and
 * `x`; optionally `p` (0 to 1: the colour, with its scale), else `change` (up, down, none) or `class` (colours of groups), else the sign gives
 * the colour (`up_color`, `down_color`); `size` (count of genes, told on pointing), `id`, `panel` (parts with rows of their own, one below
 * the other: BP, CC, MF) and `group` (comparisons side by side). Bars of both signs have their names beside the line of 0, each on its
 * free side. Style: `row_order`, `p_colours`, `p_name`.
 */
export function layout(data: FigureData, size: Size): TermBarsLayout {
  const { figure, style } = data;
  const terms = termsOf(data);
  const inside = standsInside(terms, style);
  const axis: NumberAxis = numberAxis(style, 'x', barSpan(terms.x, inside));
  const fill = fillOf(data, terms);
  const title = styleText(style, 'axis_title_x', data.words.value_name ?? figure.columns.x ?? '');
  const rows = layoutRows(data, size, { terms, axis, title, keys: fill.keys, inside });
  const thick = Math.min(...rows.lines.map(({ height }) => height), rows.names.typeface.size * 2.2) * THICK;
  const bars: TermBar[] = [];
  const items: TermItem[] = [];
  rows.lines.forEach((line, place) => {
    for (const row of line.rows) {
      const group = terms.groups.of[row] as number;
      const panel = rows.panels[line.panel]?.[group];
      const value = terms.x[row] as number;
      if (panel === undefined || Number.isNaN(value)) continue;
      const rect = rectOf(value, line, thick, panel);
      bars.push({ row, rect, colour: fill.colourOf(row) });
      items.push({ row, line: place, group, x: rect.x + (value < 0 ? 0 : rect.width), y: line.y });
    }
  });
  const outside = bars.filter(({ row }) => axis.hides(terms.x[row] as number)).length;
  const missing = terms.x.filter(Number.isNaN).length;
  return {
    ...size,
    frame: rows.frame,
    wanted: rows.wanted,
    rows,
    bars,
    inside: inside ? rows.lines.map((line) => besideZero(line, terms, rows)) : null,
    axes: { x: axis.controls },
    entries: [...fill.entries, ...termEntries(terms, style)],
    items: '图中的条',
    ...termItems(data, terms, rows, items, plainTitle(title)),
    note: [
      rowsNote(rows),
      missing > 0 ? `有 ${formatCount(missing)} 个词条的数值缺失或不是有限的数，没有画。` : '',
      missingPNote(fill.missing),
      outsideNote(outside, '根柱子', axis),
    ].join(''),
  };
}

/** A name on the side of 0 that its bar leaves free. */
function besideZero(line: PlacedLine, { x }: TermTable, { panels }: TermRows) {
  const zero = panels[line.panel]?.[0]?.x(0) ?? 0;
  const down = line.rows.some((row) => (x[row] as number) < 0);
  return { line, x: down ? zero + GAP : zero - GAP, anchor: down ? ('start' as const) : ('end' as const) };
}
