/** What stands above a table: comments, titles, and the line that names its columns. Cells come as `splitCells` gives them. */

const NUMBER = /^"?\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?\s*"?$/i;
/** Titles and notes above a header. */
const TITLES_MAX = 10;
/** Rows below a line that tell what its columns hold. */
const ROWS_COMPARED = 20;

const isFilled = (cell: string) => cell.replaceAll('"', '').trim() !== '';
const filled = (cells: readonly string[]) => cells.filter(isFilled).length;

/** Columns that hold numbers below a line. */
function numberColumns(rows: readonly (readonly string[])[]): number[] {
  const below = rows.slice(0, ROWS_COMPARED);
  const width = Math.max(0, ...below.map((cells) => cells.length));
  return [...Array(width).keys()].filter((column) => {
    const cells = below.map((row) => row[column] ?? '').filter(isFilled);
    return cells.length > 0 && cells.filter((cell) => NUMBER.test(cell)).length >= 0.8 * cells.length;
  });
}

/** Does a line name columns: is it words, or names of samples, where there are numbers below it? A header may lack its first cell. */
function namesColumns(line: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const numbers = numberColumns(rows);
  const short = line.length === (rows[0]?.length ?? 0) - 1 ? 1 : 0;
  return numbers.length > 0 && numbers.every((column) => !NUMBER.test(line[column - short] ?? ''));
}

/**
 * Lines above the header that hold a title or a note: one cell or two where the table below has more, down to the line that names its
 * columns. None where no such line follows: the first one is the header then, and what is wrong with it is told.
 */
export function titleLines(lines: readonly (readonly string[])[]): number {
  const widths = lines.slice(0, TITLES_MAX + ROWS_COMPARED).map(filled);
  const usual = Math.max(...widths.slice(1), 0);
  const isTitle = (cells: readonly string[]) =>
    filled(cells) <= (usual >= 5 ? 2 : 1) || (filled(cells) < usual / 2 && cells.length !== usual);
  let titles = 0;
  while (titles < TITLES_MAX && usual > 1 && isTitle(lines[titles] ?? [])) titles += 1;
  const header = lines[titles];
  if (titles === 0 || header === undefined || filled(header) < usual - 1) return 0;
  // A header of one name stands above two columns, too: there the line below must be one itself, and the title a text of several words.
  if (usual === 2 && !lines.slice(0, titles).every((cells) => /\S\s+\S|[：:]/.test(cells.join('')))) return 0;
  const rows = lines.slice(titles + 1);
  const onlyWords = usual > 2 && rows.length > 1 && numberColumns(rows).length === 0;
  return onlyWords || namesColumns(header, rows) ? titles : 0;
}

/**
 * Is the last line of comments the header (`#gene …`)? It has a cell for each column, which the line before it has not, and what follows are rows
 * already: cBioPortal writes four lines of comments with a cell for each column, and then the header.
 * @param comments the lines of comments, @param table those below, as cells
 */
export function commentIsHeader(comments: readonly (readonly string[])[], table: readonly (readonly string[])[]): boolean {
  const cells = table[0]?.length ?? 0;
  const [before, last] = [comments.at(-2), comments.at(-1)];
  if (last === undefined || cells < 2 || last.length !== cells || before?.length === cells) return false;
  return !namesColumns(table[0] ?? [], table.slice(1));
}
