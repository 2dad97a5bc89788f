import type { TableDeclaration } from '../define-tool.ts';

/** A Cox model of genes and clinical variables. R: engine/R/statistics/model-terms.R. */

/** Ratios with their intervals. */
export const ratioColumns = [
  { name: 'HR', type: 'number', title: 'HR', key: true },
  { name: 'HR.95L', type: 'number', title: '95% CI 下限' },
  { name: 'HR.95H', type: 'number', title: '95% CI 上限' },
] as const;

/** R: `coefficient_table`. */
export const coefficientTable = {
  title: '模型的系数',
  role: 'result',
  columns: [
    { name: 'gene', type: 'text', title: '变量' },
    { name: 'kind', type: 'text', title: '种类' },
    { name: 'coef', type: 'number', title: '系数' },
    { name: 'se', type: 'number', title: '标准误' },
    ...ratioColumns,
    { name: 'z', type: 'number', title: 'z' },
    { name: 'pvalue', type: 'p', title: 'P 值' },
    { name: 'test', type: 'text', title: 'P 值来自' },
    { name: 'vif', type: 'number', title: '方差膨胀因子' },
    { name: 'ph_p', type: 'p', title: '等比例风险检验 P' },
  ],
} as const satisfies TableDeclaration;

/** R: `proportional_table`. */
export const proportionalTable = {
  title: '等比例风险检验',
  role: 'result',
  columns: [
    { name: 'term', type: 'text', title: '变量' },
    { name: 'chisq', type: 'number', title: '卡方' },
    { name: 'df', type: 'integer', title: '自由度' },
    { name: 'p', type: 'p', title: 'P 值' },
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
