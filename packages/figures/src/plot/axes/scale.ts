/** A closed interval of data values. */
export type Span = readonly [number, number];

export interface Scale {
  (value: number): number;
  domain: Span;
  range: Span;
  invert: (pixel: number) => number;
  /** Equal ways are equal ratios. */
  log?: true;
}

/** A linear map from data to pixels. A domain without width is widened, so that a single value stands in the middle. */
export function linearScale(domain: Span, range: Span): Scale {
  const [low, high] = domain[0] === domain[1] ? [domain[0] - 0.5, domain[1] + 0.5] : domain;
  const slope = (range[1] - range[0]) / (high - low);
  const scale = (value: number) => range[0] + (value - low) * slope;
  return Object.assign(scale, { domain: [low, high] as const, range, invert: (pixel: number) => low + (pixel - range[0]) / slope });
}

/** What has no logarithm stands so many lengths of the axis before its beginning: nothing of it is seen, and nothing is infinite. */
const FAR = 4;

/** A map from positive values to pixels whose equal ways are equal ratios. */
export function logScale(domain: Span, range: Span): Scale {
  const powers = linearScale([Math.log10(domain[0]), Math.log10(domain[1])], range);
  const nowhere = range[0] - FAR * (range[1] - range[0]);
  const scale = (value: number) => (value <= 0 ? nowhere : powers(Math.log10(value)));
  return Object.assign(scale, {
    domain: [10 ** powers.domain[0], 10 ** powers.domain[1]] as const,
    range,
    invert: (pixel: number) => 10 ** powers.invert(pixel),
    log: true as const,
  });
}

/** A pixel of a scale, or the end of the axis beyond which it would lie. */
export function withinScale({ range }: Scale, pixel: number): number {
  return Math.min(Math.max(pixel, Math.min(...range)), Math.max(...range));
}

/** Smallest and largest finite value; null when there is none. */
export function spanOf(values: Float64Array): Span | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

/** Widens a span by a share of its width on both sides. */
export function padSpan([low, high]: Span, share: number): Span {
  const pad = (high - low || 1) * share;
  return [low - pad, high + pad];
}

/** −m to m, so that up and down are comparable by eye. */
export function symmetricSpan(span: Span | null, atLeast: number): Span {
  const reach = Math.max(Math.abs(span?.[0] ?? 0), Math.abs(span?.[1] ?? 0), atLeast) * 1.08;
  return [-reach, reach];
}
