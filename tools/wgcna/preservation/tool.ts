import {
  both,
  type Codes,
  cohort,
  cohortFacts,
  commonStyle,
  defineTool,
  expressionFile,
  furtherPage,
  GENE_MATCHES,
  linearCorrelated,
  matrix,
  ONE_COLUMN,
  randomSeed,
  refuse,
  type TableDeclaration,
  TITLES,
  type Told,
  type ToolDefinition,
  warn,
} from '@oncoloom/tool-kit';

const SORTS = {
  module: { zh: '模块', en: 'Module' },
  random: { zh: '随机基因（参照）', en: 'Random genes (reference)' },
  grey: { zh: '未归入模块', en: 'In no module' },
} as const satisfies Codes;
const MODULE_NAMES = { random: { zh: '随机基因', en: 'Random genes' } } as const satisfies Codes;
const VERDICTS = {
  strong: { zh: '保守，证据强', en: 'preserved, strong evidence' },
  weak: { zh: '弱到中等', en: 'weak to moderate' },
  none: { zh: '没有证据', en: 'no evidence' },
  reference: { zh: '参照', en: 'reference' },
  few: { zh: '基因太少，算不出', en: 'too few genes' },
} as const satisfies Codes;

const module = { name: 'module', type: 'text', title: { zh: '模块', en: 'Module' }, codes: MODULE_NAMES, own: true } as const;
const sort = { name: 'sort', type: 'text', title: { zh: '种类', en: 'Kind' }, codes: SORTS } as const;
const found = { name: 'found', type: 'integer', title: { zh: '找到的{{row_subject}}', en: '{{Row_subject}}s found' } } as const;

/** A point per module, and one of the random genes. */
const points = (title: Told) =>
  ({
    title,
    role: 'figure',
    columns: [module, found, { name: 'value', type: 'number' }, sort],
  }) as const satisfies TableDeclaration;

const pointStyle = {
  show_samples: { kind: 'flag', label: '模块名', default: true },
  axis_log_x: { kind: 'flag', label: '横轴用对数坐标', default: true },
  group_1_color: { kind: 'colour', label: '模块', default: '#0072B2' },
  group_2_color: { kind: 'colour', label: '随机的一组', default: '#8A979E' },
} as const;

