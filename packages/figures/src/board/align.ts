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
export interface Alignable {
  area: Rect;
  alone: Sheet;
  /** Throws `ChartDataError` where it has no room. */
  draw: (size: Size) => Sheet;
}

const NONE: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
/** What stands around a plot, as a share of its area: a panel with more would take their room from the others. */
const MOST_AROUND = 0.4;
/** Of its area, what is left of a plot at least. */
const LEAST_PLOT = 0.3;
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
  /** Sides on which its plot can stand in line with others. */
  sides: readonly Side[];
  isApart: boolean;
}

const sized = ({ width, height }: Rect, { left, right, top, bottom }: Insets): Size => ({
  width: width - left - right,
  height: height - top - bottom,
});

/** The panel with more room around its figure; as it was drawn first where the plot would become too small. */
function redrawn(working: Working, insets: Insets): Working {
  const { panel } = working;
  const given = { ...working, insets: NONE, sheet: panel.alone, sides: [], isApart: true };
  const size = sized(panel.area, insets);
  if (size.width <= 0 || size.height <= 0) return given;
  try {
    const sheet = panel.draw(size);
    const plot = plotOf(sheet);
    const isSmall = plot === null || plot.width < panel.area.width * LEAST_PLOT || plot.height < panel.area.height * LEAST_PLOT;
    return isSmall ? given : { ...working, insets, sheet };
  } catch {
    // It was drawn at its full size: there it has room.
    return given;
  }
}

/**
 * Draws figures so that the plots of those whose areas begin or end at the same line do so too: a figure with narrower margins is drawn
 * smaller. A figure without axes, and one that leaves its plot too little room, fills its area.
 */
export function alignPlots(panels: readonly Alignable[]): Fitted[] {
  let all = panels.map((panel): Working => {
    const { alone: sheet } = panel;
    const plot = plotOf(sheet);
    if (plot === null) return { panel, insets: NONE, sheet, sides: [], isApart: false };
    const needed = around(sheet, plot);
    const shareOf = (side: Side) => needed[side] / (side === 'left' || side === 'right' ? sheet.width : sheet.height);
    return { panel, insets: NONE, sheet, sides: SIDES.filter((side) => shareOf(side) <= MOST_AROUND), isApart: false };
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const targets = targetsOf(all);
    const next = all.map((working) => {
      const plot = plotOf(working.sheet);
      if (plot === null) return working;
      const now = around(working.sheet, plot);
      const insets = Object.fromEntries(
        SIDES.map((side) => {
          const own = working.insets[side];
          const missing = (targets.get(lineOf(working.panel.area, side)) ?? 0) - own - now[side];
          return [side, working.sides.includes(side) && missing > SAME ? own + missing : own];
        }),
      ) as Record<Side, number>;
      const same = SIDES.every((side) => insets[side] === working.insets[side]);
      return same ? working : redrawn(working, insets);
    });
    const settled = next.every((working, i) => working === all[i]);
    all = next;
    if (settled) break;
  }
  return all.map((working) => ({
    x: working.panel.area.x + working.insets.left,
    y: working.panel.area.y + working.insets.top,
    sheet: working.sheet,
    isApart: working.isApart || isOut(working, all),
  }));
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

/** Has a panel with axes a side in line with others' on which its margins are too wide to take part? */
function isOut({ panel, sheet, sides }: Working, all: readonly Working[]): boolean {
  if (plotOf(sheet) === null) return false;
  const others = all.filter((one) => one.panel !== panel && plotOf(one.sheet) !== null);
  return SIDES.some((side) => !sides.includes(side) && others.some((one) => lineOf(one.panel.area, side) === lineOf(panel.area, side)));
}
