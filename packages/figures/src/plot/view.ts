import type { Span } from './axes/scale.ts';

/** The part of the data that the plot shows. */
export interface View {
  x: Span;
  y: Span;
}

/** Deepest zoom: a four-hundredth of the whole. */
const SMALLEST_SHARE = 1 / 400;

function shift([low, high]: Span, home: Span): Span {
  const width = high - low;
  const start = Math.min(Math.max(low, home[0]), home[1] - width);
  return [start, start + width];
}

function zoomSpan([low, high]: Span, home: Span, factor: number, centre: number): Span {
  const whole = home[1] - home[0];
  const width = Math.min(whole, Math.max((high - low) / factor, whole * SMALLEST_SHARE));
  const share = (centre - low) / (high - low);
  const start = centre - share * width;
  return shift([start, start + width], home);
}

/** Zooms by `factor` (above 1: closer) around a data point that keeps its place; never shows more than `home`. */
export function zoomView(view: View, home: View, factor: number, centre: { x: number; y: number }): View {
  return { x: zoomSpan(view.x, home.x, factor, centre.x), y: zoomSpan(view.y, home.y, factor, centre.y) };
}

/** Moves the view by data units, stopping at the edges of `home`. */
export function panView(view: View, home: View, by: { x: number; y: number }): View {
  return {
    x: shift([view.x[0] + by.x, view.x[1] + by.x], home.x),
    y: shift([view.y[0] + by.y, view.y[1] + by.y], home.y),
  };
}

/** Is more than rounding hidden? */
export function isZoomed(view: View, home: View): boolean {
  return view.x[1] - view.x[0] < (home.x[1] - home.x[0]) * 0.999 || view.y[1] - view.y[0] < (home.y[1] - home.y[0]) * 0.999;
}
