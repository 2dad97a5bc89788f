import { type RefObject, useEffect } from 'react';

/** How far below or above the window something counts as near: what it needs is there when the reader arrives. */
const MARGIN = '600px';

/** Calls once, when an element comes near the window. */
export function useNear(element: RefObject<Element | null>, onNear: (() => void) | undefined): void {
  useEffect(() => {
    const target = element.current;
    if (target === null || onNear === undefined) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        onNear();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, onNear]);
}
