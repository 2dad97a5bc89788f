import { formatCount } from '@oncoloom/tool-kit';
import { ticks } from 'd3-array';
import type { Group } from '../../data/groups.ts';
import type { Scale, Span } from '../../plot/axes/scale.ts';
import { formatTick, type Tick } from '../../plot/axes/tick.ts';
import { KEPT_ENTRIES } from '../../plot/legend-layout.ts';
import type { PlotFrame } from '../../plot/plot-frame.ts';
import { shorten } from '../../text/axis-titles.ts';
import type { Say } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';
import { atRiskAt } from './km-curves.ts';
import type { KmData } from './km-data.ts';

/** Height of a row, in the size of its text. */
const ROW = 1.6;
/** The same where there is little room: rows stand closer before a group is left out. */
const TIGHT_ROW = 1.2;
/** Names beyond this share of the width stand above their numbers. */
const NAMES_SHARE = 0.36;
/** The curves keep the larger part of the figure. */
const DEPTH_SHARE = 0.4;
/** Between the names and the numbers at time 0. */
const GAP = 8;
const EDGE = 2;
/** The engine's times are used from so many on; else the axis finds its own. */
const FEWEST_TIMES = 4;
const OWN_TIMES = 6;
const DIGITS = [0, 1, 2, 3] as const;

/** One group's numbers. */
interface RiskRow {
  /** Null where the name stands whole. */
  whole: string | null;
  label: string;
  colour: string;
  /** Where the name ends (`end`) or begins. */
  x: number;
  y: number;
  anchor: 'start' | 'end';
  numbersAt: number;
  numbers: readonly { x: number; text: string }[];
}

export interface RiskTable {
  title: { text: string; x: number; y: number };
  rows: readonly RiskRow[];
  /** What is written in place of the groups for which there is no room; empty where all are there. */
  more: { text: string; x: number; y: number };
}

/** How the table is set, before the axis that its numbers stand under is known. */
export interface RiskPlan {
  /** Names above their numbers. */
  stacked: boolean;
  /** Height of a row. */
  line: number;
  /** Groups for which there is room. */
  shown: number;
  depth: number;
  /** Left of the axis. */
  left: number;
}

/**
 * Times of the axis' ticks: those of the engine's table, or others where a limit of the axis leaves too few of them, or where their number
 * was chosen.
 */
export function tickTimes(times: Float64Array, [from, end]: Span, wanted = 0): number[] {
  if (wanted > 0 || from > 0) return ticks(from, end, wanted > 0 ? wanted : OWN_TIMES);
  const given = [...new Set(times)].filter((time) => time >= 0 && time <= end).sort((a, b) => a - b);
  const step = (given[1] ?? 0) - (given[0] ?? 0);
  return given.length >= FEWEST_TIMES && end - (given.at(-1) ?? 0) < step ? given : ticks(0, end, OWN_TIMES);
}

/** Ticks that stand apart, all written with the digits that they need; where there is no room for all, every second or third. */
export function timeTicks(times: readonly number[], scale: Scale, widest: number, typeface: Typeface): Tick[] {
  const isExact = (digits: number) => times.every((time) => Math.abs(time * 10 ** digits - Math.round(time * 10 ** digits)) < 1e-6);
  const digits = DIGITS.find(isExact) ?? 3;
  const all = times.map((value) => ({ value, text: formatTick(value, digits) }));
  const needed = Math.max(widest, ...all.map(({ text }) => textWidth(text, typeface))) + typeface.size * 0.6;
  const [first = 0, second = 0] = times;
  const every = Math.max(1, Math.ceil(needed / Math.max(scale(second) - scale(first), 1)));
  return all.filter((_, i) => i % every === 0);
}

/** The widest of the numbers: nobody joins a group later. */
export function widestNumber({ atRisk }: KmData, typeface: Typeface): number {
  return Math.max(...Array.from(atRisk, (n) => (Number.isNaN(n) ? 0 : textWidth(formatCount(n), typeface))), 0);
}

