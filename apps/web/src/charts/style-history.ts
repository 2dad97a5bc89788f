import type { FigureStyle } from '@oncoloom/figures';

/** One drag of a slider is one step back. */
const SAME_GESTURE_MS = 700;
const STEPS_MAX = 100;

interface Step {
  style: FigureStyle;
  key: string;
  at: number;
}

/** Styles before each change, the latest last, and those that were taken back. Pure data, so that it may be kept in a state. */
export interface StyleHistory {
  past: readonly Step[];
  /** The latest that was taken back last. */
  future: readonly FigureStyle[];
}

export const NO_HISTORY: StyleHistory = { past: [], future: [] };

/** Remembers `style` as it was before `key` changes at time `at` (ms). What was taken back before is given up. */
export function remember({ past, future }: StyleHistory, style: FigureStyle, key: string, at: number): StyleHistory {
  const last = past.at(-1);
  if (last !== undefined && last.key === key && at - last.at < SAME_GESTURE_MS && future.length === 0) {
    return { past: [...past.slice(0, -1), { ...last, at }], future: [] };
  }
  return { past: [...past, { style, key, at }].slice(-STEPS_MAX), future: [] };
}

/** The style one step back from `style`; null when there is none. */
export function stepBack({ past, future }: StyleHistory, style: FigureStyle): { style: FigureStyle; history: StyleHistory } | null {
  const last = past.at(-1);
  if (last === undefined) return null;
  return { style: last.style, history: { past: past.slice(0, -1), future: [...future, style] } };
}

/** The style that was taken back last; null when there is none. A change that follows is a step of its own. */
export function stepForward({ past, future }: StyleHistory, style: FigureStyle): { style: FigureStyle; history: StyleHistory } | null {
  const next = future.at(-1);
  if (next === undefined) return null;
  return { style: next, history: { past: [...past, { style, key: '', at: 0 }], future: future.slice(0, -1) } };
}
