import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** A measure of an element in whole CSS pixels; 0 until it is laid out. */
function useMeasure(element: RefObject<HTMLElement | null>, side: 'width' | 'height'): number {
  const [length, setLength] = useState(0);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const measure = () => setLength(Math.floor(target.getBoundingClientRect()[side]));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, side]);
  return length;
}

/** Content width of an element in CSS pixels; 0 until it is laid out. */
export const useWidth = (element: RefObject<HTMLElement | null>): number => useMeasure(element, 'width');

/** Its height, as `useWidth`. */
export const useHeight = (element: RefObject<HTMLElement | null>): number => useMeasure(element, 'height');

/** Follows a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
