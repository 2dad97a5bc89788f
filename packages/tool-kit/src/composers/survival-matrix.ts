import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter, Parameters } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { survivalParameters, survivalTables } from './gene-survival.ts';
import { expressionFile } from './inputs.ts';
import { cohort } from './public-cohort.ts';
import { matrix, tell, toGeneNames, warn } from './requirements.ts';
import { survivalOutcome } from './survival-outcome.ts';
import { batchCorrected } from './two-groups.ts';
import { ENDPOINTS, GENE_STEPS, OWN_UNITS, TIME_UNITS } from './vocabularies.ts';

/** What the prognosis tools have in common: patients with expression and follow-up, of a cohort or of one's own. R: `survival_study`. */

/** What is followed in a public cohort. R: `ENDPOINTS`. */
export const cohortEndpoint = {
  kind: 'choice',
  label: '终点',
  default: 'OS',
  options: [
    { value: 'OS', label: '总生存（OS）', name: '总生存', help: '到任何原因的死亡。' },
    { value: 'DSS', label: '疾病特异生存（DSS）', name: '疾病特异生存', help: '到死于这种肿瘤。' },
    { value: 'DFI', label: '无病间期（DFI）', name: '无病间期', help: '治疗后无病的患者，到复发、转移或同一器官的新发原发瘤。' },
    {
      value: 'PFI',
      label: '无进展间期（PFI）',
      name: '无进展间期',
      help: '到进展、复发、转移、新发原发瘤或带瘤死亡；没有肿瘤而死亡的算删失。',
    },
  ],
  help: '按 TCGA-CDR 的定义。不是每个队列都有四种终点。',
} as const satisfies Parameter;

/** Which genes a screen or a model looks at. R: `filter_genes`. */
const geneFilter = {
  preprocess_percent: {
    kind: 'number',
    label: '表达的样本至少占',
    default: 50,
    min: 0,
    max: 100,
    unit: '%',
    help: '基因要在这么大比例的患者里表达，才参与。调大：去掉更多低表达基因；0 为不过滤。',
  },
  preprocess_tpm: {
    kind: 'number',
    label: '表达量大于',
    default: 0,
    min: 0,
    max: 10_000,
    help: '大于它才算表达。按没有取对数的表达量（TPM，或数据自己的单位）。常用 0 或 1。',
  },
} as const satisfies Parameters;

/** @param help What the list does in the tool. @param most Genes that it may hold. */
export const studiedGenes = (help: string, most = 20_000) =>
  ({
    kind: 'genes',
    accepts: ['gene_list', 'differential_genes'],
    label: '基因名单',
    max: most,
    optional: true,
    help,
  }) as const satisfies Parameter;

/** Patients of a public cohort. @param modelled A model is built: fewer than 10 events are refused. */
export const cohortStudy = (genes: Parameter, modelled?: true) =>
  ({
    dataset: cohort({ survival: { parameter: 'endpoint' }, ...(modelled === true && { modelled }) }),
    gene_list: genes,
    endpoint: cohortEndpoint,
    time_unit: {
      ...survivalParameters.time_unit,
      help: '图和表里的时间用的单位（1 个月按 30.44 天）。不影响检验。下次打开时沿用上次选的。',
    },
    ...geneFilter,
  }) as const satisfies Parameters;

/** Patients of the user's own matrix. @param modelled A model is built: fewer than 10 events are refused. @param entry See `SurvivalDataParameter`. */
export const ownStudy = (genes: Parameter, modelled?: true, entry?: string) =>
  ({
    file_id: {
      ...expressionFile,
      // `source_analysis_id` then names the result that the candidate genes come from.
      ...(modelled === true && { sourceField: 'matrix_analysis_id' }),
      help: '基因在行、样本在列，第一列是基因名。没有取对数的会先算 log2(x + 1)。',
    },
    ...survivalOutcome({
      of: 'file_id',
      ...(modelled === true && { modelled }),
      ...(entry !== undefined && { entry }),
      help: '每个样本一行：sample 是样本名，time 是时间，status 是状态（1 为发生事件，0 为没有；Dead、Alive、死亡、存活也认得）。可以是文件、粘贴的表、GEO 系列矩阵的临床列，或公共队列的随访。',
    }),
    gene_list: genes,
    ...geneFilter,
  }) as const satisfies Parameters;

