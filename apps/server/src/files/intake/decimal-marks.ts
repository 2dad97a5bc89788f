/** Is the comma within numbers a decimal mark, or does it part thousands? R asks where both fit (engine/R/parse/comma-numbers.R). */

const PLAIN = /^-?\d+\.\d+(e[-+]?\d+)?$/i;
const COMMA = /^-?\d+,\d+(e[-+]?\d+)?$/i;
/** `4,907` may be either; `0,585`, `12,5` and `1234,567` have no thousands. */
const THOUSANDS = /^-?[1-9]\d{0,2},\d{3}$/;
/** `1,234,567` and `1,234.5`. */
const GROUPED = /^-?[1-9]\d{0,2}(,\d{3})+(,\d{3}|\.\d+)$/;

/** Is every comma of these cells a decimal mark for certain? */
export function hasDecimalCommas(cells: Iterable<string>): boolean {
  let certain = false;
  for (const quoted of cells) {
    const cell = quoted.replace(/^"(.*)"$/, '$1').trim();
    if (PLAIN.test(cell) || GROUPED.test(cell)) return false;
    certain ||= COMMA.test(cell) && !THOUSANDS.test(cell);
  }
  return certain;
}
