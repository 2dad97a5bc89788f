import type { TableDeclaration } from '../declaration/define-tool.ts';
import { TITLES } from '../declaration/titles.ts';
import { both } from '../declaration/told.ts';
import type { Codes } from '../words/codes.ts';
import { SURVIVAL_TESTS, TERMS } from './vocabularies.ts';

const TERM_KINDS = { gene: { zh: '基因', en: 'Gene' }, clinical: { zh: '临床变量', en: 'Clinical variable' } } as const satisfies Codes;

/** A Cox model of genes and clinical variables. R: engine/R/statistics/risk-models/model-terms.R. */

/** Ratios with their intervals. */
export const ratioColumns = [
  { name: 'HR', type: 'number', title: TITLES.hazardRatio, key: true },
  { name: 'HR.95L', type: 'number', title: TITLES.low95 },
  { name: 'HR.95H', type: 'number', title: TITLES.high95 },
] as const;

/** R: `coefficient_table`. */
export const coefficientTable = {
  title: { zh: '模型的系数', en: 'Coefficients of the model' },
  role: 'result',
  columns: [
    { name: 'gene', type: 'text', title: { zh: '变量', en: 'Variable' }, codes: TERMS, own: true },
    { name: 'kind', type: 'text', title: { zh: '种类', en: 'Kind' }, codes: TERM_KINDS },
    { name: 'coef', type: 'number', title: TITLES.coefficient },
    { name: 'se', type: 'number', title: { zh: '标准误', en: 'SE' } },
    ...ratioColumns,
    { name: 'z', type: 'number', title: both('z') },
    { name: 'pvalue', type: 'p', title: TITLES.p },
    { name: 'test', type: 'text', title: { zh: 'P 值来自', en: 'Source of P' }, codes: SURVIVAL_TESTS },
    { name: 'vif', type: 'number', title: { zh: '方差膨胀因子', en: 'VIF' } },
    { name: 'ph_p', type: 'p', title: { zh: '等比例风险检验 P', en: 'P of proportional hazards' } },
  ],
} as const satisfies TableDeclaration;

/** R: `proportional_table`. */
export const proportionalTable = {
  title: { zh: '等比例风险检验', en: 'Test of proportional hazards' },
  role: 'result',
  columns: [
    { name: 'term', type: 'text', title: { zh: '变量', en: 'Variable' }, codes: TERMS, own: true },
    { name: 'chisq', type: 'number', title: TITLES.chiSquared },
    { name: 'df', type: 'integer', title: { zh: '自由度', en: 'df' } },
    { name: 'p', type: 'p', title: TITLES.p },
  ],
} as const satisfies TableDeclaration;

/** How columns of whole numbers among the clinical variables are read. R: `read_covariates`. */
export const readColumnsAs = (label: string, as: 'codes' | 'numbers', help: string) =>
  ({
    kind: 'columns',
    label,
    of: 'survival_data',
    multiple: true,
    optional: true,
    advanced: true,
    reads: { of: 'covariates', as },
    help,
  }) as const;
