import type { MatrixFacts, MatrixKind } from '@oncoloom/contract';

const MATRIX_KIND_WORDS: Record<MatrixKind, string> = {
  counts: '原始计数',
  log: '已取 log2 的数据',
  linear: '没有取过 log2 的数据',
  'batch-corrected': '去过批次的数据',
  scores: '基因集的打分',
};

/** What the numbers of a matrix are, for a reader. */
export function matrixKindWord({ kind, logBase }: Pick<MatrixFacts, 'kind' | 'logBase'>): string {
  return kind === 'log' && logBase === 10 ? '已取 log10 的数据' : MATRIX_KIND_WORDS[kind];
}