export default defineTool({
  taskType: 'wgcna_module_preservation',
  title: 'WGCNA 模块保守性',
  english: 'WGCNA module preservation',
  points: 15,
  premium: false,
  pages: [furtherPage('bulk', 30, '共表达网络', 'wgcna-preservation')],
  version: '1.0.2',
  naming: '{{module_analysis_id}} · 在另一个数据集里的保守性',
  summary: '「WGCNA 模块」的模块在另一个数据集里还在不在：每个模块的 Zsummary 和 medianRank，与随机取的基因相比，给出一句结论。',
  outcome: '每个模块的 Zsummary、medianRank、密度和连接的 Z、P 和一句结论，两张图，基因对应的情况',
  keywords: ['WGCNA', '模块保守性', 'module preservation', 'Zsummary', 'medianRank', '验证', '重现', '共表达网络'],
  expected: { base: 20, perMillionCells: 120 },
  parameters: {
    module_analysis_id: {
      kind: 'analysis',
      label: '第二步的结果',
      input: 'network',
      accepts: ['module_network'],
      otherData: true,
      matrix: true,
      help: '选一次已完成的「WGCNA 模块」。它的矩阵、模块和网络类型会带过来，不用再上传。',
    },
    file_id: {
      ...expressionFile,
      label: '第二个数据集',
      optional: true,
      help: '另一批样本的表达矩阵：基因在行、样本在列，取过 log2。至少 15 个样本，建议 20 个以上；不能是建模块用过的样本。',
    },
    dataset: { ...cohort({}), label: '或用公共队列', help: '用公共队列的肿瘤样本作第二个数据集，每例患者一个。' },
    module_file_id: {
      kind: 'file',
      label: '模块归属表',
      input: 'labels',
      fileTypes: ['table'],
      optional: true,
      advanced: true,
      help: '可以不填，用第二步的模块。填了（gene、module 两列）就改用表里的模块，例如文献里的；没有归入模块的基因写 grey。',
    },
    network_type: {
      kind: 'choice',
      label: '网络类型',
      default: 'same',
      advanced: true,
      options: [
        { value: 'same', label: '与第二步相同', help: '模块是在那种网络里找到的。' },
        { value: 'signed', label: 'signed', help: '只有正相关的基因算相连。' },
        { value: 'unsigned', label: 'unsigned', help: '正负相关都算相连。' },
        { value: 'signed hybrid', label: 'signed hybrid', help: '负相关记为 0。' },
      ],
      help: '通常不改。',
      feeds: 'WGCNA::modulePreservation(networkType)',
    },
    permutations: {
      kind: 'integer',
      label: '置换次数',
      default: 100,
      min: 20,
      max: 200,
      unit: '次',
      help: '把模块的归属打乱这么多次，看偶然能有多保守。调大：Z 更稳，时间按比例增加；调小：更快，Z 会有出入。发表用 100–200。',
      feeds: 'WGCNA::modulePreservation(nPermutations)',
    },
    seed: randomSeed({ default: 12_345, min: 1, help: '同一个种子，结果相同。', feeds: 'WGCNA::modulePreservation(randomSeed)' }),
  },
  oneOf: [['file_id', 'dataset']],
  requirements: [
    refuse('kind', [matrix.kind('counts', 'scores')], {
      message: '第二个数据集要是取过对数的基因表达矩阵，不能是原始计数或打分。计数请先做「计数转换」（vst）',
    }),
    refuse('few_samples', [matrix.samples({ below: 15 })], {
      message: '第二个数据集只有 {{columns}} 个样本，至少要 15 个，建议 20 个以上。请换一个样本更多的数据集',
    }),
    warn('not_many_samples', [matrix.samples({ above: 14 }), matrix.samples({ below: 21 })], {
      message: '第二个数据集只有 {{columns}} 个样本：相关系数很不稳，不保守也可能只是样本太少',
    }),
    linearCorrelated,
  ],
  plan: '看第二步的模块在第二个数据集里还在不在，置换 {{permutations}} 次。',
  tables: {
    preservation: {
      title: { zh: '模块的保守性', en: 'Preservation of modules' },
      role: 'result',
      whole: true,
      columns: [
        module,
        sort,
        { name: 'size', type: 'integer', title: TITLES.rowCount },
        { ...found, key: true },
        { name: 'Zsummary', type: 'number', title: both('Zsummary'), key: true, digits: 2 },
        { name: 'medianRank', type: 'number', title: both('medianRank'), key: true, digits: 1 },
        { name: 'verdict', type: 'text', title: { zh: '一句话', en: 'Conclusion' }, key: true, codes: VERDICTS },
        { name: 'Zdensity', type: 'number', title: both('Zdensity'), digits: 2 },
        { name: 'Zconnectivity', type: 'number', title: both('Zconnectivity'), digits: 2 },
        { name: 'log_p', type: 'number', title: both('log10 P'), digits: 2 },
      ],
    },
    gene_matches: {
      title: { zh: '写法不同或没有的{{row_subject}}', en: '{{Row_subject}}s written differently or missing' },
      role: 'result',
      folded: true,
      hideEmpty: true,
      columns: [
        { name: 'asked', type: 'gene', title: { zh: '建模块的{{row_subject}}', en: '{{Row_subject}} of the modules' } },
        { name: 'found', type: 'text', title: { zh: '第二个数据集里', en: 'In the second data set' } },
        { name: 'how', type: 'text', title: { zh: '怎样找到的', en: 'How it was found' }, codes: GENE_MATCHES },
      ],
    },
    zsummary_points: points({ zh: 'Zsummary 与模块大小', en: 'Zsummary against module size' }),
    rank_points: points({ zh: 'medianRank 与模块大小', en: 'medianRank against module size' }),
  },
  figures: {
    zsummary: {
      title: { zh: 'Zsummary 与模块大小', en: 'Zsummary against module size' },
      chart: 'scatter',
      tables: { points: 'zsummary_points' },
      columns: { label: 'module', x: 'found', y: 'value', group: 'sort' },
      caption: {
        zh: '每个点是一个模块，横轴是在第二个数据集里找到的{{row_subject}}数。虚线是 2 和 10：高于 10 保守的证据强，2–10 弱到中等，低于 2 没有证据。随机{{row_subject}}是同样算法下随机取的一组{{row_subject}}。Zsummary 随模块增大，大小悬殊的模块要看 medianRank。置换 {{permutations}} 次。',
        en: 'Points: modules; x: {{row_subject}}s found in the second data set. Dashed lines: Zsummary 2 and 10 (below 2 no, 2–10 weak to moderate, above 10 strong evidence of preservation). {{permutations}} permutations.',
      },
      statistics: {
        zh: '{{modules}} 个模块；第一个数据集 {{samples}} 个样本、{{genes}} 个{{row_subject}}，第二个（{{second}}）{{second_samples}} 个样本、其中 {{genes_found}} 个{{row_subject}}。WGCNA 的 modulePreservation，置换 {{permutations}} 次：高于 10 的 {{strong}} 个，2–10 的 {{weak}} 个，低于 2 的 {{none}} 个；未作多重校正。',
        en: '{{modules}} modules; first data set: n = {{samples}} samples, {{genes}} {{row_subject}}s; second ({{second}}): n = {{second_samples}} samples, {{genes_found}} of these {{row_subject}}s. modulePreservation of WGCNA, {{permutations}} permutations: {{strong}} above 10, {{weak}} from 2 to 10, {{none}} below 2; not corrected for multiple testing.',
      },
      alternative: {
        zh: '散点图：{{modules}} 个模块的 Zsummary，{{strong}} 个高于 10，{{none}} 个低于 2。',
        en: 'Scatter plot: Zsummary of {{modules}} modules, {{strong}} above 10, {{none}} below 2.',
      },
      style: {
        ...commonStyle({ width: ONE_COLUMN, height: 75 / 25.4, x: { zh: '找到的基因数', en: 'Genes found' }, y: 'Zsummary' }),
        level_1: { kind: 'number', label: '第一条虚线（0 为不画）', default: 2, min: 0, max: 1000 },
        level_2: { kind: 'number', label: '第二条虚线（0 为不画）', default: 10, min: 0, max: 1000 },
        ...pointStyle,
      },
    },
    rank: {
      title: { zh: 'medianRank 与模块大小', en: 'medianRank against module size' },
      chart: 'scatter',
      tables: { points: 'rank_points' },
      columns: { label: 'module', x: 'found', y: 'value', group: 'sort' },
      caption: {
        zh: '名次越小越保守（1 最保守），不随模块大小改变。名次在随机{{row_subject}}之后（更大）的模块，不比随机取的{{row_subject}}更保守。',
        en: 'Median rank of the observed preservation statistics; lower ranks are better preserved.',
      },
      statistics: {
        zh: '{{modules}} 个模块；第一个数据集 {{samples}} 个样本、{{genes}} 个{{row_subject}}，第二个（{{second}}）{{second_samples}} 个样本、其中 {{genes_found}} 个{{row_subject}}。WGCNA 的 modulePreservation；名次没有做检验。',
        en: '{{modules}} modules; first data set: n = {{samples}} samples, {{genes}} {{row_subject}}s; second ({{second}}): n = {{second_samples}} samples, {{genes_found}} of these {{row_subject}}s. modulePreservation of WGCNA; ranks are not tested.',
      },
      alternative: { zh: '散点图：{{modules}} 个模块的 medianRank。', en: 'Scatter plot: medianRank of {{modules}} modules.' },
      style: {
        ...commonStyle({
          width: ONE_COLUMN,
          height: 75 / 25.4,
          x: { zh: '找到的基因数', en: 'Genes found' },
          y: { zh: 'medianRank（越小越保守）', en: 'medianRank (lower: better preserved)' },
        }),
        ...pointStyle,
      },
    },
  },
  facts: {
    ...cohortFacts,
    modules: { label: '模块', format: 'count' },
    genes: { label: '建模块的{{row_subject}}', format: 'count' },
    genes_found: { label: '第二个数据集里可用的{{row_subject}}', format: 'count' },
    renamed: { label: '换了写法的{{row_subject}}', format: 'count' },
    samples: { label: '第一个数据集的样本', format: 'count' },
    second_samples: { label: '第二个数据集的样本', format: 'count' },
    second: { label: '第二个数据集', format: 'text' },
    strong: { label: '证据强', format: 'count' },
    weak: { label: '弱到中等', format: 'count' },
    none: { label: '没有证据', format: 'count' },
    few_permutations: { label: '置换少', format: 'flag' },
    own_labels: { label: '模块来自归属表', format: 'flag' },
    best: { label: 'Zsummary 最高的模块', format: 'text' },
    best_z: { label: '它的 Zsummary', format: 'decimal' },
    random_genes: { label: '随机{{row_subject}}的个数', format: 'count' },
    random_z: { label: '随机{{row_subject}}的 Zsummary', format: 'decimal' },
    network: { label: '网络', format: 'text' },
    network_word: { label: '网络类型', format: 'text' },
  },
  texts: {
    headline: {
      zh: '{{modules}} 个模块：{{strong}} 个保守，{{weak}} 个弱到中等，{{none}} 个没有证据',
      en: '{{modules}} modules: {{strong}} preserved, {{weak}} weakly to moderately, {{none}} without evidence',
    },
    summary: {
      zh: '{{modules}} 个模块在「{{second}}」（{{second_samples}} 个样本）里，**{{strong}} 个保守的证据强**（Zsummary > 10），{{weak}} 个弱到中等（2–10），{{none}} 个没有证据（< 2）。{{#strong}}Zsummary 最高的是 **{{best}}**（{{best_z}}）。{{/strong}}{{^strong}}{{#weak}}Zsummary 最高的是 {{best}}（{{best_z}}），证据只是弱到中等。{{/weak}}{{^weak}}{{#best}}**没有看到保守的模块**，Zsummary 最高的也只有 {{best_z}}。{{/best}}{{/weak}}{{/strong}}{{#few_permutations}}置换只有 {{permutations}} 次，Z 不稳，发表请用 100 次以上。{{/few_permutations}}{{#random_genes}}随机取的 {{random_genes}} 个{{row_subject}}的 Zsummary 是 {{random_z}}：Zsummary 随{{row_subject}}数增大，大小不同的模块之间、模块与随机{{row_subject}}之间，要比 medianRank。{{/random_genes}}没有证据不等于不存在：样本少、平台不同、{{row_subject}}没有找全都会这样。',
      en: 'Of {{modules}} modules **{{strong}} have strong evidence of preservation** (Zsummary > 10) in “{{second}}” ({{second_samples}} samples), {{weak}} weak to moderate (2–10) and {{none}} none (< 2).{{#strong}} **{{best}}** has the highest Zsummary ({{best_z}}).{{/strong}}{{^strong}}{{#weak}} {{best}} has the highest Zsummary ({{best_z}}), which is weak to moderate evidence alone.{{/weak}}{{^weak}}{{#best}} **No module is seen to be preserved**: the highest Zsummary is {{best_z}}.{{/best}}{{/weak}}{{/strong}}{{#few_permutations}} With {{permutations}} permutations Z is unstable; publish with 100 or more.{{/few_permutations}}{{#random_genes}} {{random_genes}} {{row_subject}}s drawn at random have a Zsummary of {{random_z}}: it grows with the number of {{row_subject}}s, so compare modules of different sizes by medianRank.{{/random_genes}} No evidence does not mean no module: few samples, another platform or missing {{row_subject}}s do the same.',
    },
    detail: {
      zh: '{{genes}} 个建模块的{{row_subject}}里有 {{genes_found}} 个在第二个数据集里可用{{#renamed}}（{{renamed}} 个换了写法）{{/renamed}} · 第一个数据集 {{samples}} 个样本 · {{network_word}} · 置换 {{permutations}} 次，种子 {{seed}}',
      en: '{{genes_found}} of the {{genes}} {{row_subject}}s of the network are usable in the second data set{{#renamed}} ({{renamed}} by another name){{/renamed}} · {{samples}} samples in the first data set · {{network}} network · {{permutations}} permutations, seed {{seed}}',
    },
  },
  produces: [],
  citations: [
    'Langfelder P, Luo R, Oldham MC, Horvath S. Is my network module preserved and reproducible? PLoS Comput Biol 2011;7:e1001057. doi:10.1371/journal.pcbi.1001057',
    'Langfelder P, Horvath S. WGCNA: an R package for weighted correlation network analysis. BMC Bioinformatics 2008;9:559. doi:10.1186/1471-2105-9-559',
  ],
  packages: ['WGCNA', 'foreach', 'org.Hs.eg.db'],
  example: {
    title: '急性淋巴细胞白血病：B 系的模块在 T 系里',
    description: 'Bioconductor 的 ALL 数据集（Chiaretti 等，2004）：在 B 系 95 例里找到的模块，看 T 系 33 例里还有没有。',
    files: {
      module_analysis_id: { file: 'expression.tsv.gz', name: 'ALL_B系_WGCNA模块' },
      file_id: { file: 'second.tsv.gz', name: 'ALL_T系_表达.tsv.gz' },
      module_file_id: { file: 'modules.tsv', name: 'ALL_B系_模块.tsv' },
    },
    parameters: { network_type: 'signed', permutations: 20 },
  },
} as const satisfies ToolDefinition);
