import type { TableDeclaration } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { GENE_MATCHES, MODEL_WORDS } from './vocabularies.ts';

/** What the tools that apply a frozen model to other data have in common. R: engine/R/statistics/risk-models/model-genes.R. */

/** How the values of the genes are taken. R: `model_values`. @param lost What cannot be seen any more, for the help. */
export const standardise = (lost: string) =>
  ({
    kind: 'choice',
    label: '标准化',
    default: 'none',
    options: [
      { value: 'none', label: '不标准化（模型原样）', help: '单位和平台与训练时相同时用它。' },
      {
        value: 'zscore',
        label: '每份数据各自标准化',
        help: '每个基因减去这份数据的均值、除以标准差，再换到训练集的均值和标准差上。平台不同时用。',
      },
    ],
    help: `各自标准化之后，截断值指的是「比这份数据的平均水平高多少」：${lost}。先定好，不要看了结果再换。`,
  }) as const satisfies Parameter;

/** Where the genes of the model are in these data. R: `validation_genes`, `gene_differences`. */
export const modelGenes = (title: Told, row: Told) =>
  ({
    title,
    role: 'result',
    columns: [
      { name: 'gene', type: 'gene', title: row },
      { name: 'found', type: 'text', title: { zh: '在这份数据里', en: 'In these data' } },
      { name: 'how', type: 'text', title: { zh: '怎样找到', en: 'How it was found' }, codes: GENE_MATCHES },
      { name: 'coefficient', type: 'number', title: TITLES.coefficient, digits: 4, key: true },
      { name: 'weight', type: 'fraction', title: { zh: '占系数绝对值之和', en: 'Share of the sum of absolute coefficients' } },
      { name: 'centre', type: 'number', title: { zh: '训练集均值', en: 'Mean in training' }, digits: 3 },
      { name: 'mean', type: 'number', title: { zh: '这里的均值', en: 'Mean here' }, digits: 3 },
      { name: 'sd', type: 'number', title: { zh: '这里的标准差', en: 'SD here' }, digits: 3 },
      { name: 'shift', type: 'number', title: { zh: '均值的差（标准差）', en: 'Difference of means (SD)' }, digits: 2 },
    ],
    whole: true,
  }) as const satisfies TableDeclaration;

/** The frozen diagnostic model. R: `logistic_table`. */
export const diagnosticModelTable = {
  title: { zh: '模型（可以在别处验证）', en: 'Model, for validation elsewhere' },
  role: 'result',
  hideEmpty: true,
  folded: true,
  csv: true,
  columns: [
    { name: 'part', type: 'text', title: { zh: '内容', en: 'Part of the model' } },
    { name: 'name', type: 'text', title: { zh: '名称', en: 'Name' }, naming: 'inputs', codes: MODEL_WORDS, own: true },
    { name: 'value', type: 'number', title: TITLES.value, digits: 6 },
  ],
} as const satisfies TableDeclaration;
