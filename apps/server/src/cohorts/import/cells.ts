/** What sources write where they know nothing, in any case, with or without brackets. */
const UNKNOWN = new Set([
  '',
  '-',
  '--',
  'na',
  'n/a',
  'nan',
  'null',
  'none',
  'x',
  'unknown',
  'not reported',
  'not available',
  'not applicable',
  'not evaluated',
  'not allowed to collect',
  'indeterminate',
  'indeterminate/unknown',
  'discrepancy',
  'completed',
  'pending',
]);

/** Items of a cell that holds a list as Python writes it: `['Stage IIA', nan]`. */
const itemsOf = (inner: string): string[] =>
  [...inner.matchAll(/'([^']*)'|"([^"]*)"|([^,]+)/g)].map(([all, a, b]) => (a ?? b ?? all).trim());

const bare = (text: string): string => text.replace(/^'+|(?<!')'+$/g, '').trim();

/** What a cell says; of a list the first that says something. Empty: not known. */
export function knownText(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  const [, inner] = /^\[(.*)\]$/s.exec(text) ?? [];
  const found = (inner === undefined ? [text] : itemsOf(inner)).map(bare).find((item) => !UNKNOWN.has(item.toLowerCase()));
  return found ?? '';
}

/** A number that is not negative; undefined: none. */
export function knownNumber(cell: string | undefined): number | undefined {
  const text = knownText(cell);
  const value = Number(text);
  return text === '' || !Number.isFinite(value) || value < 0 ? undefined : value;
}
