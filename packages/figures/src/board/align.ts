import type { Size } from '../data/types.ts';
import type { Sheet } from '../kinds/drawn.tsx';
import type { Rect } from '../plot/place-labels.ts';

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
type Side = (typeof SIDES)[number];
/** Units by which a figure is drawn smaller than its area, on each side. */
type Insets = Readonly<Record<Side, number>>;

/** A figure in the room that it has. */
export interface Fitted {
  /** Of its upper left corner. */
  x: number;
  y: number;
  sheet: Sheet;
  /** It begins or ends at a line with others, and its plot does not. */
  isApart: boolean;
}

/** The area of a panel's figure; the figure in it; how it is drawn at another size. */
interface Alignable {
  area: Rect;
  alone: Sheet;
  /** Throws `ChartDataError` where it has no room. */
  draw: (size: Size) => Sheet;
}

const NONE: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
/** Of its width and height alone, what a plot keeps at least: alignment gives way before it takes more. */
const LEAST_KEPT = 0.85;
/** Units that nobody sees: a twentieth of a millimetre. */
const SAME = 0.25;
/** A narrower figure may have other numbers on its axes, and so another margin. */
const ROUNDS = 6;

/** The rectangle of a figure's axes, of several panels the one around all; null where it has no axes. */
export function plotOf({ drawn }: Sheet): Rect | null {
  if (drawn.family === 'items') return drawn.layout.frame?.plot ?? null;
  const plots = drawn.scatters.map(({ x, y, layout: { frame } }) => ({ ...frame.plot, x: x + frame.plot.x, y: y + frame.plot.y }));
  if (plots.length === 0) return null;
  const [x, y] = [Math.min(...plots.map((plot) => plot.x)), Math.min(...plots.map((plot) => plot.y))];
  const right = Math.max(...plots.map((plot) => plot.x + plot.width));
  return { x, y, width: right - x, height: Math.max(...plots.map((plot) => plot.y + plot.height)) - y };
}

/** Units from each side of a sheet to its plot. */
function around(sheet: Sheet, plot: Rect): Record<Side, number> {
  return {
    left: plot.x,
    right: sheet.width - plot.x - plot.width,
    top: plot.y,
    bottom: sheet.height - plot.y - plot.height,
  };
}

/** Where a side of an area lies, as a name: sides with the same one belong together. */
function lineOf({ x, y, width, height }: Rect, side: Side): string {
  const at = { left: x, right: x + width, top: y, bottom: y + height }[side];
  return `${side} ${at.toFixed(1)}`;
}

interface Working {
  panel: Alignable;
  insets: Insets;
  sheet: Sheet;
  /** Sides on which its plot stands in line with others. */
  sides: readonly Side[];
}

const sized = ({ width, height }: Rect, { left, right, top, bottom }: Insets): Size => ({
  width: width - left - right,
  height: height - top - bottom,
});

/** Does a plot of this size keep enough of the one that its panel has alone? */
function isKept(panel: Alignable, { width, height }: Size): boolean {
  const alone = plotOf(panel.alone);
  return alone !== null && width >= alone.width * LEAST_KEPT && height >= alone.height * LEAST_KEPT;
}

/** The panel with more room around its figure; null where the plot would lose too much. */
function redrawn(working: Working, insets: Insets): Working | null {
  const { panel } = working;
  const alone = plotOf(panel.alone);
  // Mostly told without drawing: around its plot a smaller figure has what it had.
  if (alone === null || !isKept(panel, sized(alone, insets))) return null;
  try {
    const sheet = panel.draw(sized(panel.area, insets));
    return isKept(panel, plotOf(sheet) ?? { width: 0, height: 0 }) ? { ...working, insets, sheet } : null;
  } catch {
    // It was drawn at its full size: there it has room.
    return null;
  }
}

/** A panel that lost too much, and by how much room on each side. */
interface Pressed {
  panel: Alignable;
  insets: Insets;
}

