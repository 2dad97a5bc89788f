import type { ToolDefinition } from '../declaration/define-tool.ts';
import { rowsOf, standIn } from '../declaration/sources.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { commonStyle, TWO_COLUMNS } from '../style/style.ts';
import type { Codes } from '../words/codes.ts';
import { STUDY_SCALES } from './studies.ts';

/** Models that are built on all studies but one and judged in that one, for each in turn. R: engine/R/statistics/studies/leave-one-out.R. */

type Columns = Extract<ToolDefinition['tables'][string], { role: 'result' }>['columns'];

/** In which samples a measure was found. */
const JUDGED = {
  left_out: { zh: '留出验证（每个数据集都没有参与训练）', en: 'Left out (no study took part in training)' },
  apparent: { zh: '表观（同一批患者里训练和评价）', en: 'Apparent (trained and judged in the same patients)' },
} as const satisfies Codes;

/** The row below the studies. */
const MEAN = { mean: { zh: '平均（随机效应）', en: 'Mean (random effects)' } } as const satisfies Codes;

/** How the values of a study come to logarithms: counts have no groups by which voom could weigh them. */
const SCALES = { ...STUDY_SCALES, counts: { zh: '计数，log2(CPM + 1)', en: 'Counts, log2(CPM + 1)' } } as const satisfies Codes;

/** What such a tool calls its measure and its events. */
interface LeftOutWords {
  /** The measure: its column, its name, its names in a list and in full. */
  column: string;
  measure: Told;
  measures: Told;
  inFull: Told;
  /** The events: their column, that of the training samples, their titles, and what stands behind their number. */
  events: 'events' | 'cases';
  trainingEvents: string;
  eventTitle: Told;
  trainingTitle: Told;
  eventWord: Told;
  screenedTitle: Told;
}

/** A blank between Latin letters and the Chinese that follows. */
const then = (word: string): string => (/[A-Za-z]$/.test(word) ? `${word} ` : word);

const studyColumns = (title: Told) => [{ name: 'study', type: 'text', title, naming: 'inputs' }] as const;

