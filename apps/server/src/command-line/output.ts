import { csvLine } from '../platform/csv.ts';

/** Where a command speaks to. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Writes a new file for the operator, where the command's own process may not. Rejects as `writeFile` does. */
  save?: ((path: string, text: string) => Promise<void>) | undefined;
}

/** `progress` shows one line in the place of the one before. */
export interface ProgressTerminal extends Terminal {
  progress(text: string): void;
}

export interface Column<Row> {
  title: string;
  of(row: Row): string | number | null;
}

/** Characters that a terminal shows two columns wide: Chinese, its punctuation and full-width forms, Hangul, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Marks that stand on the character before them. */
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns of a terminal that a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) if (!NO_WIDTH.test(character)) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** What users have typed must not speak to the operator's terminal: control characters become visible. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '·');
}

/** Rows below their titles, columns apart by two blanks; numbers are aligned to the right. */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const values = rows.map((row) => columns.map((column) => column.of(row)));
  const cells = values.map((row) => row.map((value) => plain(value === null ? '—' : String(value))));
  const lines = [columns.map((column) => column.title), ...cells];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => displayWidth(line[i] ?? ''))));
  const isNumber = columns.map((_, i) => values.length > 0 && values.every((row) => row[i] === null || typeof row[i] === 'number'));
  const pad = (text: string, i: number) => {
    const blanks = ' '.repeat((widths[i] ?? 0) - displayWidth(text));
    return isNumber[i] ? blanks + text : text + blanks;
  };
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

/** One thing: names and values below one another. */
export function formatFacts(facts: Readonly<Record<string, string | number | null>>): string {
  const width = Math.max(...Object.keys(facts).map(displayWidth));
  return Object.entries(facts)
    .map(([name, value]) => `${name}${' '.repeat(width - displayWidth(name))}  ${plain(value === null ? '—' : String(value))}`)
    .join('\n');
}

export function formatCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return [columns.map((column) => column.title), ...rows.map((row) => columns.map((column) => column.of(row)))].map(csvLine).join('');
}

/** A list as JSON or as a table with its count. */
export function printList<Row>(
  terminal: Terminal,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { json }: { json?: boolean },
): void {
  if (json === true) terminal.out(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) terminal.out('没有符合条件的记录。');
  else terminal.out(`${formatTable(columns, rows)}\n\n共 ${rows.length} 条`);
}
