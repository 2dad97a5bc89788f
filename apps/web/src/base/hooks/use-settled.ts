import { useEffect, useRef, useState } from 'react';

/** The value at once after a pause of `ms`; while it goes on changing, as it was when it last stood still for so long. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  const known = useRef(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (Object.is(known.current, value)) return;
    known.current = value;
    const now = performance.now();
    const paused = now - changedAt.current > ms;
    changedAt.current = now;
    if (paused) setSettled(value);
    else {
      const timer = setTimeout(() => setSettled(value), ms);
      return () => clearTimeout(timer);
    }
  }, [value, ms]);
  return settled;
}
