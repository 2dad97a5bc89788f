import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from '../time.ts';

/** A time as a reader speaks of it, the exact one on hover; it goes on by itself. */
export function When({ time }: { time: string | null | undefined }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  if (!time) return '—';
  const date = new Date(time);
  return (
    <time dateTime={time} title={exactTime(date)}>
      {relativeTime(date, now)}
    </time>
  );
}
