import { both } from '../declaration/told.ts';
import type { Codes } from '../words/codes.ts';
import { NAME_LIST } from '../words/codes.ts';

/** Words of cells that tables of several tools have. Those of one tool or composer stand beside it. */

/** The change of a gene. */
export const CHANGES = {
  up: { zh: '上调', en: 'Up' },
  down: { zh: '下调', en: 'Down' },
  none: { zh: '不显著', en: 'Not significant' },
} as const satisfies Codes;

export const TISSUES = {
  tumour: { zh: '肿瘤', en: 'Tumour' },
  normal: { zh: '正常', en: 'Normal' },
  gtex: { zh: 'GTEx 正常', en: 'GTEx normal' },
} as const satisfies Codes;

/** Patients by a gene's expression. */
export const EXPRESSION_SIDES = {
  high: { zh: '高表达', en: 'High expression' },
  low: { zh: '低表达', en: 'Low expression' },
  middle: { zh: '中间，不比较', en: 'In between, not compared' },
} as const satisfies Codes;

/** Patients by a risk score. */
export const RISK_SIDES = {
  high: { zh: '高风险', en: 'High risk' },
  low: { zh: '低风险', en: 'Low risk' },
} as const satisfies Codes;

/** Was a variable taken into a model? */
export const CHOSEN = {
  yes: { zh: '入选', en: 'Selected' },
  no: { zh: '未入选', en: 'Not selected' },
} as const satisfies Codes;

/** How the name of a gene was found. */
export const GENE_MATCHES = {
  same: { zh: '同名', en: 'same name' },
  case: { zh: '大小写不同', en: 'other letter case' },
  version: { zh: '去掉版本号', en: 'without the version' },
  ensembl: { zh: '由 Ensembl 号', en: 'by Ensembl id' },
  entrez: { zh: '由 Entrez 号', en: 'by Entrez id' },
  symbol: { zh: '由基因符号', en: 'by gene symbol' },
  former: { zh: '表里是旧名', en: 'former name in the table' },
  alias: { zh: '由别名或旧名', en: 'by alias or former name' },
  mitochondrial: { zh: '线粒体基因的另一种写法', en: 'other spelling of a mitochondrial gene' },
  absent: { zh: '没有找到', en: 'not found' },
  alias_taken: { zh: '别名，该基因另有一行', en: 'alias of a gene that has a row of its own' },
  same_row: { zh: '与另一个基因是同一行', en: 'same row as another gene' },
  clinical: { zh: '临床变量', en: 'clinical variable' },
  absent_bare: { zh: '没有找到，去掉版本号后保留', en: 'not found, kept without the version' },
  absent_kept: { zh: '没有找到，按原样保留', en: 'not found, kept as it is' },
} as const satisfies Codes;

/** The same with what several tools say beside it. */
export const LISTED_GENE_MATCHES = {
  ...GENE_MATCHES,
  unannotated: { zh: '{how}，没有注释', en: '{how}, not annotated' },
  repeated: { zh: '{how}，与名单里的另一个写法是同一个基因', en: '{how}, same gene as another entry of the list' },
} as const satisfies Codes;

/** Tests of values between groups. */
export const GROUP_TESTS = {
  none: { zh: '未检验', en: 'not tested' },
  rank_sum_exact: { zh: 'Wilcoxon 秩和检验（精确）', en: 'exact Wilcoxon rank-sum test' },
  rank_sum_normal: { zh: 'Wilcoxon 秩和检验（正态近似）', en: 'Wilcoxon rank-sum test (normal approximation)' },
  welch_t: { zh: 't 检验（Welch）', en: 'Welch’s t test' },
  pooled_t: { zh: 't 检验（各组合并方差）', en: 't test with the pooled variance of all groups' },
  kruskal: { zh: 'Kruskal–Wallis 检验', en: 'Kruskal–Wallis test' },
  anova: { zh: '单因素方差分析', en: 'one-way analysis of variance' },
  welch_anova: { zh: 'Welch 方差分析', en: 'Welch’s analysis of variance' },
  signed_rank_exact: { zh: 'Wilcoxon 符号秩检验（精确）', en: 'exact Wilcoxon signed-rank test' },
  signed_rank_normal: { zh: 'Wilcoxon 符号秩检验（正态近似）', en: 'Wilcoxon signed-rank test (normal approximation)' },
  paired_t: { zh: '配对 t 检验', en: 'paired t test' },
  friedman: { zh: 'Friedman 检验', en: 'Friedman test' },
} as const satisfies Codes;

