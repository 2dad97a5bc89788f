import type { Facets } from '../../data/facets.ts';
import type { FigureStyle } from '../../data/types.ts';
import { logSpanOf, type NumberAxis, numberAxis } from '../../plot/axes/axis-range.ts';
import { padSpan, type Span, spanOf } from '../../plot/axes/scale.ts';

/** Where boxes stand: categories along the axis of each panel, groups side by side within a category. */
export interface Places {
  /** Categories of each panel in order of first appearance. */
  categories: readonly (readonly string[])[];
  /** Place of each box's category within its panel, from 1. */
  category: Int32Array;
  /** Place of each box's group. */
  group: Int32Array;
  /** Width of one box's room, of a category's 1. */
  slot: number;
  /** From the middle of a category to that of a group. */
  offsets: readonly number[];
}

/** Share of a category that its boxes take; one alone takes less. */
const TAKEN = 0.8;
const TAKEN_ALONE = 0.6;
/** Half of a box's width, as a share of its room, and at most, in pixels. */
const HALF = 0.38;
const HALF_MAX = 28;
/** Points stand within this share of their box's width. */
const SPREAD = 0.8;
/** A category is no wider than this, in pixels: boxes that are compared stand near each other. */
const BAND_MAX = 220;

/** Is each category its own group? Then nothing stands beside it, and its name is written below it. */
export const areOwnGroups = (labels: readonly string[], groups: readonly string[] | null): boolean =>
  groups !== null && labels.every((label, row) => label === groups[row]);

export function placesOf(facets: Facets, labels: readonly string[], groups: readonly string[], names: readonly string[]): Places {
  const categories = facets.rows.map((rows) => [...new Set(rows.map((row) => labels[row] as string))]);
  const category = Int32Array.from(labels, (label, row) => (categories[facets.of[row] as number]?.indexOf(label) ?? 0) + 1);
  const group = Int32Array.from(groups, (name) => Math.max(names.indexOf(name), 0));
  const alone = names.length < 2 || areOwnGroups(labels, groups);
  const slot = alone ? TAKEN_ALONE : TAKEN / names.length;
  const offsets = names.map((_, i) => (alone ? 0 : (i - (names.length - 1) / 2) * slot));
  return { categories, category, group, slot, offsets };
}

/** The horizontal span of a panel of so many categories and pixels. */
export function categorySpan(count: number, pixels: number): Span {
  const pad = Math.max(0, (pixels / BAND_MAX - count) / 2);
  return [0.5 - pad, count + 0.5 + pad];
}

/** Pixels of half a box where a category has so many. */
export const halfOf = ({ slot }: Places, band: number): number => Math.min(slot * HALF * band, HALF_MAX);

/** From the middle of its box to the n-th of its points, as a share of half a box: even over any number of them, and always the same. */
export const jitterOf = (n: number): number => (((n * 0.618034) % 1) - 0.5) * 2 * SPREAD;

/** Rows of points by the box that they belong to; points of no box are in none. */
export function pointsOfBoxes(boxes: readonly string[], points: readonly string[]): number[][] {
  const place = new Map(boxes.map((key, i) => [key, i]));
  const rows: number[][] = boxes.map(() => []);
  points.forEach((key, row) => {
    const box = place.get(key);
    if (box !== undefined) rows[box]?.push(row);
  });
  return rows;
}

/** The vertical axis of everything that is drawn, before any bracket. */
export function comparisonAxis(values: readonly Float64Array[], style: FigureStyle): NumberAxis {
  const spans = values.flatMap((column) => spanOf(column) ?? []);
  const own = padSpan(spans.length === 0 ? [0, 1] : [Math.min(...spans), Math.max(...spans)], 0.04);
  return numberAxis(style, 'y', own, logSpanOf(values.flatMap((column) => [...column])));
}
