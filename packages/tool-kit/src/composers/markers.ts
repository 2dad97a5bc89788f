import type { ToolDefinition } from '../define-tool.ts';
import type { Parameter } from '../parameters.ts';

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
    title: 'ROC 曲线的点',
    role: 'figure',
    columns: [
      { name: 'series', type: 'text', title: '曲线' },
      { name: 'fpr', type: 'number', title: '1 − 特异度' },
      { name: 'tpr', type: 'number', title: '灵敏度' },
      { name: 'label', type: 'text', title: '图例' },
    ],
  },
  roc_lines: {
    title: 'ROC 的对角线',
    role: 'figure',
    columns: [
      { name: 'line', type: 'text', title: '线' },
      { name: 'at', type: 'number', title: '位置' },
      { name: 'line_label', type: 'text', title: '说明' },
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
