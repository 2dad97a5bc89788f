import type { TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { Parameter } from '../declaration/parameters.ts';
import { TITLES } from '../declaration/titles.ts';
import type { Told } from '../declaration/told.ts';
import { EXPRESSION_SIDES } from './vocabularies.ts';

/** Restricted mean survival times of groups: what they are up to, their table, facts and sentences. R: `restricted_means`, `mean_facts`. */

/** @param unit Which unit the number is in: 上面的时间单位. */
export const rmstUntil = (unit: string) =>
  ({
    kind: 'number',
    label: 'RMST 算到',
    default: 0,
    min: 0,
    max: 100_000,
    advanced: true,
    help: `限制平均生存时间（RMST）：到这个时间为止，平均活了多久，单位是${unit}。0 为算到随访最短的一组的末尾。风险比随时间变化、曲线交叉时，用它代替 HR。要事先定好。`,
    feeds: 'survival::survfit 的 rmean',
  }) as const satisfies Parameter;

export const meansTable = {
  title: { zh: '限制平均生存时间（RMST）', en: 'Restricted mean survival time' },
  role: 'result',
  columns: [
    { name: 'group', type: 'text', title: TITLES.group, codes: EXPRESSION_SIDES },
    { name: 'until', type: 'number', title: { zh: '算到', en: 'Up to' } },
    { name: 'mean', type: 'number', title: { zh: '平均生存时间（所选单位）', en: 'Mean survival time' }, key: true },
    { name: 'lower', type: 'number', title: TITLES.low95 },
    { name: 'upper', type: 'number', title: TITLES.high95 },
    { name: 'difference', type: 'number', title: { zh: '与参照组之差', en: 'Difference from the reference' }, key: true, blank: true },
    { name: 'difference_lower', type: 'number', title: { zh: '差值 95% CI 下限', en: '95% CI of the difference, lower' }, blank: true },
    { name: 'difference_upper', type: 'number', title: { zh: '差值 95% CI 上限', en: '95% CI of the difference, upper' }, blank: true },
    { name: 'p', type: 'p', title: { zh: '差值的 P', en: 'P of the difference' }, blank: true },
  ],
} as const satisfies TableDeclaration;

export const meanFacts = {
  rmst_at: { label: 'RMST 算到', format: 'decimal' },
  rmst_asked: { label: 'RMST 要求算到', format: 'decimal' },
  rmst_two: { label: '两组的 RMST', format: 'flag' },
  rmst_other: { label: '另一组的 RMST', format: 'decimal' },
  rmst_reference: { label: '参照组的 RMST', format: 'decimal' },
  rmst_difference: { label: 'RMST 之差', format: 'decimal' },
  rmst_low: { label: 'RMST 之差 95% CI 下限', format: 'decimal' },
  rmst_high: { label: 'RMST 之差 95% CI 上限', format: 'decimal' },
  rmst_p: { label: 'RMST 之差的 P', format: 'p' },
} as const satisfies ToolDefinition['facts'];

/** For `texts.detail`; empty where there are not two groups. @param other What the group is called whose mean is told less that of `reference`. */
export const meansDetail = (other: Told, reference: Told): Told => ({
  zh: `{{#rmst_two}}到 {{rmst_at}} {{unit_word}}为止的平均生存时间（RMST）：${other.zh} {{rmst_other}} {{unit_word}}，${reference.zh} {{rmst_reference}} {{unit_word}}，相差 {{rmst_difference}}（95% CI {{rmst_low}} 至 {{rmst_high}}{{#rmst_p}}，P {{rmst_p}}{{/rmst_p}}） · {{/rmst_two}}`,
  en: `{{#rmst_two}}Restricted mean survival time up to {{rmst_at}} {{unit_english}}: ${other.en} {{rmst_other}}, ${reference.en} {{rmst_reference}}, difference {{rmst_difference}} (95% CI {{rmst_low}} to {{rmst_high}}{{#rmst_p}}, P {{rmst_p}}{{/rmst_p}}) · {{/rmst_two}}`,
});

/** For `texts.summary`, where the ratio of two groups changes with time (`changingHazards`). */
export const meansWhereChanging = {
  zh: '{{#changing}}{{#rmst_two}}风险比随时间变化时，看平均生存时间（RMST）：到 {{rmst_at}} {{unit_word}}为止相差 {{rmst_difference}}（95% CI {{rmst_low}} 至 {{rmst_high}}）。{{/rmst_two}}{{/changing}}',
  en: '{{#changing}}{{#rmst_two}} As the hazard ratio changes with time, look at the restricted means: up to {{rmst_at}} {{unit_english}} they differ by {{rmst_difference}} (95% CI {{rmst_low}} to {{rmst_high}}).{{/rmst_two}}{{/changing}}',
} as const satisfies Told;
