import {
  both,
  type Codes,
  candidateGenes,
  cohortFacts,
  cohortStudy,
  commonStyle,
  coxScreen,
  defineTool,
  forestGrowth,
  furtherPage,
  lassoParameters,
  performanceFigures,
  performanceTable,
  randomSeed,
  riskCitations,
  riskFacts,
  riskFigures,
  riskGroupsDetail,
  riskSources,
  riskSummary,
  riskTables,
  rowsOf,
  studyDetail,
  studyFacts,
  TITLES,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

const METHODS = {
  cox: { zh: '单因素 Cox', en: 'Univariate Cox' },
  lasso: { zh: 'LASSO', en: 'LASSO' },
  forest: { zh: '随机生存森林', en: 'Random survival forest' },
  several: { zh: '{first} ∩ {others}', en: '{first} ∩ {others}' },
} as const satisfies Codes;

/** What must not be read without: the three methods look at the same outcome of the same patients. */
const NOTICE = {
  zh: '三种方法在同一批数据上的交集不是验证',
  en: 'Agreement of three methods on the same data is no validation',
} as const;

const { assignments: _, ...lasso } = lassoParameters;

const chosen = { name: 'chosen', type: 'integer', title: { zh: '选中（1 是）', en: 'Selected (1: yes)' } } as const;

export default defineTool({
  taskType: 'machine_learning_key_gene',
  title: '关键基因联合筛选',
  english: 'Key genes by three methods',
  points: 20,
  premium: false,
  pages: [furtherPage('tcga', 23, '机器学习', 'machine_learning/key_gene', 'analysis', 'detail/:id')],
  version: '1.2.0',
  naming: '{{dataset}} · {{endpoint}} · 关键基因',
  summary:
    '在一个队列里同时做单因素 Cox、LASSO 和随机生存森林，列出三种（或至少两种）方法都选中的基因，用它们建成风险评分。先给出没有参与训练的患者里的表现：三种选择都在交叉验证的每一折里重做。',
  outcome:
    '嵌套交叉验证的 C 指数和 AUC，三份名单的韦恩图，每种方法的表，风险图、ROC、校准、决策曲线，可验证的模型，REMARK 和 TRIPOD+AI 清单',
  keywords: [
    '关键基因',
    'hub gene',
    '核心基因',
    '机器学习',
    'LASSO',
    '随机森林',
    '随机生存森林',
    '单因素 Cox',
    '交集',
    '韦恩图',
    '预后签名',
  ],
  expected: { base: 30, perMillionCells: 300 },
  parameters: {
    ...cohortStudy(candidateGenes, true),
    least: {
      kind: 'integer',
      label: '至少几种方法选中',
      default: 3,
      min: 2,
      max: 3,
      unit: '种',
      help: '3：三种都选中。2：至少两种，基因多一些。先定好，不要看了结果再换。',
    },
    pvalue_threshold: coxScreen.pvalue_threshold,
    ...lasso,
    ...forestGrowth,
    forest_seed: randomSeed({
      label: '森林的随机种子',
      min: 1,
      max: 2_147_000_000,
      help: '决定每棵树抽哪些患者和基因。与「随机生存森林」的种子相同时，名单也相同。',
    }),
  },
  requirements: [],
  plan: '用 {{cohort}}（{{cohort_name}}）{{cohort_patients}} 例患者（{{cohort_events}} 例事件），同时做单因素 Cox、LASSO 和随机生存森林，求共同的基因，建风险模型，并做嵌套交叉验证。',
  tables: {
    performance: performanceTable,
    membership: {
      title: { zh: '每个{{row_subject}}被哪些方法选中', en: 'Methods that selected each {{row_subject}}' },
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'n_lists', type: 'integer', title: { zh: '方法数', en: 'Number of methods' }, key: true },
        {
          name: 'region',
          type: 'text',
          title: { zh: '单因素 Cox、LASSO、森林（1 选中，0 没有）', en: 'Univariate Cox, LASSO, forest (1: selected)' },
        },
      ],
      rest: { type: 'integer', title: { zh: '方法（1 选中，0 没有）', en: 'Method (1: selected, 0: not)' } },
      sort: { column: 'n_lists', order: 'desc' },
      views: [
        { label: { zh: '三种都选中', en: 'Selected by all three' }, clauses: [{ column: 'n_lists', is: '>=', value: 3 }] },
        { label: { zh: '至少两种', en: 'Selected by at least two' }, clauses: [{ column: 'n_lists', is: '>=', value: 2 }] },
      ],
    },
    intersections: {
      title: { zh: '韦恩图每一块的{{row_subject}}', en: '{{Row_subject}}s of each region of the Venn diagram' },
      role: 'result',
      columns: [
        {
          name: 'region',
          type: 'text',
          title: { zh: '单因素 Cox、LASSO、森林（1 选中，0 没有）', en: 'Univariate Cox, LASSO, forest (1: selected)' },
        },
        { name: 'lists', type: 'text', title: { zh: '只被这些方法选中', en: 'Selected only by' }, key: true, codes: METHODS },
        { name: 'n_lists', type: 'integer', title: { zh: '方法数', en: 'Number of methods' } },
        { name: 'count', type: 'integer', title: { zh: '{{row_subject}}数', en: '{{Row_subject}}s' }, key: true },
        { name: 'share', type: 'fraction', title: { zh: '占全部{{row_subject}}', en: 'Share of all {{row_subject}}s' } },
        { name: 'genes', type: 'text', title: TITLES.row },
      ],
      sort: { column: 'count', order: 'desc' },
    },
    cox: {
      title: { zh: '单因素 Cox', en: 'Univariate Cox regression' },
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'HR', type: 'number', title: { zh: 'HR（每 1 个 log2 单位）', en: 'HR (per log2 unit)' }, key: true },
        { name: 'lower', type: 'number', title: TITLES.low95 },
        { name: 'upper', type: 'number', title: TITLES.high95 },
        { name: 'pvalue', type: 'p', title: TITLES.p, key: true },
        { name: 'padj', type: 'p', title: TITLES.adjustedPBH },
        chosen,
      ],
      sort: { column: 'pvalue', order: 'asc' },
    },
    lasso: {
      title: both('LASSO'),
      role: 'result',
      hideEmpty: true,
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'coefficient', type: 'number', title: TITLES.coefficient, digits: 4, key: true },
      ],
    },
    importance: {
      title: { zh: '随机生存森林', en: 'random survival forest' },
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'importance', type: 'number', title: { zh: '置换重要性', en: 'Permutation importance' }, digits: 4, key: true },
        { name: 'relative', type: 'number', title: { zh: '相对重要性', en: 'Relative importance' }, digits: 3 },
        chosen,
      ],
      sort: { column: 'importance', order: 'desc' },
    },
    ...riskTables,
    venn_sets: {
      title: { zh: '韦恩图的名单', en: 'Venn sets' },
      role: 'figure',
      columns: [
        { name: 'list', type: 'text', codes: METHODS },
        { name: 'size', type: 'integer' },
        { name: 'colour', type: 'text' },
      ],
    },
  },
  figures: {
    venn: {
      title: { zh: '三种方法的名单', en: 'Genes selected by the three methods' },
      file: '韦恩图',
      chart: 'venn',
      wide: true,
      tables: { sets: 'venn_sets', intersections: 'intersections', members: 'membership' },
      columns: { label: 'list', size: 'size', colour: 'colour', pattern: 'region', count: 'count', gene: 'gene' },
      notice: NOTICE,
      caption: {
        zh: `每一块是恰好被这些方法选中的{{row_subject}}数。三种都选中 {{all_three}} 个，至少两种 {{at_least_two}} 个。${NOTICE.zh}：它们看的是同一批患者的同一个结局。点任一块，得到它的{{row_subject}}名单。`,
        en: '{{Row_subject}}s chosen by univariate Cox, LASSO-Cox and a survival forest on the same patients. Their intersection is no validation. All three: {{all_three}}; at least two: {{at_least_two}}.',
      },
      statistics: {
        zh: '{{patients}} 例患者，{{events}} 例{{event_word}}，{{candidates}} 个候选{{row_subject}}：单因素 Cox 选中 {{cox_genes}} 个（P < {{pvalue_threshold}}，未校正），LASSO {{lasso_genes}} 个，随机生存森林 {{forest_genes}} 个；名单的重合没有做检验。',
        en: '{{patients}} patients, {{events}} events, {{candidates}} candidate {{row_subject}}s: univariate Cox {{cox_genes}} (P < {{pvalue_threshold}}, not adjusted), LASSO {{lasso_genes}}, survival forest {{forest_genes}}; the overlap was not tested.',
      },
      alternative: {
        zh: '韦恩图：单因素 Cox {{cox_genes}} 个，LASSO {{lasso_genes}} 个，随机生存森林 {{forest_genes}} 个，三种都选中 {{all_three}} 个。',
        en: 'Venn diagram: univariate Cox {{cox_genes}}, LASSO {{lasso_genes}}, random survival forest {{forest_genes}}; all three {{all_three}}.',
      },
      style: commonStyle({ width: 120 / 25.4, height: 100 / 25.4 }),
    },
    ...performanceFigures,
    risk: riskFigures.risk,
    km: riskFigures.km,
    chance: riskFigures.chance,
  },
  facts: {
    ...cohortFacts,
    ...studyFacts,
    ...riskFacts,
    candidates: { label: '候选{{row_subject}}', format: 'count' },
    screened: { label: '候选由同一批患者筛出', format: 'flag' },
    cox_genes: { label: '单因素 Cox 选中', format: 'count' },
    lasso_genes: { label: 'LASSO 选中', format: 'count' },
    forest_genes: { label: '森林选中', format: 'count' },
    all_three: { label: '三种都选中', format: 'count' },
    at_least_two: { label: '至少两种选中', format: 'count' },
    key_genes: { label: '关键{{row_subject}}', format: 'count' },
    first_key: { label: '关键{{row_subject}}例如', format: 'text' },
    oob_error: { label: '森林的袋外误差（1 − C）', format: 'decimal' },
    by_chance: { label: '偶然期望的单因素 Cox', format: 'decimal' },
    // A count of nothing is told, too.
    cox_adjusted: { label: '单因素 Cox 校正后 P < 0.05', format: 'decimal' },
  },
  sources: {
    ...riskSources,
    candidates: rowsOf('importance'),
    cox_genes: rowsOf('cox', { column: 'chosen', is: '>', value: 0 }),
    cox_adjusted: rowsOf('cox', { column: 'padj', is: '<', value: 0.05 }),
    lasso_genes: rowsOf('lasso'),
    forest_genes: rowsOf('importance', { column: 'chosen', is: '>', value: 0 }),
  },
  texts: {
    headline: {
      zh: '{{data}} · {{#modelled}}{{key_genes}} 个关键{{row_subject}}{{#c_nested}} · C {{c_nested}}（嵌套交叉验证）{{/c_nested}}{{/modelled}}{{^modelled}}没有共同的{{row_subject}}{{/modelled}}',
      en: '{{data}} · {{#modelled}}{{key_genes}} key {{row_subject}}s{{#c_nested}} · C {{c_nested}} (nested cross-validation){{/c_nested}}{{/modelled}}{{^modelled}}no {{row_subject}} in common{{/modelled}}',
    },
    summary: {
      zh: `{{data}} 的 {{patients}} 例患者（{{events}} 例{{event_word}}），{{candidates}} 个候选{{row_subject}}里，单因素 Cox 选中 {{cox_genes}} 个（P < {{pvalue_threshold}}，偶然期望 {{by_chance}} 个{{#cox_adjusted}}；校正后 P < 0.05 的 {{cox_adjusted}} 个{{/cox_adjusted}}），LASSO {{lasso_genes}} 个，随机生存森林 {{forest_genes}} 个（袋外误差 {{oob_error}}，0.5 是掷硬币）；至少 {{least}} 种都选中的 **{{#modelled}}{{key_genes}} 个：{{first_key}}{{/modelled}}{{^modelled}}0 个{{/modelled}}**。**${NOTICE.zh}**。${riskSummary.zh}`,
      en: `In {{patients}} patients of {{data}} ({{events}} events), of {{candidates}} candidate {{row_subject}}s univariate Cox regression selected {{cox_genes}} (P < {{pvalue_threshold}}; {{by_chance}} expected by chance{{#cox_adjusted}}; adjusted P < 0.05: {{cox_adjusted}}{{/cox_adjusted}}), LASSO {{lasso_genes}} and a random survival forest {{forest_genes}} (out-of-bag error {{oob_error}}; 0.5 is chance). At least {{least}} methods selected **{{#modelled}}{{key_genes}}: {{first_key}}{{/modelled}}{{^modelled}}none{{/modelled}}**. **${NOTICE.en}**.${riskSummary.en}`,
    },
    detail: {
      zh: `${studyDetail.zh} · 模型是关键{{row_subject}}的岭回归 Cox${riskGroupsDetail.zh}`,
      en: `${studyDetail.en} · the model is a ridge-penalised Cox regression of the key {{row_subject}}s${riskGroupsDetail.en}`,
    },
    empty: {
      when: 'modelled',
      next: [
        { title: '没有共同的{{row_subject}}也是结果', text: '不要换着种子、阈值、方法再试到有为止。', reading: true },
        {
          title: '看每种方法的名单',
          text: '森林的袋外误差在 0.5 附近，或单因素 Cox 的个数与偶然相当，就是这批数据里没有信号。',
          reading: true,
        },
        { title: '用事件更多的数据', text: '或用别的数据先定一份短的候选名单。' },
      ],
    },
  },
  produces: [
    { what: 'survival_model', table: 'model', columns: { part: 'part', name: 'name', value: 'value' } },
    {
      what: 'gene_list',
      table: 'membership',
      columns: { gene: 'gene' },
      rows: [{ column: 'n_lists', is: '>=', value: { parameter: 'least' } }],
    },
  ],
  citations: [
    'Tibshirani R. The lasso method for variable selection in the Cox model. Stat Med 1997;16:385–395.',
    'Ishwaran H, Kogalur UB, Blackstone EH, Lauer MS. Random survival forests. Ann Appl Stat 2008;2:841–860. doi:10.1214/08-AOAS169',
    'Verweij PJM, Van Houwelingen HC. Penalized likelihood in Cox regression. Stat Med 1994;13:2427–2436.',
    ...riskCitations,
    'Liu J, et al. An integrated TCGA pan-cancer clinical data resource to drive high-quality survival outcome analytics. Cell 2018;173:400–416.',
  ],
  packages: ['survival', 'glmnet', 'ranger', 'Matrix', 'matrixStats', 'riskRegression', 'org.Hs.eg.db'],
  libraries: ['cox'],
  example: {
    title: 'TCGA-ACC 的 198 个基因',
    description: '肾上腺皮质癌 79 例，软件包 miniACC 自带的 198 个基因。队列固定，其余参数可以改。',
    files: {},
    parameters: { dataset: 'TCGA-ACC' },
  },
} as const satisfies ToolDefinition);