/** Aligns the sides that take part, or tells the first panel that would lose too much. */
function aligned(
  panels: readonly Alignable[],
  sidesOf: ReadonlyMap<Alignable, readonly Side[]>,
): { all: Working[]; pressed: Pressed | null } {
  let all = panels.map((panel): Working => ({ panel, insets: NONE, sheet: panel.alone, sides: sidesOf.get(panel) ?? [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const targets = targetsOf(all);
    const next: Working[] = [];
    for (const working of all) {
      const plot = plotOf(working.sheet);
      const insets = plot === null ? working.insets : insetsOf(working, plot, targets);
      const same = SIDES.every((side) => insets[side] === working.insets[side]);
      const drawn = same ? working : redrawn(working, insets);
      if (drawn === null) return { all, pressed: { panel: working.panel, insets } };
      next.push(drawn);
    }
    const settled = next.every((working, i) => working === all[i]);
    all = next;
    if (settled) break;
  }
  return { all, pressed: null };
}

/** Room that a figure leaves on each side, so that its plot comes to the lines. */
function insetsOf({ panel, insets, sheet, sides }: Working, plot: Rect, targets: ReadonlyMap<string, number>): Insets {
  const now = around(sheet, plot);
  const needed = SIDES.map((side): [Side, number] => {
    const missing = (targets.get(lineOf(panel.area, side)) ?? 0) - insets[side] - now[side];
    return [side, sides.includes(side) && missing > SAME ? insets[side] + missing : insets[side]];
  });
  return Object.fromEntries(needed) as Record<Side, number>;
}

/** Which panel's side has to leave a line, so that a panel gets its room back: the widest margin of the line that takes most of it. */
function widest({ panel, insets }: Pressed, all: readonly Working[]): { panel: Alignable; side: Side } {
  const share = (side: Side) => insets[side] / (side === 'left' || side === 'right' ? panel.area.width : panel.area.height);
  const side = SIDES.reduce((most, other) => (share(other) > share(most) ? other : most));
  const line = lineOf(panel.area, side);
  const on = all.filter((one) => one.sides.includes(side) && lineOf(one.panel.area, side) === line);
  const marginOf = ({ sheet, insets: own }: Working) => {
    const plot = plotOf(sheet);
    return plot === null ? 0 : own[side] + around(sheet, plot)[side];
  };
  const found = on.reduce<Working | null>((most, one) => (most === null || marginOf(one) > marginOf(most) ? one : most), null);
  return { panel: found?.panel ?? panel, side };
}

/**
 * Draws figures so that the plots of those whose areas begin or end at the same line do so too: a figure with narrower margins is drawn
 * smaller. Where a plot would lose more than 15% of its width or height, the figure with the widest margins leaves the line instead. A figure
 * without axes fills its area.
 */
export function alignPlots(panels: readonly Alignable[]): Fitted[] {
  const sidesOf = new Map(panels.map((panel) => [panel, plotOf(panel.alone) === null ? [] : [...SIDES]] as const));
  for (;;) {
    const { all, pressed } = aligned(panels, sidesOf);
    if (pressed === null)
      return all.map((working) => ({
        x: working.panel.area.x + working.insets.left,
        y: working.panel.area.y + working.insets.top,
        sheet: working.sheet,
        isApart: isOut(working, all),
      }));
    const { panel, side } = widest(pressed, all);
    sidesOf.set(
      panel,
      (sidesOf.get(panel) ?? []).filter((own) => own !== side),
    );
  }
}

/** Of each line, how far the plots there keep from it: as far as the one that needs most. */
function targetsOf(all: readonly Working[]): Map<string, number> {
  const targets = new Map<string, number>();
  for (const { panel, insets, sheet, sides } of all) {
    const plot = plotOf(sheet);
    if (plot === null) continue;
    const now = around(sheet, plot);
    for (const side of sides) {
      const line = lineOf(panel.area, side);
      targets.set(line, Math.max(targets.get(line) ?? 0, insets[side] + now[side]));
    }
  }
  return targets;
}

/** Has a panel with axes a side in line with others' on which it does not take part, as its margins are too wide? */
function isOut({ panel, sheet, sides }: Working, all: readonly Working[]): boolean {
  if (plotOf(sheet) === null) return false;
  const others = all.filter((one) => one.panel !== panel && plotOf(one.sheet) !== null);
  return SIDES.some((side) => !sides.includes(side) && others.some((one) => lineOf(one.panel.area, side) === lineOf(panel.area, side)));
}
