import { formatCount } from '../format.ts';
import { checkFollowUp, survivalTable, type TimeUnit } from '../survival-table.ts';
import type { Base, InputKind } from './kind.ts';
import { lastOf, pleaseChoose, readIdentity, readRecords, recordsOf, refused } from './reading.ts';
import { checkSamples } from './samples.ts';

/**
 * Follow-up of samples: {sample, time, status, and any columns}, typed or in a file, whose columns may have the usual other names. R
 * gets a data frame of `sample`, `time` (a number, in the unit of the data), `status` (1 event, 0 none) and the other columns.
 */
export interface SurvivalDataParameter extends Base {
  kind: 'survival-data';
  input: string;
  fileField: string;
  /** The choice parameter (day, month, year) that says in which unit the times are. */
  unit: string;
  /** The matrix whose samples it describes. */
  of?: string;
  optional?: boolean;
}

const FILE = 'file';
const COLUMNS_MAX = 200;
const UNITS: readonly string[] = ['day', 'month', 'year'] satisfies TimeUnit[];

export const survivalData: InputKind<SurvivalDataParameter> = {
  fields: ({ fileField }) => [[fileField, FILE]],
  read({ label }, given) {
    const [part, raw] = lastOf(given);
    if (part === FILE) return readIdentity('file', raw);
    const table = readRecords(raw, { label, maxColumns: COLUMNS_MAX });
    if ('issues' in table) return table;
    const known = survivalTable(table);
    return known === undefined ? refused(`「${label}」要有 sample、time 和 status 三列`) : { from: 'rows', ...known };
  },
  write: ({ fileField }, name, value) => [value.from === 'file' ? [fileField, value.id] : [name, recordsOf(value)]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要有 sample、time 和 status 三列',
  schema: () => ({
    type: 'array',
    items: {
      type: 'object',
      required: ['sample', 'time', 'status'],
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    },
  }),
  fileTypes: () => ['survival'],
  fileField: ({ fileField }) => fileField,
  check({ name, parameter, facts, values, words }) {
    const { table } = facts[name] ?? {};
    if (table?.cells === undefined) return [];
    const known = survivalTable({ columns: table.columns, rows: table.cells });
    if (known === undefined) {
      const message = `「${facts[name]?.name}」里没有认出样本名、时间和状态三列。请把列名写成 sample、time、status，或在表单里选出是哪几列`;
      return [{ code: 'survival_columns', level: 'must', field: name, message }];
    }
    const unit = String(values[parameter.unit] ?? '');
    const { findings, patients, events } = checkFollowUp(
      name,
      known,
      UNITS.includes(unit) ? { field: parameter.unit, value: unit as TimeUnit } : undefined,
    );
    words[`${name}_n`] = formatCount(patients);
    words[`${name}_events`] = formatCount(events);
    const samples = parameter.of === undefined ? undefined : facts[parameter.of]?.matrix?.samples;
    return [...findings, ...checkSamples(name, { ...table, columns: known.columns, cells: known.rows }, samples, parameter.label)];
  },
};
