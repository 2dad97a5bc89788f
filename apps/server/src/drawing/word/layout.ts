import type { PaperColumn } from './cells.ts';

/** Twentieths of a point, as Word measures: A4 with margins of an inch. */
export const PAGE = { width: 11_906, height: 16_838, margin: 1440 } as const;
/** Half-points, and the width of a Latin letter or digit of that size. */
export const CELL_SIZE = 18;
const LETTER = (CELL_SIZE / 2) * 20 * 0.5;
const PADDING = 2;
/** Letters: a text of more takes several lines, a column of less is hard to read. */
const WIDEST = 34;
const NARROWEST = 5;

const letters = (text: string): number => [...text].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/u.test(letter) ? 2 : 1), 0);

/** The longest piece that must not be broken: words of Latin letters; Chinese breaks anywhere. */
const longestWord = (text: string): number => Math.max(0, ...text.split(/[\s\u2e80-\uffef/]+/u).map(letters));

interface TableLayout {
  landscape: boolean;
  /** Of each column; together as wide as the page's room. */
  widths: number[];
}

/** The widths of the columns, and whether the page lies on its side for them. */
export function tableLayout(columns: readonly PaperColumn[]): TableLayout {
  const wanted = columns.map(({ head, cells }) => {
    const longest = cells.reduce((most, cell) => Math.max(most, letters(cell)), 0);
    // A head may take two lines; a number takes one.
    const least = Math.max(longestWord(head), ...cells.map(longestWord), NARROWEST);
    return Math.min(Math.max(longest, letters(head) / 2, least), WIDEST) + PADDING;
  });
  const sum = wanted.reduce((total, one) => total + one, 0);
  const upright = PAGE.width - 2 * PAGE.margin;
  const landscape = sum * LETTER > upright;
  const room = landscape ? PAGE.height - 2 * PAGE.margin : upright;
  return { landscape, widths: wanted.map((one) => Math.floor((one / sum) * room)) };
}
