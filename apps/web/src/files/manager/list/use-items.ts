import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type Item, keyOf } from '../folders/folder-tree.ts';
import { useManager } from '../manager-context.ts';
import { isSearch, openedAt } from '../view.ts';
import { keepVisible, NOTHING_PICKED, pickAll, press, type Selection, step } from './selection.ts';

/** Parts of a row that answer a click or a key themselves. */
const OWN = 'a, button, input, label, .ant-dropdown';

function isOwn({ target }: KeyboardEvent | MouseEvent): boolean {
  return target instanceof Element && target.closest(OWN) !== null;
}

/** What a row does; the same object all the time. */
export interface RowActions {
  press(item: Item, event: MouseEvent): void;
  /** One more, or one fewer. */
  toggle(item: Item): void;
  /** The keyboard has come to a row. */
  focus(item: Item): void;
  open(item: Item, event: MouseEvent): void;
  /** What a row takes with it when it is dragged. */
  dragged(item: Item): readonly Item[];
  rename(item: Item): void;
  /** A name was given or left. @param key the row that gets the keyboard; the first one where there is none of that key */
  endRenaming(key: string): void;
}

/** Stands for the first row, whatever it is. */
const FIRST = '';

/** How many rows stand beside each other: one in a list, several among cards. */
function columnsIn(box: HTMLElement): number {
  const rows = [...box.querySelectorAll<HTMLElement>('[data-key]')];
  const second = rows.findIndex((row) => row.offsetTop !== rows[0]?.offsetTop);
  return Math.max(1, second < 0 ? rows.length : second);
}

/** Selection, keyboard and renaming of the items in view. @param ready whether they have come from the server */
export function useItems(items: readonly Item[], ready: boolean) {
  const { view, change, fileActions, open, tree } = useManager();
  const [kept, setSelection] = useState<Selection>(NOTHING_PICKED);
  const [renaming, setRenaming] = useState<string | undefined>();
  const box = useRef<HTMLDivElement>(null);
  /** The row that gets the keyboard once its folder is drawn: after that was opened, left, or got a new name in it. */
  const [awaited, setAwaited] = useState<{ key: string; folder: number | null } | undefined>();
  const keys = items.map(keyOf);
  const selection = keepVisible(kept, keys);
  if (selection !== kept) setSelection(selection);
  const picked = items.filter((item) => selection.picked.has(keyOf(item)));
  const focused = items.find((item) => keyOf(item) === selection.focus);

  const focusRow = (key: string) => box.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
  // The folder before it may be drawn again while the next one comes: its rows are not the ones that are meant.
  useEffect(() => {
    if (awaited === undefined || !ready || view.folder !== awaited.folder) return;
    setAwaited(undefined);
    const rowOf = (selector: string) => box.current?.querySelector<HTMLElement>(selector);
    (rowOf(`[data-key="${awaited.key}"]`) ?? rowOf('[data-key]') ?? box.current)?.focus();
  }, [awaited, ready, view.folder]);
  const go = (by: number, event: KeyboardEvent) => {
    const next = step(selection, keys, by, { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey });
    setSelection(next);
    if (next.focus !== undefined) focusRow(next.focus);
  };
  const goUp = () => {
    const folder = view.folder === null ? undefined : tree.byId.get(view.folder);
    if (folder === undefined || isSearch(view)) return;
    setAwaited({ key: `d${folder.id}`, folder: folder.parent_id });
    change(openedAt(folder.parent_id));
  };
  const enter = (item: Item) => {
    if (item.kind === 'folder') setAwaited({ key: FIRST, folder: item.folder.id });
    open(item);
  };
  const several = picked.length > 0 ? picked : focused === undefined ? [] : [focused];

  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    const columns = box.current === null || view.mode === 'list' ? 1 : columnsIn(box.current);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') return () => setSelection(pickAll(selection, keys));
    switch (event.key) {
      case 'ArrowDown':
        return () => go(columns, event);
      case 'ArrowUp':
        return () => go(-columns, event);
      case 'ArrowRight':
        return columns > 1 ? () => go(1, event) : undefined;
      case 'ArrowLeft':
        return columns > 1 ? () => go(-1, event) : undefined;
      case 'Home':
        return () => go(-keys.length, event);
      case 'End':
        return () => go(keys.length, event);
      case 'Escape':
        return picked.length === 0 ? undefined : () => setSelection({ ...selection, picked: new Set() });
      case 'Backspace':
        return goUp;
      case 'Delete':
        return several.length > 0 ? () => fileActions.remove(several) : undefined;
      case 'F2':
        return focused === undefined ? undefined : () => setRenaming(selection.focus);
      case 'Enter':
        return focused === undefined ? undefined : () => enter(focused);
      case ' ':
        return focused === undefined ? undefined : () => actions.toggle(focused);
      default:
        return undefined;
    }
  };

  // Rows are drawn again only when they change: their actions stay the same and find what is true when they are done.
  const now = useRef({ selection, keys, picked, enter, folder: view.folder });
  useEffect(() => {
    now.current = { selection, keys, picked, enter, folder: view.folder };
  });
  const actions = useMemo<RowActions>(
    () => ({
      press: (item, event) => {
        if (isOwn(event)) return;
        const by = { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
        setSelection(press(now.current.selection, now.current.keys, keyOf(item), by));
      },
      toggle: (item) => setSelection(press(now.current.selection, now.current.keys, keyOf(item), { ctrl: true })),
      focus: (item) => setSelection((last) => (last.focus === keyOf(item) ? last : { ...last, focus: keyOf(item) })),
      open: (item, event) => {
        if (!isOwn(event)) now.current.enter(item);
      },
      dragged: (item) => (now.current.selection.picked.has(keyOf(item)) ? now.current.picked : [item]),
      rename: (item) => setRenaming(keyOf(item)),
      endRenaming: (key) => {
        setRenaming(undefined);
        // The field goes away with the next drawing, and the keyboard would be lost with it.
        setAwaited({ key, folder: now.current.folder });
      },
    }),
    [],
  );

  return {
    box,
    picked,
    selection,
    renaming,
    actions,
    clear: () => setSelection(NOTHING_PICKED),
    toggleAll: () => setSelection(picked.length === items.length ? { ...selection, picked: new Set() } : pickAll(selection, keys)),
    /** The one row that Tab reaches. */
    reachable: selection.focus ?? keys[0],
    onKeyDown: (event: KeyboardEvent) => {
      if (isOwn(event) && (event.key === 'Enter' || event.key === ' ')) return;
      const action = event.altKey ? undefined : actionOf(event);
      if (action === undefined) return;
      event.preventDefault();
      action();
    },
  };
}

export type ItemsInView = ReturnType<typeof useItems>;
