import { splitCells } from './paste.ts';

/** Of longer texts the HTML is many times longer: it is left alone. */
const HTML_FOR_MAX = 500_000;

/** Are all rows equally long, and longer than one cell? */
function isRegular(text: string): boolean {
  const rows = text.includes('\t') ? splitCells(text) : [];
  return rows.length > 1 && rows.every(({ length }) => length === rows[0]?.length);
}

/** Cells of a table as rows. One that spans several rows is said of each of them; of several columns it stands in the first. */
function cellsOf(table: HTMLTableElement): string[][] {
  const rows: string[][] = Array.from(table.rows, () => []);
  for (const [r, row] of Array.from(table.rows).entries()) {
    let at = 0;
    for (const cell of row.cells) {
      while (rows[r]?.[at] !== undefined) at += 1;
      for (const end of cell.querySelectorAll('br, p, div, li')) end.after(' ');
      const text = (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
      for (const below of rows.slice(r, r + Math.max(1, cell.rowSpan)))
        for (let across = 0; across < cell.colSpan; across += 1) below[at + across] = across === 0 ? text : '';
    }
  }
  return rows.map((cells) => Array.from(cells, (cell) => cell ?? ''));
}

/**
 * A pasted table as text with tabs. Word ends a line within a cell as it ends a row: where the plain text is no regular table,
 * the table of the clipboard's HTML tells the cells apart.
 */
export function clipboardText(plain: string, html: () => string): string {
  if (plain.length > HTML_FOR_MAX || !/\n/.test(plain.trim()) || isRegular(plain)) return plain;
  const written = html();
  const table = /<table/i.test(written) ? new DOMParser().parseFromString(written, 'text/html').querySelector('table') : null;
  const rows = table === null ? [] : cellsOf(table);
  if (rows.length < 2 || Math.max(...rows.map(({ length }) => length)) < 2) return plain;
  return rows.map((row) => row.map((cell) => (/["\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t')).join('\n');
}