/** The tables of all such tools. @param own Columns that a tool has behind those of the folds, and those that it says of the studies. */
export const leftOutTables = (words: LeftOutWords, own: { folds: Columns; studies: Columns }) =>
  ({
    folds: {
      title: { zh: '每个留出的数据集', en: 'Each left-out study' },
      role: 'result',
      columns: [
        ...studyColumns({ zh: '留出的数据集', en: 'Left-out study' }),
        { name: 'patients', type: 'integer', title: TITLES.patients },
        { name: words.events, type: 'integer', title: words.eventTitle },
        { name: 'training_patients', type: 'integer', title: { zh: '训练的患者', en: 'Training patients' } },
        { name: words.trainingEvents, type: 'integer', title: words.trainingTitle },
        { name: 'genes', type: 'integer', title: { zh: '训练数据共有的{{row_subject}}', en: '{{Row_subject}}s of all training studies' } },
        { name: 'screened', type: 'integer', title: words.screenedTitle },
        { name: 'chosen', type: 'integer', title: { zh: '入选的', en: 'Chosen' } },
        { name: 'missing', type: 'integer', title: { zh: '入选而留出数据里没有的', en: 'Chosen, absent in the left-out study' } },
        {
          name: words.column,
          type: 'number',
          title: { zh: `${words.measure.zh}（留出）`, en: `${words.measure.en} (left out)` },
          digits: 3,
          key: true,
        },
        { name: 'se', type: 'number', title: { zh: '标准误', en: 'SE' }, digits: 3 },
        { name: 'low', type: 'number', title: TITLES.low95, digits: 3 },
        { name: 'high', type: 'number', title: TITLES.high95, digits: 3 },
        {
          name: `training_${words.column}`,
          type: 'number',
          title: { zh: `${words.measure.zh}（训练数据里）`, en: `${words.measure.en} (in training)` },
          digits: 3,
        },
        { name: 'forced', type: 'flag', title: { zh: '交叉验证没有选出', en: 'None chosen by cross-validation' } },
        ...own.folds,
      ],
    },
    genes: {
      title: { zh: '入选的{{row_subject}}', en: 'Chosen {{row_subject}}s' },
      role: 'result',
      columns: [
        { name: 'gene', type: 'gene', title: TITLES.row },
        { name: 'folds', type: 'integer', title: { zh: '入选的次数', en: 'Times chosen' } },
        { name: 'share', type: 'fraction', title: { zh: '入选的比例', en: 'Share' } },
        {
          name: 'coefficient',
          type: 'number',
          title: { zh: '平均系数（每个标准差）', en: 'Mean coefficient (per SD)' },
          digits: 4,
          key: true,
        },
        { name: 'one_sign', type: 'flag', title: { zh: '方向一致', en: 'One direction' } },
        { name: 'whole', type: 'number', title: { zh: '全部数据训练的系数', en: 'Coefficient, trained on all' }, digits: 4 },
      ],
    },
    studies: {
      title: { zh: '各数据集', en: 'Studies' },
      role: 'result',
      columns: [
        ...studyColumns({ zh: '数据集', en: 'Study' }),
        { name: 'patients', type: 'integer', title: TITLES.patients },
        { name: words.events, type: 'integer', title: words.eventTitle },
        ...own.studies,
        { name: 'scale', type: 'text', title: { zh: '数值', en: 'Values' }, codes: SCALES },
        { name: 'genes', type: 'integer', title: { zh: '不同的{{row_subject}}', en: 'Different {{row_subject}}s' } },
        { name: 'renamed', type: 'integer', title: { zh: '换成现行符号的', en: 'Renamed to current symbols' } },
      ],
    },
    forest: {
      title: { zh: '森林图的数字', en: 'Numbers of the forest plot' },
      role: 'figure',
      columns: [
        { name: 'section', type: 'text', codes: JUDGED },
        { name: 'label', type: 'text', naming: 'inputs', codes: MEAN, own: true },
        { name: 'estimate', type: 'number' },
        { name: 'low', type: 'number' },
        { name: 'high', type: 'number' },
        { name: 'n', type: 'integer' },
        { name: words.events, type: 'integer' },
      ],
    },
  }) as const satisfies ToolDefinition['tables'];

export const leftOutForest = ({ measure, measures, inFull, events, eventWord }: LeftOutWords) =>
  ({
    title: { zh: `${then(measures.zh)}的森林图`, en: `Forest plot of ${measures.en}` },
    chart: 'forest',
    wide: true,
    tables: { rows: 'forest' },
    columns: { section: 'section', label: 'label', estimate: 'estimate', low: 'low', high: 'high', n: 'n', [events]: events },
    caption: {
      zh: '上半部分：每个数据集都没有参与为它训练的模型。下半部分：用全部数据集训练的一个模型，在同一批患者里评价，通常偏高。虚线 0.5 等于掷硬币。',
      en: 'Above: no study took part in the model that it judges. Below: one model of all studies, judged in the same patients, which is usually too high. Dashed line: 0.5, chance.',
    },
    statistics: {
      zh: `{{studies_n}} 个数据集，{{patients}} 例患者，{{events}} 例${eventWord.zh}；方块是 ${inFull.zh}，横线是 95% 置信区间（logit 尺度）{{#c_low}}；平均用随机效应模型（REML，Knapp–Hartung）{{/c_low}}。`,
      en: `{{studies_n}} studies, n = {{patients}} patients, {{events}} ${eventWord.en}. Squares: ${inFull.en}; lines: 95% confidence intervals (logit scale){{#c_low}}; means by random effects (REML, Knapp–Hartung){{/c_low}}.`,
    },
    alternative: {
      zh: `森林图：{{studies_n}} 个数据集留出时的 ${measure.zh}，平均 {{c_mean}}；表观 {{c_apparent}}。`,
      en: `Forest plot: ${measures.en} of {{studies_n}} left-out studies, mean {{c_mean}}; apparent {{c_apparent}}.`,
    },
    style: {
      ...commonStyle({ width: TWO_COLUMNS, height: 75 / 25.4 }),
      estimate_name: { kind: 'text', label: '效应的名称', default: measure.zh, english: measure.en, maxLength: 40 },
      reference: { kind: 'number', label: '参照线', default: 0.5, min: 0, max: 1, step: 0.01 },
      log_axis: { kind: 'flag', label: '对数坐标', default: false },
      low_hr_color: { kind: 'colour', label: '低于参照', english: 'Below reference', default: '#8a94a6' },
      high_hr_color: { kind: 'colour', label: '高于参照', english: 'Above reference', default: '#0B6E69' },
      grey_uncertain: { kind: 'flag', label: '区间跨过参照的画成灰色', default: true },
    },
  }) as const satisfies ToolDefinition['figures'][string];

