import type { Cohort, Finding, MatrixFacts } from '@oncoloom/contract';
import { type AskedGenes, checkGenes } from './cohort-genes.ts';
import { checkCohorts, cohortWords } from './cohorts.ts';
import type { CompleteRequest, Value } from './complete.ts';
import type { FactTest, Requirement, ToolDefinition, ValueTest } from './define-tool.ts';
import { formatCount, formatDecimal, formatPercent } from './format.ts';
import { checkBatches, checkFiles, checkLogBase, type NamedMatrix } from './matrices.ts';
import type { ColumnsParameter, GroupsTableParameter, PlatformParameter } from './parameters.ts';
import { checkReadings } from './readings.ts';
import { fillTemplate } from './template.ts';

/** What is known of an input before anything runs, by parameter name. */
export interface InputFacts {
  /** File name or the earlier analysis's name. */
  name: string;
  matrix?: MatrixFacts;
  /** Of several matrices: each by itself; `matrix` is all of them joined. */
  files?: readonly NamedMatrix[];
  /** Whole cells of a small table, or the columns alone of a large one. */
  table?: { columns: readonly string[]; numeric: readonly boolean[]; rowCount: number; cells?: readonly (readonly string[])[] };
  /** The chosen platform. */
  platform?: string;
  /** The chosen cohorts. */
  cohorts?: readonly Cohort[];
  /** What the chosen cohorts have of the genes that the request asks for. */
  genes?: readonly AskedGenes[];
}

export interface Checked {
  findings: Finding[];
  /** The request's values with detected columns filled in. */
  values: Record<string, Value>;
  /** Values for the tool's texts. */
  words: Record<string, unknown>;
}

const LISTED = 3;
/** Columns are chosen from, so more of them are named. */
const COLUMNS_LISTED = 12;

/** 「T07、T08、T09 等」: the first few of a list of names. */
export function listNames(names: readonly string[], limit: number = LISTED): string {
  return names.slice(0, limit).join('、') + (names.length > limit ? ' 等' : '');
}

/** The comparable part of a sample's name: case, dashes, dots, blanks, file endings and R's leading X make no difference. */
function comparableName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.(cel|gz|txt|csv|bam)\b/g, '')
    .replace(/[^a-z0-9\u4e00-\u9fff]+/g, '')
    .replace(/^x(?=\d)/, '');
}

function matchByComparableName(samples: readonly string[], wanted: readonly string[]): Map<string, string> | undefined {
  const byName = new Map<string, string>();
  for (const sample of samples) {
    const key = comparableName(sample);
    if (byName.has(key)) return undefined;
    byName.set(key, sample);
  }
  const matches = new Map<string, string>();
  for (const name of wanted) {
    const match = byName.get(comparableName(name));
    if (match !== undefined) matches.set(name, match);
  }
  return matches.size > 0 && new Set(matches.values()).size === matches.size ? matches : undefined;
}

type CellTable = { columns: readonly string[]; cells: readonly (readonly string[])[] };

/** Samples of a groups table that the matrix does not have: matched by comparable names, or taken out, by one click. */
function absentSamples(
  name: string,
  table: CellTable,
  sampleColumn: number,
  absent: readonly string[],
  samples: readonly string[],
): Finding {
  const message = `分组表里有 ${absent.length} 个样本在矩阵中找不到：${listNames(absent)}`;
  const rows = (cells: CellTable['cells']) =>
    cells.map((row) => Object.fromEntries(table.columns.map((column, i) => [column, row[i] ?? ''])));
  const base = { code: 'samples_absent', level: 'must', field: name, message } as const;
  const matches = matchByComparableName(samples, absent);
  if (matches !== undefined) {
    const repaired = table.cells.map((row) => row.map((cell, i) => (i === sampleColumn ? (matches.get(cell) ?? cell) : cell)));
    const detail = `其中 ${matches.size} 个与矩阵里的样本名只差大小写、横线、点或后缀`;
    return { ...base, detail, fix: { label: '按相近名称匹配', parameters: { [name]: rows(repaired) } } };
  }
  const kept = table.cells.filter((row) => !absent.includes(row[sampleColumn] ?? ''));
  const detail = '请检查写法，或从分组表里去掉这些样本';
  return kept.length === 0 ? { ...base, detail } : { ...base, detail, fix: { label: '去掉这些样本', parameters: { [name]: rows(kept) } } };
}

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
  const sampleColumn = table.columns.indexOf('sample');
  const groupColumn = table.columns.indexOf('group');
  if (sampleColumn < 0 || groupColumn < 0) {
    findings.push({ code: 'groups_columns', level: 'must', field: name, message: '分组表要有 sample 和 group 两列，请改好列名再上传' });
    return { findings, sizes };
  }
  const listed = table.cells.map((row) => ({ sample: row[sampleColumn] ?? '', group: row[groupColumn] ?? '' }));
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
  if (absent.length > 0) findings.push(absentSamples(name, table as CellTable, sampleColumn, absent, samples));
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

