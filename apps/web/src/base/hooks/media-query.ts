import { useSyncExternalStore } from 'react';

/** A hook that tells whether a media query holds, and follows it. The query is asked when a page first needs it: routes are read without a window, too. */
export function mediaQueryHook(text: string): () => boolean {
  let media: MediaQueryList | undefined;
  const query = () => (media ??= window.matchMedia(text));
  const subscribe = (changed: () => void) => {
    query().addEventListener('change', changed);
    return () => query().removeEventListener('change', changed);
  };
  return () => useSyncExternalStore(subscribe, () => query().matches);
}
