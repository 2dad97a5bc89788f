import { Readable } from 'node:stream';
import type { TableDeclaration, ToolDefinition } from '@oncoloom/tool-kit';
import { readResult } from '../../r-engine/results.ts';
import type { Storage } from '../../storage/storage.ts';
import type { EarlyTable } from '../tables.ts';

/** R cuts early tables at so many rows (EARLY_ROWS of engine/R/runtime/tables.R). */
const MOST_ROWS = 500;
/** Of its file: some hundred rows of any tool are far less. */
const MOST_BYTES = 1024 ** 2;

/**
 * Takes an early table out of the folder of a running job into the storage. Its place follows from its id: the job names no path.
 * Throws where the table is not declared, has other columns, uneven or too many rows, or is no file of the job's own.
 */
export async function keepEarlyTable(
  storage: Storage,
  tool: ToolDefinition,
  folder: string,
  id: string,
): Promise<Omit<EarlyTable, 'total' | 'told'>> {
  const declaration = Object.hasOwn(tool.tables, id) ? tool.tables[id] : undefined;
  if (declaration === undefined || declaration.matrix === true)
    throw new Error(`${tool.taskType} told an early table that is not declared, or a matrix`);
  const text = await readResult(folder, `early/${id}.tsv`, MOST_BYTES);
  const shape = shapeOf(text, declaration);
  const blob = await storage.put(Readable.from([Buffer.from(text)]));
  return { id, sha256: blob.sha256, bytes: blob.size, ...shape };
}

/** Rows and columns of a table's text, as its declaration has them. */
function shapeOf(text: string, declaration: TableDeclaration): { rows: number; columns: string[] } {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const columns = head.split('\t');
  const declared = declaration.columns.map(({ name }) => name);
  const rest = declaration.rest === undefined ? [] : columns.filter((name) => !declared.includes(name));
  const place = declaration.rest?.before === undefined ? declared.length : declared.indexOf(declaration.rest.before);
  const wanted = declared.toSpliced(place, 0, ...rest);
  if (new Set(columns).size < columns.length || wanted.length !== columns.length || wanted.some((name, i) => columns[i] !== name))
    throw new Error(`an early table has other columns than declared: ${head.slice(0, 200)}`);
  if (lines.length > MOST_ROWS) throw new Error(`an early table has ${lines.length} rows`);
  if (lines.some((line) => line.split('\t').length !== columns.length)) throw new Error('an early table has uneven rows');
  return { rows: lines.length, columns };
}
