import type { MatrixKind } from '@oncoloom/contract';

/** What the numbers of a matrix are, for a reader. */
export const MATRIX_KIND_WORDS: Record<MatrixKind, string> = {
  counts: '原始计数',
  log: '已取 log2 的数据',
  linear: '没有取过 log2 的数据',
  'batch-corrected': '去过批次的数据',
};
