import { ENDPOINTS } from '@oncoloom/contract';
import { z } from 'zod';
import { cohortCode } from '../cohorts/cohorts.ts';
import { survivalColumns, type TimeUnit } from '../inputs/survival-columns.ts';
import {
  checkCoding,
  checkColumns,
  checkEntry,
  checkFollowUp,
  isEventCode,
  survivalTable,
  withRowNumbers,
} from '../inputs/survival-table.ts';
import { formatCount } from '../words/format.ts';
import { type Base, type InputKind, OWN } from './kind.ts';
import { pleaseChoose, readIdentity, readRecords, recordsOf, refused, sourceOf } from './reading.ts';
import { checkSamples } from './samples.ts';

/**
 * Follow-up of samples: {sample, time, status, and any columns}, typed or in a file, whose columns may have the usual other names, or
 * that of a public cohort with its clinical columns. R gets a data frame of `sample`, `time` (a number, in the unit of the data),
 * `status` (1 event, 0 none) and the other columns.
 */
export interface SurvivalDataParameter extends Base {
  kind: 'survival-data';
  input: string;
  fileField: string;
  /** Fields of a request for a public cohort and its endpoint (OS where none is named). Without them no cohort serves. */
  cohort?: { field: string; endpointField: string };
  /** The choice parameter (day, month, year) that says in which unit the times are. */
  unit: string;
  /** The choice parameter (auto, 1, 2) that says which of 1 and 2 is an event, where the status has these alone. */
  coded: string;
  /** The parameter that names the column of times from which patients are watched; without one such a column is refused. */
  entry?: string;
  /** The matrix whose samples it describes; without one, rows need no names. */
  of?: string;
  /** A model is built of it: too few events are refused. */
  modelled?: boolean;
  optional?: boolean;
}

const [FILE, COHORT, ENDPOINT] = ['file', 'cohort', 'endpoint'];
const COLUMNS_MAX = 200;
const cohortName = z
  .string()
  .transform(cohortCode)
  .pipe(z.string().regex(/^[a-z0-9]{2,12}$/));
const UNITS: readonly string[] = ['day', 'month', 'year'] satisfies TimeUnit[];

export const survivalData: InputKind<SurvivalDataParameter> = {
  fields: ({ fileField, cohort }) => [
    [fileField, FILE],
    ...(cohort === undefined
      ? []
      : ([
          [cohort.field, COHORT],
          [cohort.endpointField, ENDPOINT],
        ] as const)),
  ],
  joint: true,
  /** Rows stay as they were written: the names of their columns tell the unit. */
  read({ label, of }, given) {
    const part = sourceOf(label, given, [OWN, FILE, COHORT]);
    if (part === undefined || part instanceof z.ZodError) return part;
    if (part === FILE) return readIdentity('file', given.get(FILE));
    if (part === COHORT) {
      const code = cohortName.safeParse(given.get(COHORT));
      if (!code.success) return refused(`「${label}」要填队列的代码，例如 TCGA-ACC`);
      const endpoint = z.enum(ENDPOINTS).safeParse(given.get(ENDPOINT) ?? 'OS');
      return endpoint.success
        ? { from: 'follow-up', code: code.data, endpoint: endpoint.data }
        : refused(`「${label}」的终点只能是：${ENDPOINTS.join('、')}`);
    }
    const records = readRecords(given.get(OWN), { label, maxColumns: COLUMNS_MAX });
    if ('issues' in records) return records;
    const table = of === undefined ? withRowNumbers(records) : records;
    return survivalTable(table) === undefined ? refused(`「${label}」要有 sample、time 和 status 三列`) : { from: 'rows', ...table };
  },
  write({ fileField, cohort }, name, value) {
    if (value.from === 'file') return [[fileField, value.id]];
    if (value.from === 'rows') return [[name, recordsOf(value)]];
    return cohort === undefined
      ? []
      : [
          [cohort.field, value.code],
          [cohort.endpointField, value.endpoint],
        ];
  },
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要有 sample、time 和 status 三列',
  schema: ({ of }) => ({
    type: 'array',
    items: {
      type: 'object',
      required: of === undefined ? ['time', 'status'] : ['sample', 'time', 'status'],
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    },
  }),
  fileTypes: () => ['survival'],
  fileField: ({ fileField }) => fileField,
  check({ name, parameter, facts, values, words }) {
    const { table } = facts[name] ?? {};
    if (table?.cells === undefined) return [];
    const cells = { columns: table.columns, rows: table.cells };
    const written = parameter.of === undefined ? withRowNumbers(cells) : cells;
    const coded = { field: parameter.coded, value: values[parameter.coded] };
    const known = survivalTable(written, isEventCode(coded.value) ? coded.value : undefined);
    if (known === undefined) {
      const message = `「${facts[name]?.name}」里没有认出样本名、时间和状态三列。请把列名写成 sample、time、status，或在表单里选出是哪几列`;
      return [{ code: 'survival_columns', level: 'must', field: name, message }];
    }
    const asked = String(values[parameter.unit] ?? '');
    const unit = UNITS.includes(asked) ? { field: parameter.unit, value: asked as TimeUnit } : undefined;
    const { findings, patients, events } = checkFollowUp(name, known, unit, parameter.modelled === true);
    const statusAt = survivalColumns(written.columns).status;
    findings.push(
      ...checkCoding(
        name,
        written.rows.map((row) => row[statusAt] ?? ''),
        coded,
      ),
      ...checkEntry(name, known, parameter.entry === undefined ? undefined : { field: parameter.entry, value: values[parameter.entry] }),
    );
    words[`${name}_n`] = formatCount(patients);
    words[`${name}_events`] = formatCount(events);
    const samples = parameter.of === undefined ? undefined : facts[parameter.of]?.matrix?.samples;
    const matched = checkSamples(name, { ...table, columns: known.columns, cells: known.rows }, samples, parameter.label);
    const { followUp } = facts[name] ?? {};
    if (followUp === undefined) return [...checkColumns(name, table.columns, unit), ...findings, ...matched];
    // What a cohort tells needs no doubt about its unit and its codes.
    const told = findings.filter(({ code }) => code !== 'unit_doubtful' && code !== 'status_reversed');
    if (unit !== undefined && unit.value !== followUp.unit) {
      const fix = { label: '改为天', parameters: { [unit.field]: followUp.unit } };
      told.push({
        code: 'unit_differs',
        level: 'must',
        field: unit.field,
        message: '公共队列的随访以天为单位，请把时间单位改为「天」',
        fix,
      });
    }
    if (followUp.absent > 0) {
      const message = `队列里有 ${formatCount(followUp.absent)} 例患者不在矩阵中，不参与计算`;
      told.push({ code: 'patients_absent', level: 'note', field: name, message });
    }
    return [...told, ...matched];
  },
};
