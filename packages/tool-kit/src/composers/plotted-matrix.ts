import type { ChoiceParameter, SampleTableParameter } from '../declaration/parameters.ts';
import { pastedTable } from './inputs.ts';
import { matrix, warn } from './requirements.ts';

/** What plotting tools that draw from a matrix have in common. R: engine/R/statistics/matrices/plotted-matrix.R. */

/** A matrix that is pasted in place of the file `file_id`. */
export const plottedTable = pastedTable({
  label: '粘贴的矩阵',
  input: 'pasted',
  maxColumns: 1001,
  help: '从 Excel 连同列名一起复制：第一列是基因名，其余每列一个样本，都是数字。',
});

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

/** By what the rows are chosen that are drawn. */
export const variabilityMeasure = {
  kind: 'choice',
  label: '按什么取',
  default: 'variance',
  options: [
    { value: 'variance', label: '方差' },
    { value: 'mad', label: '中位数绝对偏差', help: '不受个别离群样本影响。' },
    { value: 'mean', label: '平均值', help: '取表达最高的。' },
  ],
} as const satisfies ChoiceParameter;

/** Values that were not logged. @param why What is wrong with drawing them. */
export const unloggedPlot = (why: string) =>
  warn('not_logged', [matrix.unlogged], {
    message: `数值 {{minimum}}–{{maximum}}，没有取过对数：${why}。建议先做「对数转换」或「计数转换」，再从结果选择`,
  });
