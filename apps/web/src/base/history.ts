/** One drag of a slider is one step back. */
const SAME_GESTURE_MS = 700;
const STEPS_MAX = 100;

interface Step<T> {
  value: T;
  key: string;
  at: number;
}

/** Values before each change, the latest last, and those that were taken back. Pure data, so that it may be kept in a state. */
export interface History<T> {
  past: readonly Step<T>[];
  /** The latest that was taken back last. */
  future: readonly T[];
}

export const NO_HISTORY: History<never> = { past: [], future: [] };

/** Remembers `value` as it was before `key` changes at time `at` (ms). What was taken back before is given up. */
export function remember<T>({ past, future }: History<T>, value: T, key: string, at: number): History<T> {
  const last = past.at(-1);
  if (last !== undefined && last.key === key && at - last.at < SAME_GESTURE_MS && future.length === 0) {
    return { past: [...past.slice(0, -1), { ...last, at }], future: [] };
  }
  return { past: [...past, { value, key, at }].slice(-STEPS_MAX), future: [] };
}

/** The value one step back from `value`; null when there is none. */
export function stepBack<T>({ past, future }: History<T>, value: T): { value: T; history: History<T> } | null {
  const last = past.at(-1);
  if (last === undefined) return null;
  return { value: last.value, history: { past: past.slice(0, -1), future: [...future, value] } };
}

/** The value that was taken back last; null when there is none. A change that follows is a step of its own. */
export function stepForward<T>({ past, future }: History<T>, value: T): { value: T; history: History<T> } | null {
  const next = future.at(-1);
  if (next === undefined) return null;
  return { value: next, history: { past: [...past, { value, key: '', at: 0 }], future: future.slice(0, -1) } };
}

/** What a key asks for: Ctrl+Z, Ctrl+Shift+Z, Ctrl+Y. */
export function historyKey(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}): 'undo' | 'redo' | null {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return null;
  return key === 'y' || event.shiftKey ? 'redo' : 'undo';
}
