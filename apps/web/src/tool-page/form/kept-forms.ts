import type { FormState } from './form-state.ts';

const KEPT_MAX = 5;
/** Characters of the forms that a reload brings back; a browser keeps about five million of one site. */
const STORED_MAX = 3_000_000;
const STORED = 'oncoloom.forms';
const kept = new Map<string, FormState>(stored());

/** Name of a form in the browser's history; another user of this window gets none of it. */
export function formKey(userId: number | undefined, locationKey: string, path: string): string {
  return JSON.stringify([userId, locationKey, path]);
}

/** Keeps what stands in a form that is left, for Back and Forward and for a reload; the newest few, until the window is closed. */
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

/** Forms that a page which was left had stored. They are the window's own, and whatever cannot be read is left. */
function stored(): [string, FormState][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, FormState][];
  } catch {
    return [];
  }
}

/** Writes the kept forms down, the newest first, as far as there is room; called when the page is left. */
export function storeForms(): void {
  const written: string[] = [];
  let room = STORED_MAX;
  for (const entry of [...kept].reverse()) {
    const text = JSON.stringify(entry);
    room -= text.length;
    if (room < 0) break;
    written.unshift(text);
  }
  try {
    sessionStorage.setItem(STORED, `[${written.join(',')}]`);
  } catch {
    // Without room, or where the browser forbids it, the forms end with the page.
  }
}
