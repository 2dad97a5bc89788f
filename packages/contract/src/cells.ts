/** Signs that stand for nothing: of R, Stata, databases, GDC, and a spreadsheet's errors. R: `MISSING_SIGNS` of engine/R/runtime/inputs.R. */
export const MISSING_SIGNS = [
  '',
  'NA',
  'na',
  '<NA>',
  'NaN',
  'nan',
  'N/A',
  'n/a',
  '#N/A',
  '#VALUE!',
  '#DIV/0!',
  '#REF!',
  '#NUM!',
  '#NAME?',
  '#NULL!',
  'null',
  'NULL',
  '.',
  '-',
  '--',
  '---',
  "'--",
  '未知',
  '不详',
  '缺失',
] as const;
/** Words that say that nothing is known, of clinical tables. R: `MISSING_WORDS`. */
export const MISSING_WORDS = [
  'not available',
  'not reported',
  'not applicable',
  'not evaluated',
  'not recorded',
  'unknown',
  'missing',
  'discrepancy',
] as const;

/** The words in the four cases that people write, and each of these in square brackets, as TCGA writes them. */
function spelled(words: readonly string[]): string[] {
  const first = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const all = words.flatMap((word) => [word, word.toUpperCase(), first(word), word.split(' ').map(first).join(' ')]);
  return all.flatMap((word) => [word, `[${word}]`]);
}

/** What cells of a table hold where nothing is known. R reads by the same list: `MISSING_CELLS`. */
export const MISSING_CELLS: ReadonlySet<string> = new Set([...MISSING_SIGNS, ...spelled(MISSING_WORDS)]);
