/** Which rows are picked, where the keyboard stands, and where a range began. Keys are those of `keyOf`. */
export interface Selection {
  picked: ReadonlySet<string>;
  /** The row that has the keyboard. */
  focus: string | undefined;
  /** One end of a range; the other one is the row pressed with shift. */
  anchor: string | undefined;
}

export const NOTHING_PICKED: Selection = { picked: new Set(), focus: undefined, anchor: undefined };

export interface Press {
  /** A range from the anchor to here. */
  shift?: boolean;
  /** One more, or one fewer. */
  ctrl?: boolean;
}

/** Keys between two rows, both included; only the last where the first is not in view. */
function between(keys: readonly string[], from: string | undefined, to: string): string[] {
  const start = from === undefined ? -1 : keys.indexOf(from);
  const end = keys.indexOf(to);
  return start < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** A row was pressed: alone, as the end of a range, or as one more. */
export function press(selection: Selection, keys: readonly string[], key: string, { shift = false, ctrl = false }: Press = {}): Selection {
  if (shift) {
    const range = between(keys, selection.anchor, key);
    return { picked: new Set(ctrl ? [...selection.picked, ...range] : range), focus: key, anchor: selection.anchor ?? key };
  }
  if (!ctrl) return { picked: new Set([key]), focus: key, anchor: key };
  const picked = new Set(selection.picked);
  if (!picked.delete(key)) picked.add(key);
  return { picked, focus: key, anchor: key };
}

/** Moves the keyboard by rows; it stops at both ends. With shift the range grows, with ctrl nothing is picked. */
export function step(selection: Selection, keys: readonly string[], by: number, { shift = false, ctrl = false }: Press = {}): Selection {
  if (keys.length === 0) return selection;
  const at = selection.focus === undefined ? -1 : keys.indexOf(selection.focus);
  const next = at < 0 ? (by > 0 ? 0 : keys.length - 1) : Math.min(keys.length - 1, Math.max(0, at + by));
  const key = keys[next];
  if (key === undefined) return selection;
  if (ctrl && !shift) return { ...selection, focus: key };
  return press(selection, keys, key, { shift });
}

export function pickAll(selection: Selection, keys: readonly string[]): Selection {
  return { ...selection, picked: new Set(keys) };
}

/** Without the rows that are not in view any more. The same object where all still are. */
export function keepVisible(selection: Selection, keys: readonly string[]): Selection {
  const visible = new Set(keys);
  const there = (key: string | undefined) => (key !== undefined && visible.has(key) ? key : undefined);
  const picked = [...selection.picked].filter((key) => visible.has(key));
  const same =
    picked.length === selection.picked.size && there(selection.focus) === selection.focus && there(selection.anchor) === selection.anchor;
  return same ? selection : { picked: new Set(picked), focus: there(selection.focus), anchor: there(selection.anchor) };
}