/** R: `left_out_facts`; `patients`, `events`, `total`, `excluded` and `studies_n` are the tool's. */
export const leftOutFacts = ({ measure, eventTitle }: LeftOutWords) =>
  ({
    studies_n: { label: '数据集', format: 'count' },
    patients: { label: '纳入的患者', format: 'count' },
    events: { label: eventTitle.zh, format: 'count' },
    total: { label: '排除之前', format: 'count' },
    excluded: { label: '排除的', format: 'count' },
    c_mean: { label: `留出的平均 ${measure.zh}`, format: 'decimal' },
    c_low: { label: `平均 ${then(measure.zh)}下限`, format: 'decimal' },
    c_high: { label: `平均 ${then(measure.zh)}上限`, format: 'decimal' },
    c_predict_low: { label: `下一个数据集的 ${measure.zh}，下限`, format: 'decimal' },
    c_predict_high: { label: `下一个数据集的 ${measure.zh}，上限`, format: 'decimal' },
    c_apparent: { label: `表观 ${measure.zh}`, format: 'decimal' },
    optimism: { label: '乐观', format: 'decimal' },
    optimistic: { label: '表观高于留出', format: 'flag' },
    large_optimism: { label: '乐观很大', format: 'flag' },
    holds: { label: '高于偶然', format: 'flag' },
    doubtful: { label: '只比偶然高或低一点', format: 'flag' },
    no_better: { label: '不比偶然好', format: 'flag' },
    reversed: { label: '方向相反', format: 'flag' },
    i2: { label: 'I²', format: 'percent' },
    worst: { label: '最差的数据集', format: 'text' },
    worst_c: { label: `最低的 ${measure.zh}`, format: 'decimal' },
    best_c: { label: `最高的 ${measure.zh}`, format: 'decimal' },
    above: { label: `${then(measure.zh)}高于 0.5 的数据集`, format: 'count' },
    model_genes: { label: '全部数据训练的模型的{{row_subject}}', format: 'count' },
  }) as const satisfies ToolDefinition['facts'];

export const leftOutSources = ({ column, events }: LeftOutWords) =>
  ({
    studies_n: rowsOf('folds'),
    patients: { table: 'folds', column: 'patients', of: 'sum' },
    events: { table: 'folds', column: events, of: 'sum' },
    ...standIn('forest', {
      c_mean: 'estimate',
      c_low: 'low',
      c_high: 'high',
      c_apparent: 'estimate',
    }),
    worst_c: { table: 'folds', column, of: 'min' },
    best_c: { table: 'folds', column, of: 'max' },
  }) as const satisfies NonNullable<ToolDefinition['sources']>;

