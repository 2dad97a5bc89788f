import type { SampleTableParameter, TableParameter } from '../parameters.ts';
import { matrix, warn } from './requirements.ts';

/** What plotting tools that draw from a matrix have in common. R: engine/R/statistics/plotted-matrix.R. */

/** A matrix that is pasted in place of the file `file_id`. */
export const plottedTable = {
  kind: 'table',
  label: '粘贴的矩阵',
  input: 'pasted',
  maxRows: 50_000,
  maxColumns: 1001,
  optional: true,
  help: '从 Excel 连同列名一起复制：第一列是基因名，其余每列一个样本，都是数字。',
} as const satisfies TableParameter;

/** What is known of the samples of the matrix, for colours and names. */
export const sampleAnnotations = {
  kind: 'sample-table',
  label: '样本信息',
  input: 'annotations',
  of: 'file_id',
  fileField: 'sample_annotations_file_id',
  fileAliases: ['sample_groups_file_id'],
  optional: true,
} as const satisfies SampleTableParameter;

/** Values that were not logged. @param why What is wrong with drawing them. */
export const unloggedPlot = (why: string) =>
  warn('not_logged', [matrix.unlogged], {
    message: `数值 {{minimum}}–{{maximum}}，没有取过对数：${why}。建议先做「对数转换」或「计数转换」，再从结果选择`,
  });
