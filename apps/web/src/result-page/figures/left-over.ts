/** Places of the narrow figures that a grid of two columns leaves without a neighbour; wide ones take a row each. */
export function leftOver(wide: readonly boolean[]): ReadonlySet<number> {
  const alone = new Set<number>();
  let waiting: number | null = null;
  for (const [i, isWide] of wide.entries()) {
    if (isWide) {
      if (waiting !== null) alone.add(waiting);
      waiting = null;
    } else {
      waiting = waiting === null ? i : null;
    }
  }
  if (waiting !== null) alone.add(waiting);
  return alone;
}