/** What the left-out studies and the apparent measure say, for `texts.summary`, behind who was analysed. @param reversed What may be wrong. */
export const leftOutSummary = ({ measure }: LeftOutWords, reversed: Told): Told => ({
  zh: `留出数据里的 **平均 ${measure.zh} {{c_mean}}**{{#c_low}}（95% CI {{c_low}}–{{c_high}}）{{/c_low}}，从 {{worst_c}}（{{worst}}）到 {{best_c}}，{{above}} 个高于 0.5。{{#holds}}{{^doubtful}}**换一个数据集仍有区分力。**{{/doubtful}}{{#doubtful}}**平均的区间只比 0.5 高一点，还不能说有区分力。**{{/doubtful}}{{/holds}}{{#no_better}}**不能断定比掷硬币强**：{{#c_low}}平均的区间包含 0.5{{/c_low}}{{^c_low}}至少一个数据集的区间包含 0.5{{/c_low}}。{{/no_better}}{{#reversed}}{{^doubtful}}**方向相反**：${reversed.zh}。{{/doubtful}}{{#doubtful}}**平均的区间只比 0.5 低一点，不能断定比掷硬币强，也不能说方向相反。**{{/doubtful}}{{/reversed}}{{#c_predict_low}}再来一个这样的数据集，${then(measure.zh)}大约在 {{c_predict_low}}–{{c_predict_high}} 之间。{{/c_predict_low}}同一批患者里训练又评价的表观 ${then(measure.zh)}是 {{c_apparent}}，{{#optimistic}}比留出的高 {{optimism}}：{{#large_optimism}}**这么大的差距来自过拟合，表观的数不能当作模型的表现。**{{/large_optimism}}{{^large_optimism}}这就是它的乐观。{{/large_optimism}}{{/optimistic}}{{^optimistic}}不比留出的高，看不出过拟合。{{/optimistic}}`,
  en: `the **mean ${measure.en} in the left-out studies is {{c_mean}}**{{#c_low}} (95% CI {{c_low}}–{{c_high}}){{/c_low}}, from {{worst_c}} ({{worst}}) to {{best_c}}; above 0.5: {{above}}.{{#holds}}{{^doubtful}} **The model discriminates in studies that it has not seen.**{{/doubtful}}{{#doubtful}} **The interval of the mean lies little above 0.5, which is no evidence of discrimination yet.**{{/doubtful}}{{/holds}}{{#no_better}} **It cannot be said to be better than chance**: {{#c_low}}the interval of the mean{{/c_low}}{{^c_low}}the interval of at least one study{{/c_low}} includes 0.5.{{/no_better}}{{#reversed}}{{^doubtful}} **It points the other way**: ${reversed.en}.{{/doubtful}}{{#doubtful}} **The interval of the mean lies little below 0.5: it is no better than chance, and there is no evidence that it points the other way.**{{/doubtful}}{{/reversed}}{{#c_predict_low}} In another such study the ${measure.en} would lie between about {{c_predict_low}} and {{c_predict_high}}.{{/c_predict_low}} The apparent ${measure.en}, trained and judged in the same patients, is {{c_apparent}}, {{#optimistic}}higher by {{optimism}}: {{#large_optimism}}**so large a difference is overfitting, and the apparent ${measure.en} is not the performance of the model.**{{/large_optimism}}{{^large_optimism}}that is its optimism.{{/large_optimism}}{{/optimistic}}{{^optimistic}}no higher: no overfitting is seen.{{/optimistic}}`,
});

export const leftOutCitations = [
  'Steyerberg EW, Harrell FE. Prediction models need appropriate internal, internal–external, and external validation. J Clin Epidemiol 2016;69:245–247. doi:10.1016/j.jclinepi.2015.04.005',
  'Debray TPA, Damen JAAG, Snell KIE, et al. A guide to systematic review and meta-analysis of prediction model performance. BMJ 2017;356:i6460. doi:10.1136/bmj.i6460',
] as const;
export const metaforCitation =
  'Viechtbauer W. Conducting meta-analyses in R with the metafor package. J Stat Softw 2010;36(3):1–48. doi:10.18637/jss.v036.i03';
