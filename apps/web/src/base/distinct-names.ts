/** Names up to this length fit where groups are shown. */
const FITS = 24;
/** A shorter common head is not worth cutting. */
const HEAD_MIN = 8;

/**
 * Short forms that still differ: names of GEO often begin alike and would be cut off before they differ.
 * 「A375 cells treated with drug」 beside 「A375 cells treated with vehicle」 is 「…drug」. Cut at a word only.
 */
export function distinctNames(names: readonly string[]): ReadonlyMap<string, string> {
  const different = [...new Set(names)];
  const whole = new Map(different.map((name) => [name, name]));
  const [first = '', ...others] = different;
  if (others.length === 0 || different.every((name) => name.length <= FITS)) return whole;
  let length = 0;
  while (length < first.length && others.every((name) => name[length] === first[length])) length++;
  const head = /^.*[\s_,;:：，、/-]/s.exec(first.slice(0, length))?.[0].length ?? 0;
  if (head < HEAD_MIN || different.some((name) => name.length === head)) return whole;
  return new Map(different.map((name) => [name, `…${name.slice(head)}`]));
}