/** Height of a figure of this width in which every group has its row. */
export function heightForRisk(data: KmData, typeface: Typeface, width: number): number {
  return Math.ceil(planRisk(data, typeface, { width, height: Number.POSITIVE_INFINITY }).depth / DEPTH_SHARE) + 1;
}

/** @param size Of the whole figure. */
export function planRisk(data: KmData, typeface: Typeface, { width, height }: { width: number; height: number }): RiskPlan {
  const count = data.curves.length;
  const names = Math.max(...data.curves.map(({ group }) => textWidth(group.label, typeface)));
  const beside = widestNumber(data, typeface) / 2 + GAP;
  const plan = (stacked: boolean, line: number): RiskPlan => {
    const own = stacked ? 2 : 1;
    const room = Math.floor((height * DEPTH_SHARE) / line) - 1;
    const isWhole = count * own <= room || (!stacked && count <= KEPT_ENTRIES);
    // The line that says how many are not there takes one, too.
    const shown = isWhole ? count : Math.max(Math.floor((room - 1) / own), 0);
    const lines = 1 + shown * own + (shown < count ? 1 : 0);
    const left = stacked ? beside : Math.min(names, width * NAMES_SHARE) + beside + EDGE;
    return { stacked, line, shown, depth: line * lines, left };
  };
  const [usual, tight] = [typeface.size * ROW, typeface.size * TIGHT_ROW];
  const stacked = names > width * NAMES_SHARE;
  const whole = ({ shown, depth }: RiskPlan) => shown === count && depth <= height * DEPTH_SHARE;
  // Closer rows, then names cut beside their numbers, then fewer groups.
  const tries = [plan(stacked, usual), plan(stacked, tight), plan(false, tight)];
  return tries.find(whole) ?? (count <= KEPT_ENTRIES ? plan(false, tight) : plan(stacked, tight));
}

/** Places the numbers under the ticks of the axis. @param top Where the table begins, from above. */
export function layoutRisk(data: KmData, plan: RiskPlan, frame: PlotFrame, top: number, say: Say): RiskTable {
  const { typeface } = frame;
  const { line } = plan;
  const measure = (text: string) => textWidth(text, typeface);
  const edge = frame.plot.x - widestNumber(data, typeface) / 2 - GAP;
  const baseline = (row: number) => top + line * (row + 0.65);
  const known = new Map(data.risk.group.map((group, row) => [`${data.risk.time[row]} ${group}`, data.risk.n[row] as number]));
  const rows = data.curves.slice(0, plan.shown).map(({ curve, group }, i): RiskRow => {
    const y = baseline(1 + i * (plan.stacked ? 2 : 1));
    const label = shorten(group.label, plan.stacked ? frame.width - 2 * EDGE : edge - EDGE, measure);
    return {
      ...nameOf(group, label),
      ...(plan.stacked ? { x: EDGE, anchor: 'start' } : { x: edge, anchor: 'end' }),
      y,
      numbersAt: plan.stacked ? y + line : y,
      numbers: frame.xTicks.map(({ value }) => ({
        x: frame.x(value),
        text: formatCount(known.get(`${value} ${curve.name}`) ?? atRiskAt(curve, data.steps.time, data.atRisk, value)),
      })),
    };
  });
  const left = data.curves.length - plan.shown;
  return {
    title: { text: say({ zh: '风险人数', en: 'Number at risk' }), x: EDGE, y: baseline(0) },
    rows,
    more: {
      text: left === 0 ? '' : say({ zh: '另有 {n} 组', en: '{n} more groups' }, { n: left }),
      x: EDGE,
      y: baseline(1 + plan.shown * (plan.stacked ? 2 : 1)),
    },
  };
}

const nameOf = ({ label: whole, colour }: Group, label: string) => ({ label, whole: label === whole ? null : whole, colour });
