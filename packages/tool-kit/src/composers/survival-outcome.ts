import type { ChoiceParameter, Parameters, SurvivalDataParameter } from '../parameters.ts';

/** The unit of times that the user brings. R: `TIME_UNITS`. */
export const timeUnit = {
  kind: 'choice',
  label: '时间单位',
  default: 'day',
  options: [
    { value: 'day', label: '天' },
    { value: 'month', label: '月' },
    { value: 'year', label: '年' },
  ],
  help: '随访数据里的时间用的单位。选错会让生存率对不上年份。',
} as const satisfies ChoiceParameter;

/** Follow-up of the user's samples and the unit of its times. @param own What the tool says otherwise, such as the matrix that it is `of`. */
export const survivalOutcome = <const P extends Partial<SurvivalDataParameter>>(own: P) =>
  ({
    survival_data: {
      kind: 'survival-data',
      label: '随访数据',
      input: 'survival',
      fileField: 'survival_file_id',
      cohort: { field: 'survival_cohort', endpointField: 'survival_endpoint' },
      unit: 'time_unit',
      help: '每个样本一行：sample 是样本名，time 是时间，status 是状态（1 为发生事件，0 为没有）。',
      ...own,
    },
    time_unit: timeUnit,
  }) as const satisfies Parameters;
