import type { ColumnsParameter, FilesParameter, GroupsTableParameter } from '../declaration/parameters.ts';
import type { Codes } from '../words/codes.ts';

/** What the tools of several studies have in common. R: engine/R/statistics/studies. */

/** The matrices of the studies; each is read on its own scale and by its own names of genes. */
export const studyFiles = {
  kind: 'files',
  label: '数据集',
  input: 'expression',
  fileTypes: ['expression'],
  aliases: ['file_id', 'expression_file_id'],
  sourceField: 'source_analysis_ids',
  apart: true,
  min: 1,
  max: 10,
  help: '选 2–10 个表达矩阵或 GEO series matrix，每个是一个数据集，各自分析，不用先合并。计数、取过和没有取过对数的可以放在一起。几个数据集已在一个矩阵里时，分组表里要有一列写数据集。',
} as const satisfies FilesParameter;

/** The two groups of every study in one table; the form makes it of what each series says of its samples. */
export const studyGroups = {
  kind: 'groups-table',
  label: '分组',
  input: 'groups',
  of: 'file_ids',
  fileField: 'sample_groups_file_id',
  fileAliases: ['sample_groups_file'],
  help: '每个样本一行：sample 是样本名，group 是组名；各数据集用同样的两个组名。用下面的「各数据集的两组」来分最方便。',
} as const satisfies GroupsTableParameter;

/** The column that names the study of each sample; without it a file is a study. @param of The table that has it. */
export const studyColumn = (of: string) =>
  ({
    kind: 'columns',
    label: '数据集所在的列',
    of,
    multiple: false,
    optional: true,
    detect: [STUDY_COLUMN, '数据集', '研究', 'dataset', 'gse', 'series'],
    help: '表里写样本属于哪个数据集的列。没有这一列时，一个文件是一个数据集。',
    advanced: true,
  }) as const satisfies ColumnsParameter & { label: string; help: string };

/** What the form calls that column in the tables that it makes. */
export const STUDY_COLUMN = 'study';

/** How the values of a study come to logarithms, by the kind that its matrix was read as. */
export const STUDY_SCALES = {
  counts: { zh: '计数，TMM 和 voom', en: 'Counts, by TMM and voom' },
  linear: { zh: '先取 log2(x + 1)', en: 'log2(x + 1)' },
  log: { zh: '已取 log2', en: 'log2 as given' },
  'batch-corrected': { zh: '已去过批次的 log2', en: 'log2, batch-corrected' },
} as const satisfies Codes;
