import { MOBILE_BREAKPOINT_PX } from '@oncoloom/contract';
import { useSyncExternalStore } from 'react';

const query = window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`);

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the viewport is below 992 px: sidebar as a drawer, one column. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
