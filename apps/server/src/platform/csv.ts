/** Without it Excel takes UTF-8 for the system's own encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One cell. A text that begins like a formula stays a text in Excel. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cell).join()}\r\n`;
}
