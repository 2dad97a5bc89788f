import type { FigureDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import { rowsOf, standIn } from '../declaration/sources.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { commonStyle, groupColours, ONE_COLUMN } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { changingHazards, kmColumns, kmParts, kmTables, survivalTables } from './gene-survival.ts';
import { GROUP_TESTS, P_NAMES, SURVIVAL_TESTS, TIME_UNITS } from './vocabularies.ts';

/** What samples are parted into and compared by afterwards: survival, clinical data, another data set. R: engine/R/statistics/subtypes. */

const CLINICAL_TESTS = {
  rank_sum_exact: GROUP_TESTS.rank_sum_exact,
  rank_sum_normal: GROUP_TESTS.rank_sum_normal,
  kruskal: GROUP_TESTS.kruskal,
  chi_squared: { zh: 'χ² 检验', en: 'chi-squared test' },
  fisher: { zh: 'Fisher 精确检验', en: 'Fisher’s exact test' },
  fisher_simulated: { zh: 'Fisher 检验（模拟 P）', en: 'Fisher’s test (simulated P)' },
} as const satisfies Codes;
const UNCLEAR = { codes: { unclear: { zh: '不明确', en: 'unclear' } }, own: true } as const;
const CHANGING = changingHazards({ zh: '各簇', en: 'the clusters' }, { zh: '生存', en: 'survival' });

const sample = { name: 'sample', type: 'text', title: TITLES.sample } as const;
const cluster = { name: 'cluster', type: 'text', title: { zh: '簇', en: 'Cluster' }, key: true } as const;
const group = { name: 'group', type: 'text', title: cluster.title } as const;
const interval = [
  { name: 'lower', type: 'number', title: TITLES.low95 },
  { name: 'upper', type: 'number', title: TITLES.high95 },
] as const;
/** Columns of tables of clusters. */
export const CLUSTER_COLUMNS = { sample, cluster } as const;

/** What is said of clusters beyond themselves. */
const TOLD = {
  zh: `{{#p}}**结局没有参与聚类，各簇的生存可以检验**：{{survival_patients}} 例患者（{{survival_events}} 例事件），${CHANGING.verdict.zh}（Log-rank P {{p}}${CHANGING.chinese}）。{{/p}}{{#clinical_tested}}与 {{clinical_tested}} 项临床特征比较，BH 校正后 {{clinical_found}} 项 P < 0.05{{#clinical_names}}（{{clinical_names}}）{{/clinical_names}}。{{/clinical_tested}}{{#other_samples}}「{{other_data}}」的 {{other_samples}} 个样本里，**{{other_clear}} 个归入某一簇**（{{other_sizes}}），{{other_unclear}} 个不明确。{{/other_samples}}`,
  en: `{{#p}} **The outcome took no part in the clustering, so that survival can be tested**: among {{survival_patients}} patients ({{survival_events}} events). ${CHANGING.verdict.en} (log-rank P {{p}}${CHANGING.english}).{{/p}}{{#clinical_tested}} Of {{clinical_tested}} clinical characteristics {{clinical_found}} had P < 0.05 (adjusted by Benjamini and Hochberg){{#clinical_names}}: {{clinical_names}}{{/clinical_names}}.{{/clinical_tested}}{{#other_samples}} Of the {{other_samples}} samples of “{{other_data}}”, **{{other_clear}} belong to a cluster** ({{other_sizes}}) and {{other_unclear}} are unclear.{{/other_samples}}`,
} as const;

export const clusterOutcomes = {
  tables: {
    survival_tests: {
      title: { zh: '各簇生存的检验', en: 'Tests of survival between clusters' },
      role: 'result',
      whole: true,
      hideEmpty: true,
      columns: [
        { name: 'test', type: 'text', title: TITLES.test, codes: SURVIVAL_TESTS },
        { name: 'chisq', type: 'number', title: TITLES.chiSquared },
        { name: 'df', type: 'integer', title: { zh: '自由度', en: 'df' } },
        { name: 'p', type: 'p', title: TITLES.p, key: true },
      ],
    },
    survival_groups: {
      title: { zh: '各簇的患者和中位时间', en: 'Patients and median times of clusters' },
      role: 'result',
      whole: true,
      hideEmpty: true,
      columns: [
        group,
        { name: 'n', type: 'integer', title: TITLES.patients },
        { name: 'events', type: 'integer', title: TITLES.events },
        { name: 'median', type: 'number', title: { zh: '中位时间（所选单位）', en: 'Median time' } },
        ...interval,
      ],
    },
    survival_pairs: {
      title: { zh: '两两比较（Log-rank）', en: 'Pairwise comparisons (log-rank)' },
      role: 'result',
      whole: true,
      hideEmpty: true,
      columns: [
        { name: 'group_1', type: 'text', title: cluster.title },
        { name: 'group_2', type: 'text', title: { zh: '另一簇', en: 'Other cluster' } },
        { name: 'p', type: 'p', title: TITLES.p },
        { name: 'padj', type: 'p', title: TITLES.adjustedP },
      ],
    },
    flow: { ...survivalTables.flow, hideEmpty: true },
    clinical: {
      title: { zh: '各簇的临床资料', en: 'Clinical data of clusters' },
      role: 'result',
      whole: true,
      hideEmpty: true,
      columns: [
        { name: 'variable', type: 'text', title: { zh: '特征', en: 'Characteristic' }, key: true },
        { name: 'level', type: 'text', title: { zh: '类别', en: 'Level' }, blank: true },
        { name: 'n', type: 'integer', title: { zh: '有数据的', en: 'With data' }, blank: true },
        { name: 'p', type: 'p', title: TITLES.p, blank: true },
        { name: 'padj', type: 'p', title: TITLES.adjustedP, blank: true, key: true },
        { name: 'test', type: 'text', title: TITLES.test, codes: CLINICAL_TESTS, blank: true },
      ],
      rest: { type: 'text', title: cluster.title, before: 'n', blank: true },
      paper: {
        note: {
          zh: '数值为中位数（Q1，Q3），类别为例数（%）。P 经 Benjamini–Hochberg 校正。',
          en: 'Numbers are median (Q1, Q3), categories n (%). P values adjusted by Benjamini and Hochberg.',
        },
      },
    },
    classified: {
      title: { zh: '另一个数据集的归类', en: 'Clusters of the other data set' },
      role: 'result',
      hideEmpty: true,
      columns: [
        sample,
        { ...cluster, ...UNCLEAR },
        {
          name: 'correlation',
          type: 'number',
          title: { zh: '与最像的中心的相关', en: 'Correlation with the nearest centroid' },
          key: true,
          digits: 3,
        },
        { name: 'next_cluster', type: 'text', title: { zh: '第二像的簇', en: 'Next cluster' } },
        { name: 'margin', type: 'number', title: { zh: '领先第二像的', en: 'Lead over the next' }, digits: 3 },
      ],
    },
  },
  curves: kmTables({ name: 'group', type: 'text' }),
  km: {
    title: { zh: '各簇的生存曲线', en: 'Survival of clusters' },
    file: 'KM',
    chart: 'km',
    wide: true,
    hideEmpty: true,
    tables: { curve: 'curve', risk: 'risk' },
    columns: kmColumns,
    caption: {
      zh: '{{survival_patients}} 例患者、{{survival_events}} 例事件。{{^outcome_chosen}}聚类没有用到结局。{{/outcome_chosen}}{{#outcome_chosen}}聚类的名单是用这些患者的结局挑的，曲线分开是必然的，没有检验。{{/outcome_chosen}}竖线是删失（失访或随访结束），虚线指向中位时间。',
      en: '{{survival_patients}} patients with {{survival_events}} events. {{^outcome_chosen}}The outcome took no part in the clustering.{{/outcome_chosen}}{{#outcome_chosen}}The list behind the clusters was chosen by the outcome of these patients: the curves have to differ, and were not tested.{{/outcome_chosen}} Ticks: censored patients; dashed lines: medians.',
    },
    statistics: {
      zh: `{{#p}}Log-rank P {{p}}（双侧）${CHANGING.chinese}{{#survival_pairs_n}}；两两比较 {{survival_pairs_n}} 次，P 经 BH 校正{{/survival_pairs_n}}。{{/p}}`,
      en: `{{#p}}Log-rank P {{p}} (two-sided)${CHANGING.english}{{#survival_pairs_n}}; {{survival_pairs_n}} pairwise log-rank tests, P adjusted (BH){{/survival_pairs_n}}. {{/p}}`,
    },
    alternative: {
      zh: '生存曲线：{{k}} 个簇，{{survival_patients}} 例患者，{{survival_events}} 例事件{{#p}}，Log-rank P {{p}}{{/p}}。',
      en: 'Kaplan–Meier curves: {{k}} clusters, {{survival_patients}} patients, {{survival_events}} events{{#p}}; log-rank P {{p}}{{/p}}.',
    },
    style: {
      ...commonStyle({ width: ONE_COLUMN, height: 90 / 25.4, y: { zh: '生存率', en: 'Survival' } }),
      ...kmParts,
      conf_int: { ...kmParts.conf_int, default: false },
      ...groupColours(6),
    },
  },
  facts: {
    survival_patients: { label: '有随访的患者', format: 'count' },
    survival_events: { label: '事件', format: 'count' },
    p: { label: '各簇生存的 Log-rank P', format: 'p' },
    p_name: { label: '生存的检验', format: 'text', codes: P_NAMES },
    survival_pairs_n: { label: '两两比较', format: 'count' },
    ...CHANGING.facts,
    ph_p: { label: '等比例风险检验 P', format: 'p' },
    follow_up: { label: '中位随访时间', format: 'decimal' },
    unit_word: { label: '时间单位', format: 'text', codes: TIME_UNITS },
    unit_english: { label: '时间单位（英文）', format: 'text' },
    clinical_tested: { label: '检验的临床特征', format: 'count' },
    clinical_found: { label: '校正后 P < 0.05 的特征', format: 'count' },
    clinical_names: { label: '这些特征', format: 'text' },
    used_chi: { label: '用了 χ² 检验', format: 'flag' },
    used_fisher: { label: '用了 Fisher 检验', format: 'flag' },
    used_kruskal: { label: '用了 Kruskal–Wallis 检验', format: 'flag' },
    used_rank_sum: { label: '用了秩和检验', format: 'flag' },
    other_data: { label: '另一个数据集', format: 'text' },
    other_samples: { label: '它的样本', format: 'count' },
    other_genes: { label: '它与中心共有的{{row_subject}}', format: 'count' },
    other_clear: { label: '归入某一簇的', format: 'count' },
    other_unclear: { label: '不明确的', format: 'count' },
    other_sizes: { label: '归入各簇的样本', format: 'text' },
  },
  sources: {
    survival_patients: { table: 'survival_groups', column: 'n', of: 'sum' },
    survival_events: { table: 'survival_groups', column: 'events', of: 'sum' },
    ...standIn('survival_tests', { p: 'p', peto_p: 'p' }),
    survival_pairs_n: rowsOf('survival_pairs'),
    clinical_tested: rowsOf('clinical', { column: 'p', is: '<', value: 2 }),
    clinical_found: rowsOf('clinical', { column: 'padj', is: '<', value: 0.05 }),
    other_samples: rowsOf('classified'),
  },
  /** Behind what is said of the clusters themselves. */
  told: TOLD,
} as const satisfies {
  tables: ToolDefinition['tables'];
  curves: ToolDefinition['tables'];
  km: FigureDeclaration;
  facts: ToolDefinition['facts'];
  sources: ToolDefinition['sources'];
  told: Told;
};
