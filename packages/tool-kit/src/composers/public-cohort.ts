import { type CohortNeeds, FEATURE_WORDS } from '../cohorts/cohorts.ts';
import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { ChoicesParameter, CohortParameter } from '../declaration/parameters.ts';
import type { Codes } from '../words/codes.ts';
import { NAMES } from './vocabularies.ts';

/** Several cohorts, by the first of them. */
const COHORTS = {
  all: { zh: '{names} 共 {n} 个队列', en: '{names} ({n} cohorts)' },
  first: { zh: '{names} 等 {n} 个队列', en: '{names} and others ({n} cohorts)' },
  ...NAMES,
} as const satisfies Codes;

/** The public cohort that a tool starts from. R: `inputs$dataset`, see `engine/R/cohorts/cohorts.R`. */
export const cohort = <const N extends CohortNeeds>(needs: N) =>
  ({
    kind: 'cohort',
    label: '队列',
    input: 'dataset',
    needs,
    help: '公共队列，如 TCGA-ACC。没有装的和不合用的也列在后面，并说明原因。',
  }) as const satisfies CohortParameter;

/** Clinical features of a cohort, for `needs: { clinical: { features: … } }`. R: CLINICAL_FEATURES. */
export const clinicalFeatures = {
  kind: 'choices',
  label: '临床特征',
  options: Object.entries(FEATURE_WORDS).map(([value, label]) => ({ value, label })),
  help: '不选就是队列里有的全部特征。只选关心的几项，校正会更宽松，但要在看结果之前就定好。',
} as const satisfies ChoicesParameter;

/** Which cohort a result is of; R: `cohort_facts`. */
export const cohortFacts = {
  cohort: { label: '队列', format: 'text', codes: COHORTS },
  cohort_name: { label: '肿瘤', format: 'text' },
  cohort_source: { label: '来源', format: 'text' },
  cohort_source_english: { label: '来源（英文）', format: 'text' },
  cohort_release: { label: '版本', format: 'text' },
} as const satisfies ToolDefinition['facts'];