/** The same, where the two ways of a rank-sum test are not told apart. */
export const SCORE_TESTS = {
  rank_sum: { zh: 'Wilcoxon 秩和检验', en: 'Wilcoxon rank-sum test' },
  kruskal: GROUP_TESTS.kruskal,
  none: GROUP_TESTS.none,
} as const satisfies Codes;

export const CORRELATION_TESTS = {
  none: GROUP_TESTS.none,
  pearson: { zh: 'Pearson 相关', en: 'Pearson correlation' },
  spearman_exact: { zh: 'Spearman 相关（精确）', en: 'Spearman correlation (exact)' },
  spearman: { zh: 'Spearman 相关（近似）', en: 'Spearman correlation (approximate)' },
  kendall_exact: { zh: 'Kendall 相关（精确）', en: 'Kendall correlation (exact)' },
  kendall: { zh: 'Kendall 相关（近似）', en: 'Kendall correlation (approximate)' },
} as const satisfies Codes;

/** What an effect between groups is called. */
export const EFFECTS = {
  rank_biserial: { zh: '秩二列相关 r', en: 'rank-biserial r' },
  matched: { zh: '配对的秩二列相关 r', en: 'matched rank-biserial r' },
  hedges: { zh: "Hedges' g（每对之差）", en: 'Hedges’ g of the differences within pairs' },
  hedges_g: both("Hedges' g"),
  cohen: both("Cohen's d"),
  kendall: both("Kendall's W"),
  epsilon: both('ε²'),
  eta: both('η²'),
  rho: both('ρ'),
} as const satisfies Codes;

/** Tests of survival curves and of hazard ratios. */
export const SURVIVAL_TESTS = {
  peto: { zh: 'Peto–Peto（看重早期的差别）', en: 'Peto–Peto (weights early differences)' },
  gehan: { zh: 'Gehan–Breslow–Wilcoxon（看重早期的差别）', en: 'Gehan–Breslow–Wilcoxon (weights early differences)' },
  tarone_ware: { zh: 'Tarone–Ware（略看重早期的差别）', en: 'Tarone–Ware (weights early differences somewhat)' },
  fleming_harrington: both('Fleming–Harrington G({rho}, {gamma})'),
  max_combo: { zh: 'Max-combo（兼顾早期和晚期的差别）', en: 'Max-combo (early and late differences)' },
  searched: { zh: '最大选择秩统计量（Lau92 校正）', en: 'maximally selected rank statistic (Lau92 correction)' },
  cox: { zh: 'Cox 回归（{test}）', en: 'Cox regression ({test})' },
  ratio: { zh: '似然比', en: 'likelihood ratio' },
} as const satisfies Codes;

/** What a weighted test of survival curves looks at most. */
export const TEST_WEIGHTS = {
  all: { zh: '各时间的权重相同', en: 'equal weights at all times' },
  early: { zh: '看重早期的差别', en: 'weights early differences' },
  middle: { zh: '看重中期的差别', en: 'weights differences in the middle' },
  late: { zh: '看重晚期的差别', en: 'weights late differences' },
  any: { zh: '早期、晚期和全程的差别都看', en: 'early, late and lasting differences' },
} as const satisfies Codes;

