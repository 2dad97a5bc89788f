import type { TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';

/** Hidden factors of a comparison, by surrogate variables. R: engine/R/statistics/differential/hidden-factors.R. */

/** Surrogate variables as covariates. */
export const hiddenFactors = {
  kind: 'choice',
  label: '隐藏因素（SVA）',
  default: 'none',
  advanced: true,
  options: [
    { value: 'none', label: '不用' },
    { value: 'auto', label: '估计个数', help: 'num.sv 的 be 法，种子固定' },
    { value: '1', label: '1 个' },
    { value: '2', label: '2 个' },
    { value: '3', label: '3 个' },
    { value: '4', label: '4 个' },
    { value: '5', label: '5 个' },
  ],
  help: '没有记下来的批次、纯度这样的因素，会让许多基因一起变动。sva 把它们从数据里估计出来，作为协变量扣除，常能找到更多差异。已经知道的批次请写成协变量，不要靠它；样本少、分组不平衡时，它可能把真正的差别也扣掉。',
  feeds: 'sva::sva、sva::svaseq、sva::num.sv(method = "be")',
} as const satisfies Parameter;

/** What R says of them: `tell_hidden`. */
export const hiddenFacts = {
  hidden_asked: { label: '要估计隐藏因素', format: 'flag' },
  hidden: { label: '有隐藏因素', format: 'flag' },
  hidden_n: { label: '隐藏因素', format: 'count' },
  hidden_auto: { label: '个数由 num.sv 估计', format: 'flag' },
} as const satisfies ToolDefinition['facts'];

/** What two groups tell beside them; R: `tell_without_factors`. */
export const hiddenComparedFacts = {
  hidden_before: { label: '不扣除隐藏因素时显著', format: 'count' },
  hidden_both: { label: '其中扣除后仍显著', format: 'count' },
} as const satisfies ToolDefinition['facts'];

/** The end of a summary of two groups. */
export const hiddenSummary = {
  zh: '{{#hidden}}另扣除了从数据里估计的 {{hidden_n}} 个隐藏因素（sva）：{{#hidden_before}}不扣除时显著的有 {{hidden_before}} 个，其中 {{hidden_both}} 个扣除后仍显著{{/hidden_before}}{{^hidden_before}}不扣除时没有显著{{row_subject}}{{/hidden_before}}。{{/hidden}}{{#hidden_asked}}{{^hidden}}没有估计出隐藏因素（sva），模型和不用时一样。{{/hidden}}{{/hidden_asked}}',
  en: '{{#hidden}} Adjusted for {{hidden_n}} hidden factors estimated from the data (sva): {{#hidden_before}}without them {{hidden_before}} {{row_subject}}s were significant, and still so with them: {{hidden_both}}{{/hidden_before}}{{^hidden_before}}without them no {{row_subject}} was significant{{/hidden_before}}.{{/hidden}}{{#hidden_asked}}{{^hidden}} No hidden factor was estimated (sva): the model is the one without.{{/hidden}}{{/hidden_asked}}',
} as const;

/** The hidden factors of a run. */
export const hiddenTables = {
  hidden_links: {
    title: { zh: '隐藏因素与已知的列', en: 'Hidden factors and known columns' },
    role: 'result',
    whole: true,
    hideEmpty: true,
    columns: [
      { name: 'factor', type: 'text', title: { zh: '隐藏因素', en: 'Hidden factor' }, key: true },
      { name: 'column', type: 'text', title: { zh: '分组表的列', en: 'Column' }, key: true },
      { name: 'share', type: 'fraction', title: { zh: '由这一列解释的', en: 'Explained by the column' }, key: true },
      { name: 'p', type: 'p', title: TITLES.p },
    ],
  },
  hidden_scores: {
    title: { zh: '每个样本的隐藏因素', en: 'Hidden factors of samples' },
    role: 'result',
    folded: true,
    hideEmpty: true,
    columns: [
      { name: 'sample', type: 'text', title: TITLES.sample },
      { name: 'group', type: 'text', title: { zh: '组', en: 'Group' } },
    ],
    rest: { type: 'number', title: { zh: '隐藏因素', en: 'Hidden factor' } },
  },
} as const satisfies Record<string, TableDeclaration>;

/**
 * Works behind hidden factors.
 * @param counted The section of runs on counts, such as `#voom` or `^by_limma`; none where the tool takes nothing else.
 */
export const hiddenCitations = (counted?: `${'#' | '^'}${string}`): readonly string[] => {
  const ofCounts =
    'Leek JT. svaseq: removing batch effects and other unwanted noise from sequencing data. Nucleic Acids Res 2014;42(21):e161. doi:10.1093/nar/gku864';
  return [
    '{{#hidden_asked}}Leek JT, Storey JD. Capturing heterogeneity in gene expression studies by surrogate variable analysis. PLoS Genet 2007;3(9):e161. doi:10.1371/journal.pgen.0030161{{/hidden_asked}}',
    `{{#hidden}}${counted === undefined ? ofCounts : `{{${counted}}}${ofCounts}{{/${counted.slice(1)}}}`}{{/hidden}}`,
  ];
};
