import type { FormState } from './form-state.ts';

const KEPT_MAX = 5;
const kept = new Map<string, FormState>();

/** Name of a form in the browser's history; another user of this window gets none of it. */
export function formKey(userId: number | undefined, locationKey: string, path: string): string {
  return JSON.stringify([userId, locationKey, path]);
}

/** Keeps what stands in a form that is left, for Back and Forward; the newest few, until the window is closed. */
export function keepForm(key: string, state: FormState): void {
  kept.delete(key);
  kept.set(key, state);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) return;
    kept.delete(oldest);
  }
}

export function keptForm(key: string): FormState | undefined {
  return kept.get(key);
}