/** How patients are parted by a value. */
export const CUT_WAYS = {
  median: { zh: '中位数', en: 'Median' },
  quartile: { zh: '上下四分位数', en: 'Upper and lower quartile' },
  tertile: { zh: '上下三分位数', en: 'Upper and lower tertile' },
  optimal: { zh: '最佳截断值', en: 'Best cut-off' },
  value: { zh: '指定的截断值', en: 'Given cut-off' },
} as const satisfies Codes;

export const CUTOFF_SIDES = {
  above: { zh: '高于截断值', en: 'above the cut-off' },
  below: { zh: '低于截断值', en: 'below the cut-off' },
  at_least: { zh: '不低于截断值', en: 'at or above the cut-off' },
  at_most: { zh: '不高于截断值', en: 'at or below the cut-off' },
} as const satisfies Codes;

/** Lines of curves of a model's performance, with their names. */
export const REFERENCE_LINES = {
  chance: { zh: '没有区分力', en: 'No discrimination' },
  ideal: { zh: '理想', en: 'Ideal' },
  none: { zh: '都不治疗', en: 'Treat none' },
  cutoff: { zh: '截断值 {value}', en: 'Cut-off {value}' },
  best: { zh: '最佳截断值', en: 'Best cut-off' },
} as const satisfies Codes;

/** A time in years. */
export const YEARS = {
  one: { zh: '1 年', en: '1 year' },
  years: { zh: '{n} 年', en: '{n} years' },
} as const satisfies Codes;

/** Curves by time: of a model, beside their validation, and against treating all. */
export const CURVES_BY_TIME = {
  auc: { zh: '{n} 年 AUC {value}', en: '{n}-year AUC {value}' },
  validated: { zh: '验证 {curve}', en: 'Validated, {curve}' },
  training: { zh: '训练集内 {curve}', en: 'Training, {curve}' },
  model: { zh: '{time} 模型', en: '{time} model' },
  all: { zh: '{time} 全部治疗', en: '{time} treat all' },
  corrected: { zh: '{time} 偏差校正', en: '{time} bias-corrected' },
  apparent: { zh: '{time} 未校正', en: '{time} apparent' },
  marker: { zh: '{marker} · {time}', en: '{marker} · {time}' },
  ...YEARS,
} as const satisfies Codes;

/** Follow-up that an analysis looks at. */
export const ENDPOINTS = {
  OS: { zh: '总生存（OS）', en: 'overall survival (OS)' },
  DSS: { zh: '疾病特异生存（DSS）', en: 'disease-specific survival (DSS)' },
  DFI: { zh: '无病间期（DFI）', en: 'disease-free interval (DFI)' },
  PFI: { zh: '无进展间期（PFI）', en: 'progression-free interval (PFI)' },
  own: { zh: '随访的结局', en: 'the event recorded in the follow-up' },
} as const satisfies Codes;

