import { MOBILE_BREAKPOINT_PX } from '@oncoloom/contract';
import { useSyncExternalStore } from 'react';

let media: MediaQueryList | undefined;

/** Asked for when a page first needs it: routes are read without a window, too. */
function query(): MediaQueryList {
  media ??= window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);
  return media;
}

function subscribe(changed: () => void): () => void {
  query().addEventListener('change', changed);
  return () => query().removeEventListener('change', changed);
}

/** Whether the viewport is below 992 px: sidebar as a drawer, one column. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}
