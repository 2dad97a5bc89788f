import type {
  FileParameter,
  FlagParameter,
  GeneParameter,
  GenesParameter,
  GroupsTableParameter,
  IntegerParameter,
  TableParameter,
} from '../declaration/parameters.ts';

/** The expression matrix that most tools start from, under every name that requests use for it. */
export const expressionFile = {
  kind: 'file',
  label: '表达矩阵',
  input: 'expression',
  fileTypes: ['expression'],
  aliases: ['expression_file_id', 'input_01_expression_file'],
  help: '基因在行、样本在列，第一列是基因名或探针号。',
} as const satisfies FileParameter;

/** Values to be drawn: a table of them, or a matrix of expression. Each tool says what they are. */
export const valuesFile = {
  kind: 'file',
  label: '文件',
  input: 'values',
  fileTypes: ['table', 'expression'],
  accepts: ['matrix', 'score_matrix'],
  optional: true,
} as const satisfies FileParameter;

/** A table that is pasted in place of a file. @param own Its `input`, and what the tool says otherwise. */
export const pastedTable = (own: Partial<TableParameter> & Pick<TableParameter, 'input'>): TableParameter => ({
  kind: 'table',
  label: '粘贴的表',
  maxRows: 50_000,
  maxColumns: 50,
  optional: true,
  help: '从 Excel 复制后粘贴，第一行是列名。',
  ...own,
});

/** The gene that a public cohort is asked about. */
export const targetGene = {
  kind: 'gene',
  label: '基因',
  help: '一个基因。可以用基因符号、旧名或别名（如 PD-L1、HER2）、Ensembl 号或 Entrez 号。',
} as const satisfies GeneParameter;

/** The seed of random numbers. @param own What it decides, and what the tool says otherwise. */
export const randomSeed = (own: Partial<IntegerParameter> & Pick<IntegerParameter, 'help'>): IntegerParameter => ({
  kind: 'integer',
  label: '随机种子',
  default: 123,
  min: 0,
  max: 2_147_483_647,
  advanced: true,
  ...own,
});

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
