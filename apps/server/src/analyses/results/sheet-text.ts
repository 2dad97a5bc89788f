/** A whole cell that a spreadsheet could take for a formula by its first character. */
const CELL = /(^|[\t\n])([=+\-@][^\t\n]*)/g;
const NUMBER = /^[+-](\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** What stands for itself: a sign alone, such as a strand, and the infinite numbers. */
const PLAIN = new Set(['+', '-', '@', '-Inf', '+Inf']);

const asText = (cell: string): string => (PLAIN.has(cell) || NUMBER.test(cell) ? cell : `'${cell}`);

/**
 * A tab separated table as spreadsheets may open it: a cell that begins like a formula and is no number gets an apostrophe, the
 * spreadsheets' own sign for a text. Every other byte stays. Names of genes do not begin so; a file that somebody has made may.
 */
export async function* withoutFormulas(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  // Bytes as characters: what is looked for is ASCII, and all others pass as they are.
  const changed = (text: string) =>
    Buffer.from(
      text.replace(CELL, (_, before: string, cell: string) => `${before}${asText(cell)}`),
      'latin1',
    );
  for await (const chunk of chunks) {
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (end > 0) yield changed(text.slice(0, end));
  }
  if (rest !== '') yield changed(rest);
}
