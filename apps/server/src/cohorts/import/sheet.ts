import { DamagedSource } from '../../fetching/errors.ts';
import { readLines } from './lines.ts';
import type { Located } from './sources.ts';

/** A row of a small table, by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

export interface Sheet {
  columns: readonly string[];
  rows: readonly Row[];
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');

/** Throws DamagedSource where a column is not there that this kind of file has. */
export function checkColumns({ name, file }: Located, columns: readonly string[]): void {
  const { first, others = [] } = file.columns;
  const lacking = [...(first.includes(columns[0] ?? '') ? [] : [first[0] ?? '']), ...others.filter((column) => !columns.includes(column))];
  if (lacking.length > 0)
    throw new DamagedSource(name, `没有 ${lacking.join('、')} 列，不是预期的文件（读到的是 ${columns.slice(0, 4).join('、')} …）`);
}

/** A small table with a header. Latin-1 where its bytes are no UTF-8, as Toil's sample sheet. @throws DamagedSource */
export async function readSheet(path: string, located: Located): Promise<Sheet> {
  const lines: Buffer[] = [];
  for await (const line of readLines(path, located.name)) lines.push(Buffer.from(line));
  const text = decode(Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))).trimEnd();
  const [header = '', ...rest] = text.split('\n');
  const columns = header.split('\t').map(unquoted);
  checkColumns(located, columns);
  const rows = rest.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, i) => [column, unquoted(cells[i] ?? '')]));
  });
  return { columns, rows };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
