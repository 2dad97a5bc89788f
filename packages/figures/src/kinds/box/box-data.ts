import type { Facets } from '../../data/facets.ts';
import type { FigureStyle } from '../../data/types.ts';
import { logSpanOf, type NumberAxis, numberAxis } from '../../plot/axes/axis-range.ts';
import { padSpan, spanOf } from '../../plot/axes/scale.ts';
import type { Panel } from '../../plot/panels.ts';

/** Five numbers of each box, and whose they are. */
export interface BoxData {
  labels: readonly string[];
  low: Float64Array;
  q1: Float64Array;
  median: Float64Array;
  q3: Float64Array;
  high: Float64Array;
  facets: Facets;
  /** Place within its panel, counted from 1. */
  place: Int32Array;
}

export function placesOf(facets: Facets): Int32Array {
  const place = new Int32Array(facets.of.length);
  for (const rows of facets.rows) {
    rows.forEach((row, i) => {
      place[row] = i + 1;
    });
  }
  return place;
}

/** Points beyond the whiskers, each with the place of its box. */
export interface BoxPoints {
  facet: number[];
  place: number[];
  value: number[];
}

/** Finds each point's box by name within its panel; a point of no box is left out. */
export function boxPoints(boxes: BoxData, labels: readonly string[], facet: readonly string[] | null, values: Float64Array): BoxPoints {
  const key = (name: string, panel: number) => `${panel}\t${name}`;
  const rows = new Map(boxes.labels.map((name, row) => [key(name, boxes.facets.of[row] as number), row]));
  const found: BoxPoints = { facet: [], place: [], value: [] };
  values.forEach((value, i) => {
    const panel = facet === null ? 0 : boxes.facets.names.indexOf(facet[i] as string);
    const row = rows.get(key(labels[i] as string, panel));
    if (row === undefined || !Number.isFinite(value)) return;
    found.facet.push(panel);
    found.place.push(boxes.place[row] as number);
    found.value.push(value);
  });
  return found;
}

/** Are the five numbers of a box there? */
export function isWhole({ low, q1, median, q3, high }: BoxData, row: number): boolean {
  return [low, q1, median, q3, high].every((column) => Number.isFinite(column[row]));
}

/** The vertical axis, which holds every box and point unless the style says otherwise. */
export function boxAxis(boxes: BoxData, points: BoxPoints, style: FigureStyle): NumberAxis {
  const all = Float64Array.from([...boxes.low, ...boxes.high, ...points.value]);
  return numberAxis(style, 'y', padSpan(spanOf(all) ?? [0, 1], 0.04), logSpanOf(all));
}

/** How many boxes and points an axis does not show, or not whole. */
export function outsideOf(boxes: BoxData, points: BoxPoints, axis: NumberAxis): { boxes: number; points: number } {
  return {
    boxes: boxes.labels.filter((_, row) => isWhole(boxes, row) && axis.hides(boxes.low[row] as number, boxes.high[row] as number)).length,
    points: points.value.filter((value) => axis.hides(value)).length,
  };
}

/** Under this many pixels per box an outline would be all that is seen. */
const OUTLINED_FROM = 5;
const CAPPED_FROM = 10;

interface BoxShape {
  /** Half of a box's width in pixels. */
  half: number;
  outlined: boolean;
  /** Half of the width of a whisker's cap; 0 where there is no room. */
  cap: number;
}

/** How a box looks that has so many pixels to itself. */
export function boxShape(band: number): BoxShape {
  const half = Math.min(Math.max(band * (band < OUTLINED_FROM ? 0.42 : 0.34), 0.4), 28);
  return { half, outlined: band >= OUTLINED_FROM, cap: band < CAPPED_FROM ? 0 : half * 0.5 };
}

export interface BoxPaths {
  whiskers: string;
  boxes: string;
  medians: string;
}

/** The boxes `rows` of one panel as three SVG paths: 500 boxes stay three elements. */
export function boxPaths(data: BoxData, rows: readonly number[], panel: Panel, shape: BoxShape): BoxPaths {
  const parts: { whiskers: string[]; boxes: string[]; medians: string[] } = { whiskers: [], boxes: [], medians: [] };
  const round = (pixel: number) => pixel.toFixed(2);
  for (const row of rows) {
    if (!isWhole(data, row)) continue;
    const numbers = [data.low, data.q1, data.median, data.q3, data.high].map((column) => panel.y(column[row] as number));
    const [low, q1, median, q3, high] = numbers.map(round) as [string, string, string, string, string];
    const x = panel.x(data.place[row] as number);
    const [left, right, middle] = [round(x - shape.half), round(x + shape.half), round(x)];
    const cap = shape.cap === 0 ? [] : [low, high].map((end) => `M${round(x - shape.cap)},${end}H${round(x + shape.cap)}`);
    parts.whiskers.push(`M${middle},${low}V${q1}M${middle},${q3}V${high}`, ...cap);
    parts.boxes.push(`M${left},${q1}H${right}V${q3}H${left}Z`);
    parts.medians.push(`M${left},${median}H${right}`);
  }
  return { whiskers: parts.whiskers.join(''), boxes: parts.boxes.join(''), medians: parts.medians.join('') };
}
