import type { FileType, UserType } from '@oncoloom/contract';
import type { GuardedText, GuardLimits } from './guard.ts';
import { FileRefused } from './refusal.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Bytes of one file, unpacked. */
const FILE_BYTES: Record<UserType, number> = { new: 500 * MB, trial: 1 * GB, pay: 2 * GB };

const SAMPLES = 5_000;
/** Descriptions of genes that may stand beside the samples. */
const COLUMNS_BESIDE = 50;
/** Types whose columns are looked at one by one. */
const TABLES: ReadonlySet<FileType> = new Set(['groups', 'survival', 'annotation', 'table']);
const MATRIX_ROWS = 100_000;
const TABLE_ROWS = 2_000_000;

/** A matrix may lie on its side, its genes in columns: it is told to be turned. */
export function guardLimits(userType: UserType): GuardLimits {
  return { bytes: FILE_BYTES[userType], columns: MATRIX_ROWS, rows: TABLE_ROWS, cells: 200_000_000 };
}

/**
 * What depends on the kind of table, known once the upload is complete.
 * @throws FileRefused
 */
export function checkShape(guarded: GuardedText, fileType: FileType | null): void {
  const columns = guarded.columns - 1;
  if (guarded.rows === 0 && fileType !== 'gene_list') {
    throw new FileRefused(422, 'no_rows', '文件里只有一行，没有数据行。第一行是表头，数据从第二行开始');
  }
  if (fileType === 'expression' && guarded.rows > SAMPLES) checkMatrix(guarded.rows, columns);
  if (columns <= SAMPLES + COLUMNS_BESIDE) return;
  // Only a matrix that lies on its side may be wider: few rows, and its kind told or yet to be told.
  if (fileType === null && guarded.rows > SAMPLES) checkMatrix(guarded.rows, columns);
  if (fileType !== null && TABLES.has(fileType)) {
    throw new FileRefused(
      422,
      'too_wide',
      `这张表有 ${guarded.columns.toLocaleString('en-US')} 列，最多 5,000 列。如果它是表达矩阵，请上传时选「表达矩阵」；否则请删去不用的列，再上传`,
    );
  }
}

/**
 * @param columns samples
 * @throws FileRefused
 */
export function checkMatrix(rows: number, columns: number): void {
  if (columns > SAMPLES) throw new FileRefused(413, 'too_wide', '表达矩阵超过 5,000 个样本。请减少样本；如果行列反了，请先转置，再上传');
  if (rows > MATRIX_ROWS) throw new FileRefused(413, 'too_many_rows', '表达矩阵超过 100,000 行。请先去掉不表达的行，再上传');
}
