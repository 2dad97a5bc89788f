/** Times of a run: its beginning, and what has passed since by the clock that nobody sets. With the computer's own one that is set meanwhile took less than nothing, or a day. */
export function runClock(startedAt: Date | null): () => Date {
  const began = (startedAt ?? new Date()).getTime() - performance.now();
  return () => new Date(began + performance.now());
}
