import {
  commonStyle,
  curveStyle,
  defineTool,
  ONE_COLUMN,
  pairCorrection,
  rocColumns,
  rocTables,
  specified,
  survivalOutcome,
  survivalTables,
  type ToolDefinition,
} from '@oncoloom/tool-kit';

const marker = { name: 'marker', type: 'text', title: '标志物' } as const;
const at = { name: 'at', type: 'text', title: '时间' } as const;
const interval = [
  { name: 'lower', type: 'number', title: '95% CI 下限', digits: 3 },
  { name: 'upper', type: 'number', title: '95% CI 上限', digits: 3 },
] as const;

export default defineTool({
  ...specified('roc_curve'),
  version: '1.1.0',
  naming: '{{markers}} · {{survival_data}} · 时间依赖 ROC',
  summary:
    '看一个或几个标志物（评分、表达量、年龄）能不能分出到某个时间会发生事件的患者。有删失也算得对：按 IPCW 加权的时间依赖 ROC，给出各时间的 AUC 和置信区间，并两两比较。',
  outcome: '各时间的 ROC 曲线、AUC（95% CI）、最佳截断值、标志物之间 AUC 的比较（校正）、AUC 随时间的变化',
  keywords: ['timeROC', '时间依赖 ROC', 'time-dependent ROC', 'AUC', 'IPCW', '1 年 3 年 5 年', '预后', 'riskRegression', 'survivalROC'],
  expected: { base: 1, perMillionCells: 20 },
  parameters: {
    ...survivalOutcome({
      help: '每个患者一行：sample 是编号，time 是时间，status 是状态（1 为发生事件，0 为没有；Dead、Alive、死亡、存活也认得），再加标志物的列。',
    }),
    markers: {
      kind: 'columns',
      label: '标志物',
      of: 'survival_data',
      multiple: true,
      type: 'number',
      written: true,
      optional: true,
      help: '一列或几列数值，最多 8 列：风险评分、表达量、年龄。不选就用表里全部的数值列。有缺失的患者不参与，几个标志物用同一批患者。',
    },
    reversed: {
      kind: 'columns',
      label: '越低越危险的标志物',
      of: 'survival_data',
      multiple: true,
      type: 'number',
      written: true,
      optional: true,
      help: '默认数值越高越危险。哪个标志物是越低越危险（如白蛋白），就选在这里；要按专业知识事先定，不要看了 AUC 再定。',
    },
    times: {
      kind: 'choices',
      label: '时间',
      options: [
        { value: '182', label: '半年' },
        { value: '365', label: '1 年' },
        { value: '730', label: '2 年' },
        { value: '1095', label: '3 年' },
        { value: '1461', label: '4 年' },
        { value: '1825', label: '5 年' },
        { value: '2555', label: '7 年' },
        { value: '3650', label: '10 年' },
      ],
      help: '看到这些时间为止的事件；不选就是 1、3、5 年（365、1,095、1,825 天）。到那时发生事件的和还在随访的都要有 10 例，不够的不算，并写出来。',
      feeds: 'riskRegression::Score(times)',
    },
    weighting: {
      kind: 'choice',
      label: '删失怎样加权',
      default: 'marginal',
      options: [
        { value: 'marginal', label: '边际（Kaplan–Meier）', help: '删失与标志物无关时用它，最常用。' },
        { value: 'cox', label: 'Cox 模型', help: '随访长短与标志物有关时用它（如重的患者更早失访）：删失的机会由标志物的 Cox 模型算出。' },
      ],
      help: '失访的患者由情况相近、还在随访的患者代表（IPCW），这里选怎样算权重。',
      feeds: 'riskRegression::Score(cens.model)',
    },
    pAdjustMethod: { ...pairCorrection, label: 'AUC 比较的校正', help: `两个以上标志物时，每个时间两两比较 AUC。${pairCorrection.help}` },
  },
  requirements: [],
  plan: '用 {{survival_data_n}} 例患者（{{survival_data_events}} 例事件）计算时间依赖 ROC。',
  tables: {
    auc: {
      title: '各时间的 AUC',
      role: 'result',
      columns: [
        marker,
        at,
        { name: 'cases', type: 'integer', title: '到那时发生事件' },
        { name: 'at_risk', type: 'integer', title: '之后仍在随访' },
        { name: 'auc', type: 'number', title: 'AUC', digits: 3, key: true },
        ...interval,
        { name: 'se', type: 'number', title: '标准误', digits: 4 },
        { name: 'cutoff', type: 'number', title: '最佳截断值（Youden）' },
        { name: 'positive', type: 'text', title: '危险的一侧' },
        { name: 'sensitivity', type: 'fraction', title: '灵敏度' },
        { name: 'specificity', type: 'fraction', title: '特异度' },
      ],
      whole: true,
    },
    pairs: {
      title: '标志物之间的 AUC 比较',
      role: 'result',
      hideEmpty: true,
      columns: [
        at,
        { name: 'marker_1', type: 'text', title: '标志物' },
        { name: 'marker_2', type: 'text', title: '另一个' },
        { name: 'difference', type: 'number', title: 'AUC 之差', digits: 3, key: true },
        ...interval,
        { name: 'p', type: 'p', title: 'P 值' },
        { name: 'padj', type: 'p', title: '校正后 P' },
      ],
      whole: true,
    },
    flow: survivalTables.flow,
    ...rocTables,
    over_time: {
      title: '图中的 AUC 随时间',
      role: 'figure',
      columns: [
        { name: 'series', type: 'text', title: '标志物' },
        { name: 'x', type: 'number', title: '年' },
        { name: 'y', type: 'number', title: 'AUC' },
        ...interval,
      ],
    },
    auc_lines: { ...rocTables.roc_lines, title: 'AUC 的参考线' },
  },
  figures: {
    roc: {
      title: '时间依赖 ROC',
      file: 'timeROC',
      chart: 'curve-bands',
      tables: { curves: 'roc', lines: 'roc_lines' },
      columns: rocColumns,
      caption:
        '{{patients}} 例患者，{{events}} 例事件。累积病例、动态对照，删失按 IPCW 加权（{{weighting_word}}）；图例是 AUC 和 95% 置信区间，斜线是猜。',
      captionEnglish:
        '{{patients}} patients with {{events}} events: cumulative cases, dynamic controls, censoring weighted by IPCW. Legend: AUC with 95% confidence interval; diagonal: chance.',
      statistics:
        'AUC 最大的是「{{best}}」在 {{best_at}}：{{best_auc}}（95% CI {{best_low}}–{{best_high}}）。{{#pairs_n}}{{pairs_n}} 次 AUC 的比较（双侧），校正后 P < 0.05 的有 {{pairs_found}} 次。{{/pairs_n}}',
      statisticsEnglish:
        'Largest AUC: {{best}} at {{best_at}}, {{best_auc}} (95% CI {{best_low}}–{{best_high}}).{{#pairs_n}} {{pairs_n}} comparisons of AUC (two-sided); {{pairs_found}} have an adjusted P below 0.05.{{/pairs_n}}',
      alternative: '时间依赖 ROC 曲线：{{markers_n}} 个标志物，{{times_n}} 个时间；{{best}} 在{{best_at}}的 AUC {{best_auc}}。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 110 / 25.4, x: '1 − 特异度', y: '灵敏度' }),
        ...curveStyle({ mode: 'step', equal: true }),
        name_single: { kind: 'flag', label: '一条曲线也写图例', default: true },
      },
    },
    over_time: {
      title: 'AUC 随时间的变化',
      chart: 'curve-bands',
      hideEmpty: true,
      tables: { curves: 'over_time', lines: 'auc_lines' },
      columns: {
        series: 'series',
        x: 'x',
        y: 'y',
        lower: 'lower',
        upper: 'upper',
        line: 'line',
        at: 'at',
        line_label: 'line_label',
      },
      caption: '每个时间的 AUC 和 95% 置信区间；虚线 0.5 等于猜。各时间用的是同一批患者，不是彼此独立的证据。',
      captionEnglish: 'AUC with 95% confidence intervals at each time; dashed line: chance. All points are of the same patients.',
      statistics:
        '{{patients}} 例患者，{{events}} 例事件；点是各时间的 AUC，带是 95% 置信区间。累积病例、动态对照，删失按 IPCW 加权（{{weighting_word}}）。',
      statisticsEnglish:
        '{{patients}} patients with {{events}} events. Points: AUC; bands: 95% confidence intervals. Cumulative cases, dynamic controls, censoring weighted by IPCW ({{weighting_word}}).',
      alternative: '各标志物的 AUC 随时间的变化，带 95% 置信区间。',
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4, x: '时间（年）', y: 'AUC' }),
        ...curveStyle({ mode: 'points-and-line', equal: false }),
        name_single: { kind: 'flag', label: '一条曲线也写图例', default: true },
      },
    },
  },
  facts: {
    data: { label: '数据', format: 'text' },
    patients: { label: '纳入的患者', format: 'count' },
    events: { label: '事件', format: 'count' },
    total: { label: '排除之前', format: 'count' },
    excluded: { label: '排除的', format: 'count' },
    follow_up: { label: '中位随访时间', format: 'decimal' },
    unit_word: { label: '时间单位', format: 'text' },
    markers_n: { label: '标志物', format: 'count' },
    times_n: { label: '时间', format: 'count' },
    several: { label: '几个标志物', format: 'flag' },
    weighting_word: { label: '删失的加权', format: 'text' },
    cox_weighted: { label: '删失按 Cox 模型加权', format: 'flag' },
    best: { label: 'AUC 最大的标志物', format: 'text' },
    best_at: { label: '在什么时间', format: 'text' },
    best_auc: { label: '最大的 AUC', format: 'number' },
    best_low: { label: '最大的 AUC 下限', format: 'number' },
    best_high: { label: '最大的 AUC 上限', format: 'number' },
    pairs_n: { label: 'AUC 的比较', format: 'count' },
    pairs_found: { label: '校正后 P < 0.05 的', format: 'count' },
  },
  texts: {
    headline: '{{markers_n}} 个标志物 · {{times_n}} 个时间 · {{best}} {{best_at}} AUC {{best_auc}}',
    summary:
      '{{patients}} 例患者（{{events}} 例事件）里，{{#several}}{{markers_n}} 个标志物中 AUC 最大的是**{{best}}**：{{/several}}{{^several}}「{{best}}」的 AUC 最大在{{best_at}}：{{/several}}{{best_at}}的 **AUC {{best_auc}}**{{#best_low}}（95% CI {{best_low}}–{{best_high}}）{{/best_low}}。{{#several}}两两比较 {{pairs_n}} 次，校正后 P < 0.05 的有 {{pairs_found}} 次。{{/several}}0.5 等于猜，1 是完全分开。',
    detail:
      '删失按 IPCW 加权（{{weighting_word}}）· 中位随访{{#follow_up}} {{follow_up}} {{unit_word}}（反向 Kaplan–Meier 法）{{/follow_up}}{{^follow_up}}无法估计{{/follow_up}} · 共 {{total}} 例，{{#excluded}}没有参与的 {{excluded}} 例，原因见「纳入与排除」{{/excluded}}{{^excluded}}没有排除{{/excluded}} · 标志物若是用同一批患者建的模型的评分，AUC 偏高，要在没有参与建模的患者里再看',
  },
  produces: [],
  citations: [
    'Heagerty PJ, Lumley T, Pepe MS. Time-dependent ROC curves for censored survival data and a diagnostic marker. Biometrics 2000;56:337–344.',
    'Blanche P, Dartigues JF, Jacqmin-Gadda H. Estimating and comparing time-dependent areas under receiver operating characteristic curves for censored event times with competing risks. Stat Med 2013;32:5381–5397.',
    'Gerds TA, Kattan MW. Medical Risk Prediction Models: With Ties to Machine Learning. Chapman and Hall/CRC, 2021.',
  ],
  packages: ['survival', 'riskRegression'],
  early: ['survival'],
  example: {
    title: '黑色素瘤的厚度与年龄',
    description:
      'riskRegression 包的 Melanoma：205 例手术的黑色素瘤，71 例死亡。厚度在 1、3、5 年的 AUC 是 0.714、0.781、0.724，与 riskRegression::Score 直接算的相同。',
    files: { survival_data: { file: 'survival.tsv', name: '黑色素瘤随访.tsv' } },
    parameters: { markers: ['thickness', 'age'] },
  },
  preview: true,
} as const satisfies ToolDefinition);