/** What a matrix of one's own must be. */
export const ownStudyRequirements = [
  warn('counts_not_scaled', [matrix.counts], {
    message:
      '这张表全是非负整数，像是原始计数，没有校正测序深度：测得深的样本每个基因都偏高，与预后的关系可能只是深度的差别。请先用「Counts/FPKM/TPM 转换」或「Counts 数据变换」',
  }),
  batchCorrected,
  tell('probes', [matrix.probes], { message: '行名是探针号：每个探针算一次，同一个基因可能有几行', fix: toGeneNames }),
];

/** R: `patient_flow`, `gene_flow_table`. */
export const studyTables = {
  flow: survivalTables.flow,
  gene_flow: {
    title: { zh: '{{row_subject}}的过滤', en: 'Filtering of {{row_subject}}s' },
    role: 'result',
    columns: [
      { name: 'step', type: 'text', title: TITLES.step, codes: GENE_STEPS },
      { name: 'n', type: 'integer', title: TITLES.rowCount },
    ],
  },
} as const satisfies ToolDefinition['tables'];

/** R: `study_facts`. Those of a tool on a public cohort are `cohortFacts`, too. */
export const studyFacts = {
  data: { label: '数据', format: 'text' },
  endpoint_word: { label: '终点', format: 'text', codes: ENDPOINTS },
  event_word: { label: '事件是什么', format: 'text' },
  patients: { label: '纳入的患者', format: 'count' },
  events: { label: '事件', format: 'count' },
  patients_known: { label: '知道每个样本是谁的', format: 'flag' },
  total: { label: '排除之前', format: 'count' },
  excluded: { label: '排除的', format: 'count' },
  follow_up: { label: '中位随访时间', format: 'decimal' },
  unit_word: { label: '时间单位', format: 'text', codes: TIME_UNITS },
  unit_english: { label: '时间单位（英文）', format: 'text' },
  asked: { label: '读入的{{row_subject}}', format: 'count' },
  listed: { label: '按名单', format: 'flag' },
  genes: { label: '参与的{{row_subject}}', format: 'count' },
  filtered: { label: '没有参与的{{row_subject}}', format: 'count' },
  expression_unit: { label: '表达量单位', format: 'text', codes: OWN_UNITS },
  level_filter: { label: '能按表达量过滤', format: 'flag' },
} as const satisfies ToolDefinition['facts'];

/** Where the patients come from, for `texts.detail`. */
export const patientsDetail = {
  zh: '{{#excluded}}从 {{total}} 例里排除 {{excluded}} 例，原因见「纳入与排除」{{/excluded}}{{^excluded}}{{patients}} 例患者都纳入{{/excluded}} · 中位随访{{#follow_up}} {{follow_up}} {{unit_word}}（反向 Kaplan–Meier 法）{{/follow_up}}{{^follow_up}}无法估计{{/follow_up}}',
  en: '{{#excluded}}{{excluded}} of {{total}} left out; reasons in “Inclusion and exclusion”{{/excluded}}{{^excluded}}All {{patients}} patients were included{{/excluded}} · median follow-up{{#follow_up}} {{follow_up}} {{unit_english}} (reverse Kaplan–Meier method){{/follow_up}}{{^follow_up}} not estimable{{/follow_up}}',
} as const satisfies Told;

/** Where the patients and the genes come from, for `texts.detail`. */
export const studyDetail = {
  zh: `${patientsDetail.zh} · {{asked}} 个{{row_subject}}里 {{filtered}} 个没有参与，原因见「{{row_subject}}的过滤」 · 表达量：{{expression_unit}}`,
  en: `${patientsDetail.en} · of {{asked}} {{row_subject}}s {{filtered}} took no part; reasons in “Filtering of {{row_subject}}s” · expression: {{expression_unit}}`,
} as const satisfies Told;
