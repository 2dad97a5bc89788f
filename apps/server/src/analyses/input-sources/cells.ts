import { formatCount } from '@oncoloom/tool-kit';
import { CELLS_ROWS, type StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import type { Sources } from '../inputs/kind.ts';
import { describeFile } from './from-file.ts';

type Place = Parameters<typeof describeFile>[1];

/**
 * All cells of a file that is a table. Throws 409 while it is read, 422 where it is no table or has too many rows.
 *
 * @param rowsMax No more than the engine keeps cells of: 100,000.
 */
export async function cellsOf(
  sources: Sources,
  place: Place,
  file: StoredFile,
  rowsMax = CELLS_ROWS,
): Promise<{ columns: string[]; rows: string[][] }> {
  const { facts } = await describeFile(sources, place, file);
  if (facts.table === undefined) throw fieldError(place.field, `「${file.name}」不是这里要用的表，请换一个文件`);
  const { columns, rowCount } = facts.table;
  const tooMany = `「${file.name}」有 ${formatCount(rowCount)} 行，这里最多读 ${formatCount(rowsMax)} 行。请只留下要用的行，再上传`;
  if (rowCount > rowsMax) throw fieldError(place.field, tooMany);
  const cells = facts.table.cells ?? (await file.readCells())?.rows;
  if (cells === undefined)
    throw fieldError(
      place.field,
      `「${file.name}」有 ${formatCount(rowCount)} 行 ${formatCount(columns.length)} 列，太大了。请只留下要用的列，再上传`,
    );
  return { columns: [...columns], rows: cells.map((row) => [...row]) };
}
