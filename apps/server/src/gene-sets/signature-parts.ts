import { ImportError } from '../fetching/errors.ts';
import type { SignaturePart } from './signature-sources.ts';
import type { SignatureFile } from './signatures.ts';

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');
const cellsOf = (line: string): string[] => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

function numberOf(cell: string | undefined, file: string): number {
  const value = cell === undefined || cell === '' ? Number.NaN : Number(cell);
  if (!Number.isFinite(value)) throw new ImportError(`${file} 里的「${cell ?? ''}」不是数字，没有安装`);
  return value;
}

/** What a published file says, put into a signature. @throws ImportError where it is not what the register says. */
export function addPart(signature: SignatureFile, { part, as, file }: SignaturePart, text: string): void {
  const lines = linesOf(text);
  if (as === 'list') signature.lists[part] = lines.map((line) => cellsOf(line)[0] as string);
  else if (as === 'gmt')
    for (const [name = '', , ...genes] of lines.map(cellsOf)) signature.sets[name] = genes.filter((gene) => gene !== '');
  else if (as === 'column') {
    const rows = lines.map(cellsOf);
    signature.matrices[part] = {
      rows: rows.map(([name = '']) => name),
      columns: ['value'],
      values: rows.map(([, value]) => [numberOf(value, file)]),
    };
  } else signature.matrices[part] = matrixOf(lines, file);
}

function matrixOf(lines: readonly string[], file: string): SignatureFile['matrices'][string] {
  const [header = [], ...rows] = lines.map(cellsOf);
  const width = rows[0]?.length ?? 0;
  // The header of R's write.table lacks the name of the first column.
  const columns = header.length === width ? header.slice(1) : header;
  if (columns.length === 0 || rows.some((row) => row.length !== columns.length + 1)) throw new ImportError(`${file} 不是一张表，没有安装`);
  return {
    rows: rows.map(([name = '']) => name),
    columns,
    values: rows.map(([, ...cells]) => cells.map((cell) => numberOf(cell, file))),
  };
}

/** Different genes in a signature: of its sets, or the rows of its matrix `signature`. */
export function genesOf({ sets, matrices }: SignatureFile): number {
  return new Set([...Object.values(sets).flat(), ...(matrices.signature?.rows ?? [])]).size;
}