function checkGroups(
  tool: ToolDefinition,
  values: Record<string, Value>,
  sizes: ReadonlyMap<string, number>,
  table: string,
  words: Record<string, unknown>,
): Finding[] {
  const findings: Finding[] = [];
  const fields = Object.entries(tool.parameters).filter(([, p]) => p.kind === 'group' && p.of === table);
  for (const [name] of fields) words[`${name}_n`] = sizes.get(String(values[name])) ?? 0;
  if (fields.length === 0 || sizes.size === 0) return findings;
  if (sizes.size === 1) {
    const only = [...sizes.keys()][0];
    return [
      {
        code: 'one_group',
        level: 'must',
        field: table,
        message: `分组表里只有「${only}」一组，至少要有两组才能比较。请给对照样本另写一个组名`,
      },
    ];
  }
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
  if (others.length > 0) {
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

/** Finds the columns that were not named, and refuses names that the table does not have. */
function checkColumns(
  name: string,
  parameter: ColumnsParameter,
  facts: Readonly<Record<string, InputFacts>>,
  sources: readonly string[],
  values: Record<string, Value>,
): Finding[] {
  const table = sources.map((source) => facts[source]?.table).find((t) => t !== undefined);
  if (table === undefined) return [];
  const given = values[name];
  const lower = table.columns.map((column) => column.toLowerCase());
  const place = (column: string) => (table.columns.includes(column) ? table.columns.indexOf(column) : lower.indexOf(column.toLowerCase()));
  if (given === null) {
    const found = (parameter.detect ?? []).map(place).find((i) => i >= 0);
    if (found !== undefined) values[name] = table.columns[found] as string;
    else if (parameter.optional !== true)
      return [
        {
          code: 'column_unknown',
          level: 'must',
          field: name,
          message: `表里没有认出「${parameter.label}」，请选一列。现有的列：${listNames(table.columns, COLUMNS_LISTED)}`,
        },
      ];
    return [];
  }
  const columns = Array.isArray(given) ? (given as string[]) : [String(given)];
  const absent = columns.filter((column) => !table.columns.includes(column));
  if (absent.length > 0)
    return [
      {
        code: 'column_absent',
        level: 'must',
        field: name,
        message: `表里没有「${listNames(absent)}」这一列。现有的列：${listNames(table.columns, COLUMNS_LISTED)}`,
      },
    ];
  const text = columns.filter((column) => parameter.type === 'number' && !table.numeric[place(column)]);
  if (text.length > 0)
    return [{ code: 'column_text', level: 'must', field: name, message: `「${listNames(text)}」这一列里有文字，这里要用数字列` }];
  return [];
}

/** A platform other than the one that the file itself tells of. */
function checkPlatform(name: string, parameter: PlatformParameter, facts: Readonly<Record<string, InputFacts>>): Finding[] {
  const chosen = facts[name]?.platform;
  const told = facts[parameter.of]?.matrix?.platform;
  if (chosen === undefined || told === undefined || told === null || told === chosen) return [];
  const message = `选的平台是 ${chosen}，而文件像是 ${told} 的。平台不对，多数探针会找不到基因`;
  return [
    { code: 'platform_differs', level: 'should', field: name, message, fix: { label: `改用 ${told}`, parameters: { [name]: told } } },
  ];
}

function valueHolds(value: unknown, test: ValueTest): boolean {
  if ('in' in test) return test.in.includes(String(value));
  if (typeof value !== 'number') return false;
  return 'above' in test ? value > test.above : value < test.below;
}

/** Does a fact of a matrix pass a requirement's test? */
export function factHolds(value: unknown, test: FactTest, matrix: MatrixFacts): boolean {
  if (!('shareAbove' in test)) return valueHolds(value, test);
  return typeof value === 'number' && value / Math.max(1, matrix.rows) > test.shareAbove;
}

function requirementHolds(
  requirement: Requirement,
  values: Readonly<Record<string, Value>>,
  facts: Readonly<Record<string, InputFacts>>,
): boolean {
  const applies = (requirement.when ?? []).every((when) => when.is.some((value) => value === values[when.parameter]));
  return (
    applies &&
    (requirement.values ?? []).every(({ parameter, is }) => valueHolds(values[parameter], is)) &&
    requirement.facts.every(({ input, fact, is }) => {
      const matrix = facts[input]?.matrix;
      return matrix !== undefined && factHolds(matrix[fact as keyof MatrixFacts], is, matrix);
    })
  );
}

/** A value of a matrix: whole numbers as they are, large ones without decimals that nobody reads. */
function formatValue(value: number): string {
  return Number.isInteger(value) || Math.abs(value) >= 1000 ? formatCount(value) : formatDecimal(value, 2);
}

/** Facts of a matrix as words for the tool's texts. */
function matrixWords(matrix: MatrixFacts): Record<string, unknown> {
  return {
    rows: formatCount(matrix.rows),
    columns: formatCount(matrix.columns),
    minimum: formatValue(matrix.minimum),
    maximum: formatValue(matrix.maximum),
    negative: formatCount(matrix.negative),
    missing: formatCount(matrix.missing),
    fractional: formatPercent(matrix.fractional),
    zero_rows: formatCount(matrix.zeroRows),
    constant_rows: formatCount(matrix.constantRows),
  };
}

const LEVEL_ORDER = { must: 0, should: 1, passed: 2, note: 3 } as const;

/**
 * Everything that can be told of a request from its inputs' facts, before anything runs. A `must` among the findings
 * means that the request is refused.
 */
export function checkInputs(tool: ToolDefinition, request: CompleteRequest, facts: Readonly<Record<string, InputFacts>>): Checked {
  const values = { ...request.values };
  const words: Record<string, unknown> = { ...values };
  const findings: Finding[] = [];
  for (const [name, parameter] of Object.entries(tool.parameters)) {
    const matrix = facts[name]?.matrix;
    if (matrix !== undefined) Object.assign(words, matrixWords(matrix));
    if (parameter.kind === 'groups-table') {
      const groups = checkGroupsTable(name, parameter, facts);
      findings.push(...groups.findings, ...checkGroups(tool, values, groups.sizes, name, words));
    }
    if (parameter.kind === 'platform') findings.push(...checkPlatform(name, parameter, facts));
    const files = facts[name]?.files;
    if (files !== undefined) findings.push(...checkFiles(name, files));
    const named = files ?? (matrix === undefined ? [] : [{ name: facts[name]?.name ?? '', matrix }]);
    findings.push(...checkLogBase(name, parameter, named));
    const cohorts = facts[name]?.cohorts;
    if (parameter.kind === 'cohort' && cohorts !== undefined) {
      findings.push(...checkCohorts(name, parameter, cohorts, values));
      findings.push(...checkGenes(name, parameter, cohorts, facts[name]?.genes ?? [], values));
      for (const cohort of cohorts.slice(0, 1)) Object.assign(words, cohortWords(parameter, cohort, values));
      const labels = cohorts.map(({ label }) => label);
      words.cohorts =
        labels.length === 1 ? labels[0] : `${listNames(labels)}${labels.length > LISTED ? '' : ' 共'} ${labels.length} 个队列`;
    }
    if (parameter.kind === 'columns') {
      const sources =
        tool.parameters[parameter.of] === undefined
          ? Object.keys(tool.parameters).filter((key) => {
              const p = tool.parameters[key];
              return p !== undefined && 'input' in p && p.input === parameter.of;
            })
          : [parameter.of];
      // An answer about a column is looked at with the column.
      if (parameter.reads === undefined) {
        findings.push(...checkColumns(name, parameter, facts, sources, values));
        const table = sources.map((source) => facts[source]?.table).find((one) => one !== undefined);
        findings.push(...checkReadings(tool, name, table, values));
      }
    }
  }
  if (tool.batches !== undefined) findings.push(...checkBatches(tool.batches, facts, values));
  for (const requirement of tool.requirements) {
    if (!requirementHolds(requirement, values, facts)) continue;
    const { code, level, field, message, detail, fix } = requirement;
    findings.push({
      code,
      level,
      field,
      message: fillTemplate(message, words),
      ...(detail === undefined ? {} : { detail: fillTemplate(detail, words) }),
      ...(fix === undefined ? {} : { fix: { ...fix } }),
    });
  }
  findings.sort((a, b) => LEVEL_ORDER[a.level] - LEVEL_ORDER[b.level]);
  return { findings, values, words };
}
