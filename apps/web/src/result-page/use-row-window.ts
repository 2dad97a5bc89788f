import { type UIEvent, useState } from 'react';

const OVERSCAN = 8;

/** Which rows of a long list are in view. All rows are `rowHeight` pixels high. */
export function useRowWindow(count: number, rowHeight: number, viewHeight: number) {
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1) - OVERSCAN);
  const end = Math.min(count, Math.ceil((top + viewHeight) / rowHeight) + OVERSCAN);
  return {
    first,
    end,
    /** Pixels of the rows that are not drawn. */
    before: first * rowHeight,
    after: Math.max(0, (count - end) * rowHeight),
    onScroll: (event: UIEvent<HTMLElement>) => setTop(event.currentTarget.scrollTop),
  };
}
