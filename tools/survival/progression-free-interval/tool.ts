import {
  cohort,
  defineTool,
  geneSurvivalTables,
  page,
  survivalFacts,
  survivalFigures,
  survivalParameters,
  survivalSources,
  survivalTexts,
} from '@oncoloom/tool-kit';

const RATE = { zh: '无进展比例', en: 'Progression-free probability' } as const;

export default defineTool({
  taskType: 'pfs_analysis',
  title: '无进展间期（PFI）',
  english: 'Progression-free interval',
  points: 3,
  premium: false,
  pages: [page('tcga', 15, '生存预后', 'pfs_analysis', 'index', 'detail/:id')],
  version: '1.3.0',
  naming: '{{target_gene}} · {{dataset}} · PFI',
  summary:
    '看一个基因与肿瘤进展有没有关系：按表达量把患者分成高、低两组，比较无进展间期。TCGA 常说的「PFS」就是 TCGA-CDR 的无进展间期（PFI）：到进展、复发、转移、新发原发瘤或带瘤死亡；没有肿瘤而死亡的算删失。',
  outcome:
    '生存曲线和风险人数、Log-rank P、HR（95% CI）、限制平均生存时间（RMST）、中位无进展时间、1、3、5 年无进展比例、各截断值的 HR、纳入与排除',
  keywords: ['PFS', 'PFI', '无进展生存', 'progression-free', '进展', '复发', 'KM 曲线', 'Kaplan-Meier', 'log-rank', 'TCGA 生存'],
  expected: { base: 0.5, perMillionCells: 0 },
  parameters: { dataset: cohort({ survival: 'PFI' }), ...survivalParameters },
  requirements: [],
  plan: '用 {{cohort}}（{{cohort_name}}）{{cohort_patients}} 例患者（{{cohort_events}} 例 PFI 事件）的无进展间期，按 {{target_gene}} 的表达量分高、低两组比较。',
  tables: geneSurvivalTables(RATE),
  figures: survivalFigures(RATE),
  facts: survivalFacts,
  sources: survivalSources,
  texts: survivalTexts(RATE),
  robustness: ['cutoff'],
  produces: [{ what: 'gene' }],
  citations: [
    'Liu J, et al. An integrated TCGA pan-cancer clinical data resource to drive high-quality survival outcome analytics. Cell 2018;173:400–416.',
    'Therneau TM, Grambsch PM. Modeling Survival Data: Extending the Cox Model. Springer, 2000.',
    'Kaplan EL, Meier P. Nonparametric estimation from incomplete observations. J Am Stat Assoc 1958;53:457–481.',
    '{{#searched}}Lausen B, Schumacher M. Maximally selected rank statistics. Biometrics 1992;48:73–85.{{/searched}}',
    'Royston P, Parmar MKB. Restricted mean survival time: an alternative to the hazard ratio for the design and analysis of randomized trials with a time-to-event outcome. BMC Med Res Methodol 2013;13:152.',
    'Schemper M, Smith TL. A note on quantifying follow-up in studies of failure time. Control Clin Trials 1996;17:343–346.',
  ],
  packages: ['survival', 'maxstat', 'org.Hs.eg.db'],
  early: ['survival', 'maxstat'],
  example: {
    title: '模拟演示队列与 EZH2',
    description: '程序生成的 400 例，埋入了与生存有关的基因，EZH2 是其中一个。不是患者的数据。队列和基因固定，其余参数可以改。',
    files: {},
    parameters: { dataset: 'SIM', target_gene: 'EZH2' },
  },
});
