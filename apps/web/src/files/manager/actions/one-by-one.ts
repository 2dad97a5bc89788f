/** Calls of one user that the server takes in a minute, with room for what the page itself asks meanwhile: one in so many ms. */
const CALL_GAP_MS = 120;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Does something to each of many things, one after the other and no faster than the server takes calls. One that fails does not
 * keep the others.
 * @param onDone hears how many have been tried
 * @returns those that failed, with what was thrown, in their order
 */
export async function oneByOne<T>(
  things: readonly T[],
  action: (thing: T) => Promise<unknown>,
  onDone: (tried: number) => void = () => {},
  gapMs = CALL_GAP_MS,
): Promise<{ thing: T; error: unknown }[]> {
  const failed: { thing: T; error: unknown }[] = [];
  for (const [i, thing] of things.entries()) {
    if (i > 0) await pause(gapMs);
    try {
      await action(thing);
    } catch (error) {
      failed.push({ thing, error });
    }
    onDone(i + 1);
  }
  return failed;
}
