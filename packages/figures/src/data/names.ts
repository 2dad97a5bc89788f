/** First row of each name, letter case ignored: people type gpc3. */
export function indexOfNames(names: readonly string[]): Map<string, number> {
  const index = new Map<string, number>();
  names.forEach((name, i) => {
    const key = name.toUpperCase();
    if (!index.has(key)) index.set(key, i);
  });
  return index;
}
