/**
 * What results hold that other tools can go on from. A result says what it `produces`, a parameter what it `accepts`: which tools follow
 * each other, what a picker offers and what a request may name follow from these two, and no tool names another.
 */
import type { Clause } from '../declaration/clauses.ts';

/** All that there is, by the word that a reader knows. */
const CAPABILITIES = {
  differential_genes: '差异基因',
  matrix: '表达矩阵',
  gene: '单个基因',
  gene_list: '基因名单',
  gene_score: '多基因评分',
  ranked_genes: '排序的基因',
  survival_screen: '逐个基因的生存检验',
  hazard_ratios: '风险比',
  survival_model: '生存模型',
  binary_model: '诊断模型',
  sample_probabilities: '每个样本的概率',
  coexpression_input: 'WGCNA 软阈值的结果',
  module_labels: '基因模块或簇',
  module_network: 'WGCNA 模块的结果',
  scored_sets: '基因集的统计量',
  score_matrix: '打分矩阵',
  immune_fractions: '免疫细胞比例',
} as const;
export type Capability = keyof typeof CAPABILITIES;

/** Columns of the table by their role; `never` for a table whose columns are named by the data, such as samples. */
interface Roles {
  /** The run's own thresholds are `rows`. Shown with their direction: `logFC` is positive where the case group is higher. */
  differential_genes: { gene: string; logFC: string; padj: string; statistic?: string };
  /** A table that is stored as a matrix; of which kind its numbers are is a fact of each result. */
  matrix: Record<string, never>;
  gene_list: { gene: string };
  /** Genes that one score is made of, as they were asked for; how is among the values of the run. */
  gene_score: { gene: string };
  ranked_genes: { gene: string; value: string };
  survival_screen: { gene: string; p: string; padj: string };
  /** A row may be a gene or another factor. */
  hazard_ratios: { gene: string; hr: string; lower: string; upper: string; p: string };
  /** A fitted model as it is handed on. R: `model_table`. */
  survival_model: { part: string; name: string; value: string };
  /** A fitted model of a two-valued outcome. R: `logistic_table`. */
  binary_model: { part: string; name: string; value: string };
  /** What models that had not seen a sample said of it. */
  sample_probabilities: { sample: string; probability: string };
  /** A matrix that was prepared for a network, with the power that was recommended for it. */
  coexpression_input: Record<string, never>;
  module_labels: { gene: string; module: string };
  /** The matrix that modules were built on; it carries the module of each gene and the type of the network. */
  module_network: Record<string, never>;
  /** Gene sets with a signed statistic of each: NES, t. */
  scored_sets: { set: string; value: string; padj: string };
  /** Sets in rows, samples in the other columns. */
  score_matrix: { set: string };
  /** Samples in rows, cell types in the other columns. */
  immune_fractions: { sample: string };
}

interface TableProduct<What extends keyof Roles> {
  what: What;
  table: string;
  columns: Roles[What];
  /** Only the rows for which all of these hold. */
  rows?: readonly Clause[];
  /** Where the genes stand that a list could have held: the background of an enrichment of it. None are known where it has no rows. */
  universe?: { table: string; gene: string };
  /** Of labels: what they are of, where they are of no modules. */
  partsAre?: 'clusters';
  /**
   * Of several comparisons: where all of them stand below each other, with the same columns, by the column of their names; a column that marks rows
   * which no list takes; where the genes that pass the thresholds are counted; and the fact that names the main one, which the product's own table has.
   */
  comparisons?: { table: string; name: string; doubted: string; counts: { table: string; name: string; count: string }; main: string };
  /** Tools that make one of these of it are no next step, though they would take it: a matrix may be good to look at and bad to test on. */
  notFor?: readonly Capability[];
}

/** What a result holds, by table and columns. A single gene is no table: it is what the run was asked for, with its cohort. */
export type Product = { [What in keyof Roles]: TableProduct<What> }[keyof Roles] | { what: 'gene' };

/** What a parameter takes, in words: 「差异基因或排序的基因」. */
export function capabilityWords(accepted: readonly Capability[]): string {
  return accepted.map((what) => CAPABILITIES[what]).join('或');
}

/** What a list of genes is taken from; of a comparison with its direction and what it tested, of modules one of them with all genes of the network. */
export const LIST_SOURCES = ['differential_genes', 'gene_list', 'module_labels'] as const satisfies readonly Capability[];
/** What genes are ranked by. */
export const RANKING_SOURCES = ['differential_genes', 'ranked_genes'] as const satisfies readonly Capability[];

/** The product of this kind, where a result holds one. */
export function productOf<What extends Product['what']>(
  { produces }: { produces: readonly Product[] },
  what: What,
): Extract<Product, { what: What }> | undefined {
  return produces.find((one): one is Extract<Product, { what: What }> => one.what === what);
}

/** Parts of a result of which one at a time is gone on with, and what one is called. */
export interface ResultParts {
  word: '模块' | '簇' | '对比';
  table: string;
  /** The column of their names. */
  name: string;
  /** The column that counts the genes of each; without one each row is a gene of the part that it names. */
  count?: string;
}

/** Modules of a network, clusters of courses, comparisons of several groups. */
export function resultParts(tool: { produces: readonly Product[] }): ResultParts | undefined {
  const labels = productOf(tool, 'module_labels');
  if (labels !== undefined)
    return { word: labels.partsAre === 'clusters' ? '簇' : '模块', table: labels.table, name: labels.columns.module };
  return comparisonParts(tool);
}

/** Comparisons of several groups: the parts of a result of which each ranks all genes by itself. */
export function comparisonParts(tool: { produces: readonly Product[] }): ResultParts | undefined {
  const counts = productOf(tool, 'differential_genes')?.comparisons?.counts;
  return counts === undefined ? undefined : { word: '对比', ...counts };
}

/** Where a result tells which genes a list of its genes could have held, and the column that has a number for those alone. */
export function universeOf(tool: { produces: readonly Product[] }): { table: string; gene: string; tested?: string } | undefined {
  const compared = productOf(tool, 'differential_genes');
  if (compared !== undefined) return { table: compared.table, gene: compared.columns.gene, tested: compared.columns.padj };
  return productOf(tool, 'gene_list')?.universe;
}

/** The rows of a comparison that pass the thresholds of its run, the parameters `log2fc` and `padj`. */
export const changedRows = (columns: { logFC: string; padj: string }) =>
  [
    { column: columns.padj, is: '<', value: { parameter: 'padj' } },
    { column: columns.logFC, is: '|>=|', value: { parameter: 'log2fc' } },
  ] as const satisfies readonly Clause[];