/** Why samples, patients and genes took no part, and how many did. */
export const FLOW_STEPS = {
  blank: { zh: '「{column}」没有填', en: 'no value of “{column}”' },
  cohort_patients: { zh: '队列中的患者', en: 'Patients of the cohort' },
  cohort_samples: { zh: '队列中的样本', en: 'Samples of the cohort' },
  read: { zh: '读入的样本', en: 'Samples read' },
  patients: { zh: '纳入分析的患者', en: 'Patients included' },
  samples: { zh: '纳入分析的样本', en: 'Samples included' },
  tested: { zh: '参与检验的样本', en: 'Samples tested' },
  left_out: { zh: '排除：{why}', en: 'Excluded: {why}' },
  of_them: { zh: '其中：{which}', en: 'Of them: {which}' },
  // Why
  normal_samples: { zh: '正常样本', en: 'normal samples' },
  normal_tissue: { zh: '癌旁或正常组织的样本', en: 'samples of adjacent or normal tissue' },
  no_matrix: { zh: '没有表达数据', en: 'no expression data' },
  no_tumour: { zh: '没有可用于生存分析的肿瘤样本的表达数据', en: 'no expression of a tumour sample fit for survival analysis' },
  no_status: { zh: '没有状态', en: 'no status' },
  odd_status: { zh: '认不出的状态', en: 'status not recognised' },
  no_time: { zh: '没有时间', en: 'no time' },
  no_endpoint: { zh: '没有{endpoint}的时间', en: 'no time of {endpoint}' },
  negative: { zh: '时间小于 0', en: 'time below 0' },
  zero: { zh: '时间是 0，模型用不了', en: 'time of 0, which the model cannot use' },
  entry_negative: { zh: '进入观察的时间小于 0', en: 'time of entry below 0' },
  entry_late: { zh: '进入观察不早于随访结束', en: 'entry not before the end of follow-up' },
  landmark: {
    zh: '到起点 {value}（所选单位）时已发生事件或随访结束',
    en: 'event or end of follow-up by the landmark, {value} (chosen unit)',
  },
  no_gene: { zh: '有基因没有表达量', en: 'no expression of a gene' },
  relapse: { zh: '转移或复发的样本，不代替原发瘤', en: 'metastasis or recurrence, which does not stand for the primary tumour' },
  again: { zh: '同一患者的另一个样本', en: 'another sample of the same patient' },
  no_follow_up: { zh: '矩阵里有，随访数据里没有', en: 'in the matrix without follow-up' },
  donor: { zh: '同一位 GTEx 供者的其余样本（每位取编号最前的一个）', en: 'other samples of a GTEx donor (the first id of each is kept)' },
  scope: { zh: '不在所选范围的样本', en: 'samples outside of the chosen scope' },
  between: { zh: '表达量在中间，{way}之间', en: 'expression in between: {way}' },
  term: { zh: '缺少所选的临床变量', en: 'a chosen clinical variable is missing' },
  term_gene: { zh: '缺少所选基因的表达量', en: 'expression of a chosen gene is missing' },
  unseen: { zh: '临床变量的取值模型没有见过', en: 'value of a clinical variable unknown to the model' },
  no_clinical: { zh: '缺少模型要的临床变量', en: 'a clinical variable of the model is missing' },
  no_feature: { zh: '没有「{feature}」的资料（包括 X 和未知）', en: 'no data on “{feature}” (X and unknown included)' },
  few: { zh: '「{level}」只有 {n} 例，不足 {least} 例', en: 'only {n} of “{level}”, fewer than {least}' },
  adjacent: { zh: 'TCGA 癌旁正常', en: 'TCGA adjacent normal' },
  ...TISSUES,
  ...CUT_WAYS,
  ...ENDPOINTS,
} as const satisfies Codes;

/** The same of genes. */
export const GENE_STEPS = {
  listed: { zh: '名单里的基因', en: 'Genes of the list' },
  read: { zh: '读入的基因', en: 'Genes read' },
  cohort: { zh: '队列中的基因', en: 'Genes of the cohort' },
  used: { zh: '参与分析的基因', en: 'Genes analysed' },
  tested: { zh: '参与检验的基因', en: 'Genes tested' },
  candidates: { zh: '候选的基因', en: 'Candidate genes' },
  model: { zh: '进入模型的基因', en: 'Genes in the model' },
  key: { zh: '关键基因', en: 'Key genes' },
  below: { zh: 'P < {p} 的基因', en: 'Genes with P < {p}' },
  left_out: { zh: '不参与：{why}', en: 'Left out: {why}' },
  absent: { zh: '数据里没有', en: 'not in the data' },
  low: { zh: '表达的患者太少', en: 'expressed in too few patients' },
  low_share: { zh: '表达量大于 0 的患者不足 {share}', en: 'expression above 0 in fewer than {share} of the patients' },
  constant: { zh: '表达量完全一样', en: 'the same expression everywhere' },
  constant_groups: { zh: '表达量完全一样，分不出两组', en: 'the same expression everywhere, no two groups' },
  groups: { zh: '分组后一组不足 10 例或 10%', en: 'a group of fewer than 10 patients or 10%' },
  zero: { zh: '全为 0', en: 'all 0' },
  missing: { zh: '缺失值太多', en: 'too many missing values' },
} as const satisfies Codes;

