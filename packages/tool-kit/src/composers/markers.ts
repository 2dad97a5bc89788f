import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { CURVES_BY_TIME, REFERENCE_LINES } from './vocabularies.ts';

/** What tools that judge markers have in common. */

/** How P of comparisons between several markers or groups is corrected. R: `stats::p.adjust`. */
export const pairCorrection = {
  kind: 'choice',
  label: '两两比较的校正',
  default: 'BH',
  options: [
    { value: 'BH', label: 'BH（FDR）' },
    { value: 'holm', label: 'Holm' },
    { value: 'bonferroni', label: 'Bonferroni' },
    { value: 'none', label: '不校正' },
  ],
  advanced: true,
  feeds: 'stats::p.adjust(method)',
  help: 'P 按比较的次数校正。Bonferroni 最严，BH 控制假阳性的比例。',
} as const satisfies Parameter;

/** Tables that ROC curves are drawn from. */
export const rocTables = {
  roc: {
    title: { zh: 'ROC 曲线的点', en: 'Roc' },
    role: 'figure',
    columns: [
      { name: 'series', type: 'text', codes: CURVES_BY_TIME, own: true },
      { name: 'fpr', type: 'number' },
      { name: 'tpr', type: 'number' },
      { name: 'label', type: 'text', codes: CURVES_BY_TIME, own: true },
    ],
  },
  roc_lines: {
    title: { zh: 'ROC 的对角线', en: 'Roc lines' },
    role: 'figure',
    columns: [
      { name: 'line', type: 'text' },
      { name: 'at', type: 'number' },
      { name: 'line_label', type: 'text', codes: REFERENCE_LINES },
    ],
  },
} as const satisfies ToolDefinition['tables'];

/** Which of their columns the chart takes. */
export const rocColumns = {
  series: 'series',
  x: 'fpr',
  y: 'tpr',
  label: 'label',
  line: 'line',
  at: 'at',
  line_label: 'line_label',
} as const;
