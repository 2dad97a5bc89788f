const NEEDS_QUOTES = /[",]/;

const cellOf = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A result's tab separated table as CSV (RFC 4180, lines end by LF): for programs that take a table of commas as it is. No line stands
 * before the names of the columns, which such programs would take for them; what must be said of all rows is a last column `note`.
 *
 * @param chunks Lines of tabs without quotes, UTF-8. @param note What is said of all rows; null: no such column.
 */
export async function* asCsv(chunks: AsyncIterable<Buffer>, note: string | null): AsyncGenerator<Buffer> {
  // Bytes as characters: what is looked for is ASCII, and all others pass as they are.
  const said = note === null ? null : Buffer.from(note).toString('latin1');
  let rest = '';
  let header = true;
  const written = (line: string): string => {
    const more = said === null ? [] : [header ? 'note' : said];
    header = false;
    return `${[...line.split('\t'), ...more].map(cellOf).join(',')}\n`;
  };
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield Buffer.from(lines.map(written).join(''), 'latin1');
  }
  if (rest !== '') yield Buffer.from(written(rest), 'latin1');
}
