/** A bracket over two boxes before it has a height. */
export interface Span1D {
  panel: number;
  /** Its two ends in pixels, the left one first. */
  left: number;
  right: number;
  /** Middle and width of its text. */
  middle: number;
  width: number;
}

/** A bracket between two places; its text stands over its middle, within the edges of the plot. */
export function spanBetween(panel: number, ends: readonly [number, number], width: number, edges: readonly [number, number]): Span1D {
  const [left, right] = [Math.min(...ends), Math.max(...ends)];
  const [least, most] = [edges[0] + width / 2, edges[1] - width / 2];
  const middle = least > most ? (edges[0] + edges[1]) / 2 : Math.min(Math.max((left + right) / 2, least), most);
  return { panel, left, right, middle, width };
}

/** Free pixels between two brackets on one height. */
const BETWEEN = 4;
/** From the text to its line, from the line down to the foot of its ends, and from there to the data, in pixels. */
const TEXT_GAP = 3;
const LEG = 4;
const GROUND = 4;

/** Height of a text over its line. @param size Of the text. */
export const textHeight = (size: number): number => size * 0.95 + TEXT_GAP;

/** Height of one bracket with its text. @param size Of the text. */
export const bracketHeight = (size: number): number => textHeight(size) + LEG + GROUND;

function reachOf({ left, right, middle, width }: Span1D): readonly [number, number] {
  return [Math.min(left, middle - width / 2) - BETWEEN / 2, Math.max(right, middle + width / 2) + BETWEEN / 2];
}

/** Short brackets come below long ones. */
function inOrder(spans: readonly Span1D[]): number[] {
  const length = (i: number) => (spans[i]?.right ?? 0) - (spans[i]?.left ?? 0);
  return [...spans.keys()].sort((a, b) => length(a) - length(b) || a - b);
}

/** How many brackets stand over each other at each place, 0 the lowest. In the order of the spans. */
export function levelsOf(spans: readonly Span1D[]): number[] {
  const taken: { panel: number; level: number; left: number; right: number }[] = [];
  const levels = new Array<number>(spans.length).fill(0);
  for (const i of inOrder(spans)) {
    const span = spans[i] as Span1D;
    const [left, right] = reachOf(span);
    const below = taken.filter((one) => one.panel === span.panel && one.left < right && one.right > left);
    const level = Math.max(0, ...below.map((one) => one.level + 1));
    taken.push({ panel: span.panel, level, left, right });
    levels[i] = level;
  }
  return levels;
}

/** A bracket at its place, in pixels. */
export interface PlacedBracket {
  path: string;
  text: string;
  x: number;
  y: number;
  /** The pair, as the style names it. */
  pair: readonly [string, string];
}

/**
 * Heights of the lines of brackets in pixels, in their order: each as near over the data as no other bracket is in its way. Never higher than by
 * `levelsOf` from the highest of the data.
 *
 * @param topOf The highest mark between two places of a panel.
 */
export function linesOf(spans: readonly Span1D[], size: number, topOf: (panel: number, left: number, right: number) => number): number[] {
  const lines = new Array<number>(spans.length).fill(0);
  const placed: { panel: number; left: number; right: number; line: number }[] = [];
  for (const i of inOrder(spans)) {
    const span = spans[i] as Span1D;
    const [left, right] = reachOf(span);
    const below = placed.filter((one) => one.panel === span.panel && one.left < right && one.right > left);
    const line = Math.min(topOf(span.panel, left, right) - LEG - GROUND, ...below.map((one) => one.line - bracketHeight(size)));
    placed.push({ panel: span.panel, left, right, line });
    lines[i] = line;
  }
  return lines;
}

/** The bracket of a span at a height. @param size Of the text. */
export function bracketAt(span: Span1D, line: number, text: string, size: number): Omit<PlacedBracket, 'pair'> {
  const foot = (line + LEG).toFixed(2);
  // Stars stand high above the foot of their line.
  const y = line + (text.startsWith('*') ? size * 0.2 : -TEXT_GAP);
  return { path: `M${span.left.toFixed(2)},${foot}V${line.toFixed(2)}H${span.right.toFixed(2)}V${foot}`, text, x: span.middle, y };
}
