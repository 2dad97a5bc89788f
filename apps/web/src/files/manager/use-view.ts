import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { STAY } from '../../base/stay.ts';
import { changeView, readView, type View, writeView } from './view.ts';

/** Of a change that the browser's way back should not stop at, such as each letter of a search. */
interface Quiet {
  replace?: boolean;
}

export type ChangeView = (change: Partial<View>, quiet?: Quiet) => void;

/** What is in view, as the page's address says it, and the way to change it. */
export function useView(): [View, ChangeView] {
  const [query, setQuery] = useSearchParams();
  const view = useMemo(() => readView(query), [query]);
  const change = useCallback<ChangeView>(
    (part, { replace = false } = {}) =>
      setQuery((current) => writeView(changeView(readView(current), part)), {
        replace,
        // Another folder or page is read from its top.
        ...('folder' in part || 'page' in part ? {} : { state: STAY }),
      }),
    [setQuery],
  );
  return [view, change];
}

/** The address of a view as a link has it. */
export function addressOf(view: View): string {
  const query = writeView(view).toString();
  return query === '' ? '?' : `?${query}`;
}
