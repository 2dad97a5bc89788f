/** The lines of a tab separated table with its cells told otherwise; `cellsOf` says how, by column; `comment` stands in place of a line before the head. */
export async function* withCells(
  chunks: AsyncIterable<Buffer>,
  cellsOf: (column: string) => (cell: string) => string,
  comment?: string,
): AsyncGenerator<Buffer> {
  let changes: ((cell: string) => string)[] | undefined;
  const told = (line: string): string => {
    if (comment !== undefined && changes === undefined && line.startsWith('# ')) return comment;
    const cells = line.split('\t');
    if (changes !== undefined) return cells.map((cell, i) => changes?.[i]?.(cell) ?? cell).join('\t');
    changes = cells.map(cellsOf);
    return line;
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(0x0a) + 1;
    rest = bytes.subarray(end);
    if (end === 0) continue;
    const lines = bytes.toString('utf8', 0, end - 1).split('\n');
    yield Buffer.from(`${lines.map(told).join('\n')}\n`);
  }
  if (rest.length > 0) yield Buffer.from(told(rest.toString('utf8')));
}
