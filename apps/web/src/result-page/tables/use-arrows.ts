import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

import type { Grouping } from './grid-row.tsx';
import type { Line } from './row-groups.ts';

interface Options {
  frame: RefObject<HTMLElement | null>;
  lines: readonly Line[];
  groups: Grouping | null;
  /** Scrolls to a line that is not drawn. */
  show: (place: number) => void;
}

/** The line that an arrow key leads to, or whether it unfolds or folds the one it is pressed on; undefined: neither. */
function stepOf(key: string, lines: readonly Line[], place: number): number | 'unfold' | 'fold' | undefined {
  const line = lines[place];
  if (line === undefined) return undefined;
  const within = (to: number) => (to >= 0 && to < lines.length ? to : undefined);
  if (key === 'ArrowDown') return within(place + 1);
  if (key === 'ArrowUp') return within(place - 1);
  if (key === 'ArrowRight' && line.members > 0) return line.open ? place + 1 : 'unfold';
  if (key === 'ArrowLeft' && line.open) return 'fold';
  if (key === 'ArrowLeft' && line.level === 2) return lines.findLastIndex(({ level }, i) => i < place && level === 1);
  return undefined;
}

/** Arrow keys on the rows of a tree grid: up and down, right unfolds and goes in, left folds and goes out. */
export function useArrows({ frame, lines, groups, show }: Options): (event: KeyboardEvent<HTMLTableRowElement>, place: number) => void {
  const wanted = useRef<number>(undefined);
  const focus = useCallback(() => {
    if (wanted.current === undefined) return;
    // Counted from 1, the head is the first.
    const row = frame.current?.querySelector<HTMLElement>(`tbody [aria-rowindex="${wanted.current + 2}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.focus();
  }, [frame]);
  // A line that was not drawn is drawn after the scrolling.
  useLayoutEffect(focus);
  const now = useRef({ lines, groups, show });
  useEffect(() => {
    now.current = { lines, groups, show };
  });
  // One function for all lines, so that folding one does not draw the others anew.
  return useCallback(
    (event, place) => {
      const { lines, groups, show } = now.current;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const step = stepOf(event.key, lines, place);
      const line = lines[place];
      if (step === undefined || line === undefined) return;
      event.preventDefault();
      if (typeof step === 'string') groups?.fold(line.row, step === 'unfold');
      else {
        wanted.current = step;
        focus();
        if (wanted.current !== undefined) show(step);
      }
    },
    [focus],
  );
}