/** Parts of a model's table that are words; the others are names of genes, variables and data. */
export const MODEL_WORDS = {
  forest: { zh: '随机生存森林', en: 'random survival forest' },
  cox: { zh: '多因素 Cox', en: 'multivariable Cox' },
  ridge: { zh: '关键基因的岭回归 Cox', en: 'ridge-penalised Cox' },
  endpoint: { zh: 'endpoint={endpoint}', en: 'endpoint={endpoint}' },
  expression: { zh: 'expression={unit}', en: 'expression={unit}' },
  log: { zh: '矩阵里的 log2 表达量', en: 'log2 values of the matrix' },
  scores: { zh: '矩阵里的打分', en: 'scores of the matrix' },
  term: { zh: '{variable}：{level} 对 {reference}', en: '{variable}: {level} vs {reference}' },
  ...ENDPOINTS,
} as const satisfies Codes;

/** Terms of a model: a variable, or one of its levels against another. */
export const TERMS = {
  level: MODEL_WORDS.term,
  whole: { zh: '整个模型', en: 'Whole model' },
} as const satisfies Codes;

/** Names of a list, as they are. */
export const NAMES = { listed: NAME_LIST } as const satisfies Codes;

/** Which collection of gene sets. */
export const COLLECTIONS = {
  bp: { zh: 'GO 生物过程（BP）', en: 'GO biological process (BP)' },
  cc: { zh: 'GO 细胞组分（CC）', en: 'GO cellular component (CC)' },
  mf: { zh: 'GO 分子功能（MF）', en: 'GO molecular function (MF)' },
  kegg: { zh: 'KEGG 通路（{year} 年 {month} 月版）', en: 'KEGG pathways (release {year}-{month})' },
  reactome: { zh: 'Reactome 通路', en: 'Reactome pathways' },
  ...NAMES,
} as const satisfies Codes;

/** Which release of a collection of gene sets: most name packages or numbers alone. */
export const COLLECTION_RELEASES = {
  month: { zh: '{year} 年 {month} 月（{source}）', en: '{year}-{month} ({source})' },
} as const satisfies Codes;

/** What is written beside a scatter plot. */
export const PAIR_WORDS = {
  several: { zh: '{first}，{others}', en: '{first}, {others}' },
  adjusted: { zh: '校正后 P {p}', en: 'adjusted P {p}' },
  interval: { zh: '{r}（95% CI {interval}）', en: '{r} (95% CI {interval})' },
} as const satisfies Codes;

/** Axes of values of a gene, in their unit. */
export const AXIS_TITLES = {
  value: { zh: '{gene} 表达量（{unit}）', en: '{gene} expression ({unit})' },
  gene: { zh: '{gene} 表达量', en: '{gene} expression' },
  bare: { zh: '表达量（{unit}）', en: 'Expression ({unit})' },
  expression: { zh: '表达量', en: 'Expression' },
  age: { zh: '年龄（岁）', en: 'Age (years)' },
  score: { zh: '评分', en: 'Score' },
  scaled: { zh: '{gene}（{unit}）', en: '{gene} ({unit})' },
  within: { zh: '队列内 z 值', en: 'z-score within the cohort' },
  difference: { zh: '与中位数之差（log~2~）', en: 'Difference from median (log~2~)' },
} as const satisfies Codes;

/** Rows of a table without names. */
export const ROW_NAMES = { row: { zh: '第 {n} 行', en: 'Row {n}' } } as const satisfies Codes;

/** Which column of a table genes were ranked by. */
export const RANKED_BY = {
  column: { zh: '上传的表的「{column}」列', en: 'column “{column}” of the uploaded table' },
} as const satisfies Codes;

/** Units of follow-up. */
export const TIME_UNITS = {
  day: { zh: '天', en: 'days' },
  month: { zh: '个月', en: 'months' },
  year: { zh: '年', en: 'years' },
} as const satisfies Codes;

