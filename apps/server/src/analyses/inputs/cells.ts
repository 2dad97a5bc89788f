import { formatCount } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { describeFile } from './from-file.ts';
import type { Sources } from './kind.ts';

type Place = Parameters<typeof describeFile>[1];

/** All cells of a file that is a small table. Throws 409 while it is read, 422 where it is no table or has too many rows. */
export async function cellsOf(sources: Sources, place: Place, file: StoredFile): Promise<{ columns: string[]; rows: string[][] }> {
  const { facts } = await describeFile(sources, place, file);
  if (facts.table === undefined) throw fieldError(place.field, `「${file.name}」不是这里要用的表，请换一个文件`);
  const { columns, cells, rowCount } = facts.table;
  if (cells === undefined)
    throw fieldError(place.field, `「${file.name}」有 ${formatCount(rowCount)} 行，这里最多读 20,000 行。请只留下要用的行，再上传`);
  return { columns: [...columns], rows: cells.map((row) => [...row]) };
}
