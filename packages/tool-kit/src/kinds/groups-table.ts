import type { Finding } from '@oncoloom/contract';
import type { InputFacts } from '../inputs/input-facts.ts';
import { joinTable, withSampleColumn } from '../inputs/join-samples.ts';
import { topicOf } from '../metadata/terms.ts';
import { placesByValue } from '../metadata/words.ts';
import type { Value } from '../request/request.ts';
import { listNames } from '../words/format.ts';
import type { ColumnsParameter } from './columns.ts';
import type { GroupParameter } from './group.ts';
import { type Base, type Declarations, type InputKind, isShown, ofKind } from './kind.ts';
import { lastOf, pleaseChoose, readIdentity, readRecords, recordsOf, unreadable } from './reading.ts';
import { absentSamples, joinedFinding } from './samples.ts';

/** {sample, group, …}: pasted rows, or the id of a groups table under `fileField`. */
export interface GroupsTableParameter extends Base {
  kind: 'groups-table';
  input: string;
  /** The matrix whose samples it describes. */
  of: string;
  fileField: string;
  fileAliases?: readonly string[];
  optional?: boolean;
  /** Samples that it does not list take part all the same. */
  partial?: true;
  /** Its groups are compared with each other, so that one alone is refused. */
  compared?: true;
}

const COLUMNS_MAX = 50;
const FILE = 'file';

interface GroupsChecked {
  findings: Finding[];
  sizes: Map<string, number>;
}