/** Units that values of the user's own matrix are told in. */
export const OWN_UNITS = { log: MODEL_WORDS.log, scores: MODEL_WORDS.scores } as const satisfies Codes;

/** Which P is told of. */
export const P_NAMES = {
  adjusted: { zh: '校正后 P', en: 'Adjusted P' },
  log_rank: both('Log-rank P'),
  gehan: both('Gehan–Breslow P'),
  tarone_ware: both('Tarone–Ware P'),
  peto: both('Peto–Peto P'),
  fleming_harrington: both('Fleming–Harrington P'),
  max_combo: both('Max-combo P'),
} as const satisfies Codes;

/** Several times in years. */
export const TIMES = { ...NAMES, ...YEARS } as const satisfies Codes;

/** Several tests between groups. */
export const ALL_TESTS = { ...NAMES, ...GROUP_TESTS } as const satisfies Codes;

/** What the values of a matrix are. */
export const MATRIX_SCALES = {
  log: { zh: '取过对数', en: 'on the log scale' },
  base: { zh: '取过对数（{base}）', en: 'on the {base} scale' },
  counts: { zh: '原始 counts，没有取过对数', en: 'raw counts, not on the log scale' },
  linear: { zh: '没有取过对数', en: 'not on the log scale' },
  'batch-corrected': { zh: '去过批次的表达量', en: 'batch-corrected expression' },
  scores: { zh: '打分', en: 'scores' },
} as const satisfies Codes;

/** Lists of genes; R: `GENE_PANELS`, by the same names. */
export const GENE_PANEL_NAMES = {
  own: { zh: '自己的名单', en: 'own list' },
  inhibitors: { zh: '免疫抑制分子', en: 'immunoinhibitors' },
  stimulators: { zh: '免疫激活分子', en: 'immunostimulators' },
  chemokines: { zh: '趋化因子', en: 'chemokines' },
  chemokine_receptors: { zh: '趋化因子受体', en: 'chemokine receptors' },
  hla: { zh: 'HLA 基因', en: 'HLA genes' },
  inflamed: { zh: 'T 细胞炎症签名的 18 个基因', en: '18 genes of the T-cell-inflamed profile' },
  m6a: { zh: 'm6A 调控因子', en: 'm6A regulators' },
  cuproptosis: { zh: '铜死亡基因', en: 'cuproptosis genes' },
} as const satisfies Codes;
/** A source by its short name, and when its members were compared with copies elsewhere. */
const checkedSource = (zh: string, en: string) => ({
  zh: `${zh}（2026 年 11 月核对，基因符号按现行命名）`,
  en: `${en} (checked in November 2026, in current symbols)`,
});
const CHAROENTONG = checkedSource('Charoentong 等，Cell Rep 2017', 'Charoentong et al., Cell Rep 2017');
const BACHELERIE = checkedSource(
  'HGNC 家族，命名见 Bachelerie 等，Pharmacol Rev 2014',
  'HGNC family, nomenclature of Bachelerie et al., Pharmacol Rev 2014',
);
/** Where each list is from. */
export const GENE_PANEL_SOURCES = {
  own: { zh: '自己填写', en: 'given by the user' },
  inhibitors: CHAROENTONG,
  stimulators: CHAROENTONG,
  chemokines: BACHELERIE,
  chemokine_receptors: BACHELERIE,
  hla: checkedSource(
    'HGNC 家族，命名见 Robinson 等，Nucleic Acids Res 2020',
    'HGNC family, nomenclature of Robinson et al., Nucleic Acids Res 2020',
  ),
  inflamed: checkedSource('Ayers 等，J Clin Invest 2017', 'Ayers et al., J Clin Invest 2017'),
  m6a: checkedSource('Zhang 等，Mol Cancer 2020', 'Zhang et al., Mol Cancer 2020'),
  cuproptosis: checkedSource('Tsvetkov 等，Science 2022', 'Tsvetkov et al., Science 2022'),
} as const satisfies Codes;
