/** What cells of a table hold where nothing is known. R reads by the same list: `MISSING_CELLS` of engine/R/runtime/inputs.R. */
export const MISSING_CELLS: ReadonlySet<string> = new Set([
  '',
  'NA',
  'NaN',
  'nan',
  'N/A',
  'n/a',
  '#N/A',
  '#VALUE!',
  '#DIV/0!',
  '#REF!',
  'null',
  'NULL',
  '-',
]);