function checkGroupsTable(name: string, parameter: GroupsTableParameter, facts: Readonly<Record<string, InputFacts>>): GroupsChecked {
  const findings: Finding[] = [];
  const sizes = new Map<string, number>();
  const table = facts[name]?.table;
  const samples = facts[parameter.of]?.matrix?.samples;
  if (table?.cells === undefined || samples === undefined) return { findings, sizes };
  const columns = withSampleColumn(table.columns);
  const sampleColumn = columns.indexOf('sample');
  const groupColumn = columns.indexOf('group');
  if (sampleColumn < 0 || groupColumn < 0) {
    findings.push({ code: 'groups_columns', level: 'must', field: name, message: '分组表要有 sample 和 group 两列，请改好列名再上传' });
    return { findings, sizes };
  }
  const { cells, names } = joinTable({ columns, cells: table.cells }, samples);
  findings.push(...joinedFinding(name, names));
  const listed = cells.map((row) => ({ sample: row[sampleColumn] ?? '', group: row[groupColumn] ?? '' }));
  const counts = new Map<string, number>();
  for (const { sample } of listed) counts.set(sample, (counts.get(sample) ?? 0) + 1);
  const duplicated = [...counts].filter(([, count]) => count > 1).map(([sample]) => sample);
  if (duplicated.length > 0) {
    findings.push({
      code: 'groups_duplicated',
      level: 'must',
      field: name,
      message: `分组表里有 ${duplicated.length} 个样本出现了不止一次：${listNames(duplicated)}。每个样本只留一行`,
    });
  }
  const known = new Set(samples);
  const absent = [...counts.keys()].filter((sample) => !known.has(sample));
  if (absent.length > 0)
    findings.push(absentSamples(name, { columns, cells: table.cells }, sampleColumn, absent, samples, '分组表', names));
  const given = new Set(counts.keys());
  const left = samples.filter((sample) => !given.has(sample));
  if (left.length > 0 && left.length < samples.length) {
    findings.push({
      code: 'samples_left_out',
      level: 'note',
      field: name,
      message: `矩阵里有 ${left.length} 个样本没有分组，${parameter.partial === true ? '归入「未分组」' : '不参与计算'}：${listNames(left)}`,
    });
  }
  for (const { sample, group } of listed) if (group !== '' && known.has(sample)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  if (absent.length === 0 && duplicated.length === 0) {
    findings.push({ code: 'samples_matched', level: 'passed', field: name, message: `分组表的 ${counts.size} 个样本与矩阵一一对应` });
  }
  return { findings, sizes };
}

const oneGroup = (field: string, only: string | undefined): Finding => ({
  code: 'one_group',
  level: 'must',
  field,
  message: `分组表里只有「${only}」一组，至少要有两组才能比较。请给对照样本另写一个组名`,
});

function checkGroups(
  parameters: Declarations,
  values: Record<string, Value>,
  sizes: ReadonlyMap<string, number>,
  table: string,
  words: Record<string, unknown>,
  all: boolean,
): Finding[] {
  const findings: Finding[] = [];
  const fields = ofKind<GroupParameter>(parameters, 'group').filter(
    ([, parameter]) => parameter.of === table && isShown(parameter, values),
  );
  for (const [name] of fields) words[`${name}_n`] = sizes.get(String(values[name])) ?? 0;
  if (fields.length === 0 || sizes.size === 0) return findings;
  if (sizes.size === 1) return [oneGroup(table, [...sizes.keys()][0])];
  for (const [name] of fields) {
    const group = String(values[name]);
    const size = sizes.get(group);
    if (size === undefined)
      findings.push({
        code: 'group_absent',
        level: 'must',
        field: name,
        message: `分组表里没有「${group}」这一组。现有的组：${listNames([...sizes.keys()])}`,
      });
    else if (size < 2)
      findings.push({
        code: 'group_small',
        level: 'must',
        field: name,
        message: `「${group}」只有 ${size} 个样本，每组至少要 2 个，否则算不出组内差异`,
      });
    else if (size < 3)
      findings.push({
        code: 'group_few',
        level: 'should',
        field: name,
        message: `「${group}」只有 ${size} 个样本，结果不稳定。建议每组至少 3 个`,
      });
  }
  const chosen = fields.map(([name]) => String(values[name]));
  if (new Set(chosen).size < chosen.length) {
    findings.push({
      code: 'same_group',
      level: 'must',
      field: (fields[1] ?? fields[0])?.[0] ?? table,
      message: '病例组和对照组选成了同一组，请换一个',
    });
  }
  const others = [...sizes.keys()].filter((group) => !chosen.includes(group));
  // Where all groups of the table are compared, those that are not chosen take part.
  if (others.length > 0 && !all) {
    const count = others.reduce((sum, group) => sum + (sizes.get(group) ?? 0), 0);
    findings.push({
      code: 'groups_left_out',
      level: 'note',
      field: table,
      message: `「${listNames(others)}」共 ${count} 个样本不在本次比较中，不参与计算`,
    });
  }
  return findings;
}

/** Of a column of patients at least so many have a sample in each group. R: `patient_pairs`. */
const PAIRS_MIN = 3;
/** No number of a patient. */
const FRACTION = /^-?\d+\.\d*[1-9]/;
/** The field of the column that pairs samples. */
export const PAIR_COLUMN = 'pair_column';
/** The field of the column of patients who are random blocks. */
export const BLOCK_COLUMN = 'block_column';

/** Columns of a groups table that pair samples of the two compared groups, with the number of pairs: each value at most twice, and most in both. */
function pairingColumns(
  { columns, cells = [] }: NonNullable<InputFacts['table']>,
  [first = '', second = '']: readonly string[],
): { column: string; pairs: number }[] {
  const group = columns.indexOf('group');
  const compared = cells.filter((row) => row[group] === first || row[group] === second);
  const smaller = Math.min(...[first, second].map((name) => compared.filter((row) => row[group] === name).length));
  return columns.flatMap((column, at) => {
    if (column === 'sample' || column === 'group') return [];
    const seen = new Map<string, string[]>();
    for (const row of compared) seen.set(row[at] ?? '', [...(seen.get(row[at] ?? '') ?? []), row[group] ?? '']);
    const uses = [...seen.values()];
    const pairs = uses.filter((groups) => groups.length === 2 && new Set(groups).size === 2).length;
    const ofPatients =
      ![...seen.keys()].some((value) => value === '' || FRACTION.test(value)) &&
      uses.every((groups) => groups.length <= 2) &&
      pairs >= Math.max(PAIRS_MIN, smaller / 2);
    return ofPatients ? [{ column, pairs }] : [];
  });
}

/** Samples that look paired while the form compares them as if they were not: said before it is paid for. */
function checkPairs(
  parameters: Declarations,
  values: Readonly<Record<string, Value>>,
  table: string,
  facts: InputFacts['table'],
): Finding[] {
  const pairing = ofKind<ColumnsParameter>(parameters, 'columns').find(([name, { of }]) => of === table && name === PAIR_COLUMN);
  const compared = ofKind<GroupParameter>(parameters, 'group').filter(([, { of }]) => of === table);
  if (pairing === undefined || facts?.cells === undefined || compared.length !== 2 || values[PAIR_COLUMN]) return [];
  const used = Object.values(values).flatMap((value) => (Array.isArray(value) ? value.map(String) : []));
  const groups = compared.map(([name]) => String(values[name]));
  const [found] = pairingColumns(facts, groups).filter(({ column }) => !used.includes(column));
  if (found === undefined) return [];
  const message = `「${found.column}」列里有 ${found.pairs} 个编号在两组都有样本，像是配对设计。选它为配对列，通常更敏感`;
  const fix = { label: `按「${found.column}」配对`, parameters: { [PAIR_COLUMN]: found.column } };
  return [{ code: 'pairs_found', level: 'should', field: PAIR_COLUMN, message, fix }];
}

/** A column that is called a person's, with several samples of some: its name, and how many these are. */
function repeatedPersons(
  { columns, cells = [] }: NonNullable<InputFacts['table']>,
  groups: readonly string[],
): { column: string; persons: number } | undefined {
  const group = columns.indexOf('group');
  const compared = cells.filter((row) => groups.includes(row[group] ?? ''));
  for (const [at, column] of columns.entries()) {
    if (column === 'sample' || column === 'group' || topicOf(column) !== 'person') continue;
    const places = placesByValue(compared.map((row) => row[at] ?? ''));
    const persons = [...places.values()].filter((own) => own.length > 1).length;
    const whole = [...places.values()].reduce((sum, own) => sum + own.length, 0) === compared.length;
    if (whole && persons > 0 && places.size > groups.length) return { column, persons };
  }
  return undefined;
}

/** Patients with several samples, of a tool that can take them as random blocks; both ways of taking them at once are refused. */
function checkBlocks(
  parameters: Declarations,
  values: Readonly<Record<string, Value>>,
  table: string,
  facts: InputFacts['table'],
): Finding[] {
  const declared = ofKind<ColumnsParameter>(parameters, 'columns').some(([name, { of }]) => of === table && name === BLOCK_COLUMN);
  if (!declared) return [];
  if (values[BLOCK_COLUMN] && values[PAIR_COLUMN]) {
    const message = '配对列和「患者（重复测量）」只能选一个：配对已经把患者扣掉了。每位患者两组各一个样本时用配对列，否则用患者列';
    const fix = { label: '不用配对列', parameters: { [PAIR_COLUMN]: null } };
    return [{ code: 'block_and_pairs', level: 'must', field: BLOCK_COLUMN, message, fix }];
  }
  const groups = ofKind<GroupParameter>(parameters, 'group')
    .filter(([, { of }]) => of === table)
    .map(([name]) => String(values[name]));
  if (facts?.cells === undefined || values[BLOCK_COLUMN] || values[PAIR_COLUMN]) return [];
  const found = repeatedPersons(facts, groups);
  const used = Object.values(values).flatMap((value) => (Array.isArray(value) ? value.map(String) : []));
  if (found === undefined || used.includes(found.column) || pairingColumns(facts, groups).some(({ column }) => column === found.column))
    return [];
  const message = `「${found.column}」列里有 ${found.persons} 位患者不止一个样本。当作独立的样本，P 值会偏小；可以把患者作随机区组`;
  const fix = { label: '患者作随机区组', parameters: { [BLOCK_COLUMN]: found.column } };
  return [{ code: 'repeats_found', level: 'should', field: BLOCK_COLUMN, message, fix }];
}

export const groupsTable: InputKind<GroupsTableParameter> = {
  fields: ({ fileField, fileAliases = [] }) => [fileField, ...fileAliases].map((field) => [field, FILE] as const),
  read(parameter, given) {
    const [part, raw] = lastOf(given);
    if (part === FILE) return readIdentity('file', raw);
    const table = readRecords(raw, { label: parameter.label, maxColumns: COLUMNS_MAX });
    if ('issues' in table) return table;
    return table.columns.includes('sample') && table.columns.includes('group') ? { from: 'rows', ...table } : unreadable();
  },
  write: ({ fileField }, name, value) => (value.from === 'file' ? [[fileField, value.id]] : [[name, recordsOf(value)]]),
  // Of data that may be a table nobody knows before they are looked at.
  missing: (parameter) => (parameter.optional === true || parameter.shape !== undefined ? undefined : pleaseChoose(parameter)),
  expected: () => '要有 sample 和 group 两列',
  schema: () => ({
    type: 'array',
    items: { type: 'object', required: ['sample', 'group'], additionalProperties: { type: 'string' } },
  }),
  fileTypes: () => ['groups'],
  fileField: ({ fileField }) => fileField,
  check({ parameters, name, parameter, facts, values, words }) {
    if (
      parameter.shape === 'matrix' &&
      parameter.optional !== true &&
      facts[name] === undefined &&
      facts[parameter.of]?.matrix !== undefined
    )
      return [
        { code: 'groups_missing', level: 'must', field: name, message: `数据是表达矩阵，请给出「${parameter.label}」：每个样本属于哪一组` },
      ];
    const { findings, sizes } = checkGroupsTable(name, parameter, facts);
    if (parameter.compared === true && sizes.size === 1) findings.push(oneGroup(name, [...sizes.keys()][0]));
    return [
      ...findings,
      ...checkGroups(parameters, values, sizes, name, words, parameter.compared === true),
      ...checkPairs(parameters, values, name, facts[name]?.table),
      ...checkBlocks(parameters, values, name, facts[name]?.table),
    ];
  },
};
