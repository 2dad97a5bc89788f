import type { TableDeclaration, ToolDefinition } from '../declaration/define-tool.ts';
import type { ChoiceParameter, Parameters, SurvivalDataParameter } from '../declaration/parameters.ts';

/** The unit of times that the user brings. R: `TIME_UNITS`. */
const timeUnit = {
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

/** What 1 and 2 mean in a status that has these alone. The methods of a result tell it. */
const statusEvent = {
  kind: 'choice',
  label: '状态里的发生事件',
  default: 'auto',
  options: [
    { value: 'auto', label: '自动认出', help: '0 和 1 里 1 是发生事件；Dead、Alive、死亡、存活等也认得。只有 1 和 2 时会问。' },
    { value: '2', label: '2 是发生事件', help: '状态只有 1 和 2，2 是死亡、复发等（R 的习惯）。' },
    { value: '1', label: '1 是发生事件', help: '状态只有 1 和 2，1 是死亡、复发等（SPSS 的文件里常见）。' },
  ],
  advanced: true,
  help: '只有 1 和 2 的状态列要说明哪个是发生事件：读反了，HR 就正好颠倒。',
} as const satisfies ChoiceParameter;

/** From when each patient is watched. R: `with_entry`. */
export const entryColumn = {
  kind: 'columns',
  label: '进入观察的时间',
  of: 'survival_data',
  multiple: false,
  type: 'number',
  optional: true,
  advanced: true,
  help: '左截断：时间从诊断算起、患者却后来才进入观察（如转诊、取样、入组以后）的，选出写着「从起点到进入观察过了多久」的一列，单位与随访时间相同。那之前不可能看到事件：不用它会高估生存。每例患者从起点就开始观察的，不用选。',
  feeds: 'survival::Surv(time) 的第一项',
} as const satisfies Parameters[string];

/** Times of entry in a table of patients; empty where everybody is watched from the start. */
export const entryTimes = {
  name: 'entered',
  type: 'number',
  title: { zh: '进入观察的时间（所选单位）', en: 'Time of entry' },
  blank: true,
} as const satisfies TableDeclaration['columns'][number];

/** R: `entry_facts`. */
export const entryFacts = {
  entered_late: { label: '起点之后才进入观察的', format: 'count' },
  entry_word: { label: '进入观察的时间', format: 'text' },
} as const satisfies ToolDefinition['facts'];

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
      coded: 'status_event',
      help: '每个样本一行：sample 是样本名，time 是时间，status 是状态（1 为发生事件，0 为没有）。',
      ...own,
    },
    time_unit: timeUnit,
    status_event: statusEvent,
  }) as const satisfies Parameters;
