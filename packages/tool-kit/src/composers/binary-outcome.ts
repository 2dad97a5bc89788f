import type { ColumnsParameter, Parameters } from '../declaration/parameters.ts';

/** A column of two values as an outcome, and which of them is the event. R: engine/R/statistics/diagnosis/binary-outcome.R. */

/** Usual headers of such a column. */
const OUTCOME_COLUMNS = [
  'label',
  'outcome',
  'diagnosis',
  'response',
  'group',
  'status',
  'class',
  'disease',
  '标签',
  '结局',
  '诊断',
  '疗效',
  '分组',
  '组别',
] as const;

/** @param of The table whose column it is. @param column What the tool says otherwise of it. */
export const binaryOutcome = (of: string, column: Pick<ColumnsParameter, 'label' | 'help'> & Partial<ColumnsParameter>) =>
  ({
    label_column: { kind: 'columns', of, multiple: false, detect: OUTCOME_COLUMNS, ...column },
    positive_label: {
      kind: 'text',
      label: '阳性的取值',
      default: '',
      maxLength: 200,
      placeholder: '自动',
      help: '那一列里哪个取值是病例（阳性），如 1、是、阳性、复发。不填时按常见写法认（1、yes、是、有、阳性、肿瘤、死亡……，或「未复发」的反面）；认不出用排在后面的一个，并写出来。',
    },
    one_against_rest: {
      kind: 'flag',
      label: '其余取值合为对照',
      default: false,
      help: '那一列有三种以上取值时，把「阳性的取值」与其余全部相比。要填「阳性的取值」。',
    },
  }) as const satisfies Parameters;
