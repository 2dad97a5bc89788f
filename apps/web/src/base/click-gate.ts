/** Longer than any double click, shorter than a second thought. */
const REST_MS = 1_000;

/**
 * Says whether a click counts. After one that did, none does for `restMs`: the second half of a double click would create a
 * second task, because the button shows that it works only after the next drawing, and the server can answer between the two.
 */
export function createClickGate(restMs = REST_MS, now: () => number = () => performance.now()): () => boolean {
  let opensAt = Number.NEGATIVE_INFINITY;
  return () => {
    const time = now();
    if (time < opensAt) return false;
    opensAt = time + restMs;
    return true;
  };
}
