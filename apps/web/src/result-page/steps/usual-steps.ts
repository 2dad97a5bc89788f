import type { MatrixFacts, RowSubject, TaskType } from '@oncoloom/contract';
import type { AnyTool, Capability } from '@oncoloom/tool-kit';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { followUps, heldAs, type Reached } from './follow-ups.ts';

/** What usually follows, and why, in a few words. */
interface UsualStep {
  taskType: TaskType;
  why: string;
  /** After a matrix: only after one of which all of these hold. */
  after?: Partial<Pick<MatrixFacts, 'kind' | 'identifiers'>>;
  /** Only where the rows of the result are such. */
  rows?: RowSubject;
}

const GO: UsualStep = { taskType: 'go_enrichment', why: '看这些基因集中在哪些功能', rows: 'gene' };
const KEGG: UsualStep = { taskType: 'kegg_enrichment', why: '看这些基因集中在哪些通路', rows: 'gene' };
const GSEA: UsualStep = { taskType: 'gsea_enrichment', why: '不设阈值，按全部基因的排序看通路', rows: 'gene' };
/** Goes on from the data of the run: no tool takes a list of probes for genes. */
const TO_GENES: UsualStep = { taskType: 'microarray_normalization', why: '探针先换成基因名，才能做富集', rows: 'probe' };
const PCA: UsualStep = { taskType: 'batch_pca_plot', why: '看样本按组分开，还是按批次' };
const LASSO = '从候选基因里选出少数几个，建风险评分';
const NOMOGRAM: UsualStep = { taskType: 'survival_nomogram', why: '与临床变量一起预测生存率' };

/** By what a result holds; of a result that holds several, in this order. Of two with one name the one of the result's own menu is meant. */
const USUAL_STEPS: readonly (readonly [Capability, readonly UsualStep[]])[] = [
  ['survival_model', [{ taskType: 'risk_model_validation', why: '换一批患者，看模型还成不成立' }, NOMOGRAM]],
  ['binary_model', [{ taskType: 'diagnostic_model_validation', why: '换一批样本，看模型还成不成立' }]],
  ['sample_probabilities', [{ taskType: 'diagnostic_nomogram', why: '与临床变量一起画成列线图' }]],
  [
    'hazard_ratios',
    [
      { taskType: 'lasso_analysis', why: LASSO },
      { taskType: 'bulk_lasso_regression', why: LASSO },
      NOMOGRAM,
      { taskType: 'plot_forest', why: '选几个基因画森林图' },
      { taskType: 'forest_plot', why: '选几行另画森林图' },
    ],
  ],
  [
    'survival_screen',
    [
      { taskType: 'plot_km_survival_curve', why: '给筛出的基因画生存曲线' },
      { taskType: 'lasso_analysis', why: LASSO },
    ],
  ],
  ['differential_genes', [TO_GENES, GO, KEGG, GSEA]],
  ['coexpression_input', [{ taskType: 'bulk_wgcna_stage2', why: '按选好的软阈值分出基因模块' }]],
  ['module_labels', [TO_GENES, GO, KEGG]],
  ['module_network', [{ taskType: 'wgcna_module_preservation', why: '换一份数据，看模块还在不在' }]],
  [
    'matrix',
    [
      { taskType: 'microarray_normalization', why: '行名是探针号，先换成基因名', after: { identifiers: 'probe' } },
      { taskType: 'bulk_deseq2_diff', why: '原始计数，找组间有差异的基因', after: { kind: 'counts' } },
      { taskType: 'count_expression_transform', why: '画图和聚类之前，先换成 log2', after: { kind: 'counts' } },
      { taskType: 'log_transform', why: '没有取过对数，先取 log2', after: { kind: 'linear' } },
      { taskType: 'limma_differential_analysis', why: '找组间有差异的基因', after: { kind: 'log' } },
      PCA,
      { taskType: 'heatmap_analysis', why: '看一批基因在各样本里的高低' },
      { taskType: 'bulk_wgcna_stage1', why: '找一起升降的基因模块', after: { kind: 'log' } },
    ],
  ],
  [
    'score_matrix',
    [
      { taskType: 'gsva_differential_pathway', why: '比较两组的通路打分' },
      { taskType: 'heatmap_analysis', why: '看各样本的通路打分' },
    ],
  ],
  ['scored_sets', [{ taskType: 'bidirectional_barplot', why: '上调和下调的通路画在一张图里' }]],
  ['immune_fractions', [{ taskType: 'immune_agreement', why: '与另一种方法比，看结论一不一致' }]],
  ['gene_list', [GO, KEGG]],
  ['ranked_genes', [GSEA]],
  [
    'gene_score',
    [
      { taskType: 'clinical_feature_correlation', why: '看评分与分期、年龄等有没有关系' },
      { taskType: 'single_gene_tme_diff_analysis', why: '看评分与免疫、基质细胞的多少有没有关系' },
      { taskType: 'pan_cancer_survival', why: '把同一个评分放到全部队列里看' },
    ],
  ],
  [
    'gene',
    [
      { taskType: 'survival_analysis', why: '看它与总生存有没有关系' },
      { taskType: 'single_gene_differential_expression', why: '看它在肿瘤和正常里的高低' },
      { taskType: 'coexpression_analysis', why: '看哪些基因与它一起变化' },
    ],
  ],
];

/** A tool that goes on, with the reason. */
interface NextStep {
  entry: MenuEntry;
  why: string;
}

/** More are not read. */
const SHOWN = 3;
const OWN_PLOT = '把这次的结果画成别的图';

const fits = ({ after = {}, rows }: UsualStep, reached: Reached): boolean =>
  (rows === undefined || rows === reached.rows) &&
  Object.entries(after).every(([fact, value]) => reached.matrix?.[fact as keyof typeof after] === value);

/** Tools that go on from a result: the usual ones, three at most and no two of one name, then its own plots; and all others, in the order of `followUps`. */
export function nextSteps(
  tool: AnyTool,
  reached: Reached,
  pages: readonly MenuEntry[] = toolPages,
): { steps: NextStep[]; others: MenuEntry[] } {
  const possible = followUps(tool, reached, pages);
  const held = new Set<Capability>(tool.produces.map((product) => heldAs(product, reached)));
  const usual = USUAL_STEPS.flatMap(([what, steps]) => (held.has(what) ? steps : [])).flatMap((step): NextStep[] => {
    const entry = (step === TO_GENES ? pages : possible).find(({ taskType }) => taskType === step.taskType);
    return entry === undefined || !fits(step, reached) ? [] : [{ entry, why: step.why }];
  });
  const plots = possible.filter(({ partOf }) => partOf === tool.taskType).map((entry): NextStep => ({ entry, why: OWN_PLOT }));
  const candidates = [...usual, ...plots];
  const nearest = (title: string) => {
    const named = candidates.filter(({ entry }) => entry.title === title);
    return named.find(({ entry }) => entry.family === reached.family) ?? named[0];
  };
  const steps = candidates.filter((step) => nearest(step.entry.title) === step).slice(0, SHOWN);
  return { steps, others: possible.filter((entry) => !steps.some((step) => step.entry === entry)) };
}
