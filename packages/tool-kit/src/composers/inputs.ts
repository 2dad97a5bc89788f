import type { FileParameter, FlagParameter, GenesParameter, GroupsTableParameter } from '../parameters.ts';

/** The expression matrix that most tools start from, under every name that requests use for it. */
export const expressionFile = {
  kind: 'file',
  label: '表达矩阵',
  input: 'expression',
  fileTypes: ['expression'],
  aliases: ['expression_file_id', 'input_01_expression_file'],
  help: '基因在行、样本在列，第一列是基因名或探针号。',
} as const satisfies FileParameter;

/** {sample, group, …} of the matrix `file_id`. */
export const sampleGroups = {
  kind: 'groups-table',
  label: '分组',
  input: 'groups',
  of: 'file_id',
  fileField: 'sample_groups_file_id',
  fileAliases: ['sample_groups_file'],
  help: '每个样本一行：sample 是样本名，group 是组名；批次、年龄、患者编号可另加列。',
} as const satisfies GroupsTableParameter;

/** Rows of the matrix that are wanted: the flag, and the list that it opens. R: `pick_genes`. */
export const partialRows = {
  extract_partial_rows: {
    kind: 'flag',
    label: '只要部分基因',
    default: false,
    help: '打开后填写基因名单，结果只含这些基因。',
  },
  target_gene_list: {
    kind: 'genes',
    label: '基因名单',
    max: 5000,
    optional: true,
    when: { parameter: 'extract_partial_rows', is: [true] },
    help: '基因名、Ensembl 号或 Entrez 号，可从表格整列粘贴。旧名和别名会换成表里的写法，并在结果里说明。',
  },
} as const satisfies { extract_partial_rows: FlagParameter; target_gene_list: GenesParameter };
