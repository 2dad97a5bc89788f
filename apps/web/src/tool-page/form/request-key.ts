/** A table of more rows stands in a key by its place in memory. */
const WRITTEN_ROWS = 200;

const places = new WeakMap<object, number>();
let last = 0;

function placeOf(rows: object): string {
  const known = places.get(rows);
  if (known !== undefined) return `#${known}`;
  last += 1;
  places.set(rows, last);
  return `#${last}`;
}

/** A text that is the same for the same request. A large table is not written out with every letter that is typed elsewhere: a changed one is another array. */
export function requestKey(body: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(body, (_, value: unknown) => (Array.isArray(value) && value.length > WRITTEN_ROWS ? placeOf(value) : value));
}
