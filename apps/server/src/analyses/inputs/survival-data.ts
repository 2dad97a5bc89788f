import {
  type CompleteRequest,
  ENDPOINT_WORDS,
  type FollowUpValue,
  isEventCode,
  joinTable,
  type SurvivalDataParameter,
  survivalTable,
  withRowNumbers,
} from '@oncoloom/tool-kit';
import { findCohort, followUpOf } from '../../cohorts/service.ts';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { cellsOf } from '../input-sources/cells.ts';
import { ownFile } from '../input-sources/from-file.ts';
import { describeRows } from '../input-sources/from-rows.ts';
import type { UsedInput } from '../tables.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface Place {
  field: string;
  parameter: SurvivalDataParameter;
  values: CompleteRequest['values'];
  /** Of the matrix. */
  samples?: readonly string[] | undefined;
}
type Cells = { columns: string[]; rows: string[][] };

const NOT_READ = '请把列名写成 sample、time、status，或在表单里选出是哪几列';

/** R gets the one form, with the matrix's names of samples; the facts have the columns as they were written, which tell the unit. */
function describeTable(
  { field, parameter, values, samples }: Place,
  written: Cells,
  { name, request }: { name: string; request: UsedInput['request'] },
): Described {
  const cells = parameter.of === undefined ? withRowNumbers(written) : written;
  const event = values[parameter.coded];
  const known = survivalTable(cells, isEventCode(event) ? event : undefined);
  if (known === undefined) throw fieldError(field, `「${name}」里没有认出样本名、时间和状态三列。${NOT_READ}`);
  const rows = joinTable({ columns: known.columns, cells: known.rows }, samples).cells.map((row) => [...row]);
  const { used, pasted } = describeRows(field, parameter, { columns: known.columns, rows });
  const { facts } = describeRows(field, parameter, cells);
  return {
    facts: { ...facts, name },
    used: used.map((one) => ({ ...one, name, request })),
    ...(pasted === undefined ? {} : { pasted }),
  };
}

async function ofFile(sources: Sources, place: Place, file: StoredFile): Promise<Described> {
  const cells = await cellsOf(sources, { ...place, takes: ['survival', 'table', 'annotation', 'groups'] }, file);
  return describeTable(place, cells, { name: file.name, request: { from: 'file', id: file.id } });
}

/** Of the caller's samples where a matrix is named, else of the cohort's own. */
async function ofCohort({ cohorts }: Sources, place: Place, value: FollowUpValue): Promise<Described> {
  const { field, samples } = place;
  const installed = await cohorts.describe(value.code);
  const cohort = findCohort(value.code, installed?.description);
  if (cohort === undefined) throw fieldError(field, `没有「${value.code.toUpperCase()}」这个队列，请从列表里选`);
  if (installed === undefined) throw fieldError(field, `${cohort.label} 还没有装到这台服务器上，请换一个已安装的队列，或联系管理员安装`);
  const words = ENDPOINT_WORDS[value.endpoint];
  const found = await followUpOf(installed, value.endpoint, samples);
  if (found === undefined) throw fieldError(field, `${cohort.label} 没有${words}的随访数据，请换一个终点或队列`);
  if (found.rows.length === 0)
    throw fieldError(field, `矩阵里没有 ${cohort.label} 的肿瘤样本：样本名要是 TCGA 的编号，例如 TCGA-OR-A5J1-01A。请换一个队列或矩阵`);
  const { columns, rows, absent } = found;
  const cells = { columns: [...columns], rows: rows.map((row) => [...row]) };
  const described = describeTable(place, cells, { name: `${cohort.label} ${words}`, request: value });
  const used = installed.description.simulated ? described.used.map((one) => ({ ...one, simulated: true as const })) : described.used;
  return { ...described, used, facts: { ...described.facts, followUp: { unit: 'day', absent } } };
}

/** Follow-up of samples, in one form wherever it comes from: sample, time, status 1 or 0. */
export const survivalData: ResolvedKind<SurvivalDataParameter> = {
  async resolve(sources, { field, parameter, value, values, facts, userId }) {
    const samples = parameter.of === undefined ? undefined : facts[parameter.of]?.matrix?.samples;
    const place = { field, parameter, values, samples };
    if (value.from === 'rows') return describeTable(place, value, { name: parameter.label, request: value });
    if (value.from === 'file') return ofFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
    return ofCohort(sources, place, value);
  },
  example: (sources, { field, parameter, values, file }) => ofFile(sources, { field, parameter, values }, file),
};
