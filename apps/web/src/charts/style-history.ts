import type { FigureStyle } from '@oncoloom/figures';

/** One drag of a slider is one step back. */
const SAME_GESTURE_MS = 700;
const STEPS_MAX = 100;

interface Step {
  style: FigureStyle;
  key: string;
  at: number;
}

/** Styles before each change, the latest last. Pure data, so that the editor may keep it in its state. */
export type StyleHistory = readonly Step[];

/** Remembers `style` as it was before `key` changes at time `at` (ms). */
export function remember(history: StyleHistory, style: FigureStyle, key: string, at: number): StyleHistory {
  const last = history.at(-1);
  if (last !== undefined && last.key === key && at - last.at < SAME_GESTURE_MS) {
    return [...history.slice(0, -1), { ...last, at }];
  }
  return [...history, { style, key, at }].slice(-STEPS_MAX);
}

/** The style one step back, and the history without that step; null when there is none. */
export function stepBack(history: StyleHistory): { style: FigureStyle; history: StyleHistory } | null {
  const last = history.at(-1);
  return last === undefined ? null : { style: last.style, history: history.slice(0, -1) };
}
