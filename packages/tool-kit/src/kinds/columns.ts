import type { Finding } from '@oncoloom/contract';
import { z } from 'zod';
import type { InputFacts } from '../inputs/input-facts.ts';
import { namingColumn, placeOf } from '../inputs/named-columns.ts';
import { checkReadings, type ReadColumns } from '../inputs/readings.ts';
import { readColumn } from '../inputs/written-numbers.ts';
import type { Value } from '../request/request.ts';
import { listNames } from '../words/format.ts';
import type { GroupParameter } from './group.ts';
import { type Declarations, type DescribingParameter, ofKind, type ValueKind } from './kind.ts';
import { pleaseChoose } from './reading.ts';
import { splitNames } from './separators.ts';

/**
 * Columns of a groups table or of a table input; `detect` names the usual headers, tried in order without regard to case, and to what stands between
 * their words.
 */
export interface ColumnsParameter extends ReadColumns {
  multiple: boolean;
  type?: 'number' | 'text';
  /** Of numbers that may be written as people write them (1,234; 5%; <0.001): R reads the column by `read_numbers`. */
  written?: true;
  /** Where the data are a matrix: its genes, by any of their names. Without it, columns of what is known of its samples are meant. */
  genes?: true;
  detect?: readonly string[];
  /** It names the rows: without a usual header it is the first column of texts that differ. */
  names?: true;
  optional?: boolean;
}

/** The parameters that bring the input which columns are of; `of` is a parameter's name or an input's. */
export function sourcesOf(parameters: Declarations, of: string): string[] {
  return parameters[of] === undefined ? Object.keys(parameters).filter((name) => parameters[name]?.input === of) : [of];
}

/** The tables that say what the samples of a matrix are. @param matrix The parameter that brings it. */
export function describersOf(parameters: Declarations, matrix: string): string[] {
  const described = (['groups-table', 'sample-table'] as const).flatMap((kind) => ofKind<DescribingParameter>(parameters, kind));
  return described.flatMap(([name, { of }]) => (of === matrix ? [name] : []));
}

/** Columns are chosen from, so more of them are named than of other lists. */
const COLUMNS_LISTED = 12;

/** Finds the columns that were not named, and refuses names that the table does not have. */
function checkColumns(name: string, parameter: ColumnsParameter, table: InputFacts['table'], values: Record<string, Value>): Finding[] {
  if (table === undefined) return [];
  const given = values[name];
  const place = (column: string) => placeOf(table.columns, column);
  if (given === null) {
    const headed = (parameter.detect ?? []).map(place).find((i) => i >= 0) ?? -1;
    const found = headed < 0 && parameter.names === true ? namingColumn(table.numeric, table.cells) : headed;
    if (found >= 0) values[name] = table.columns[found] as string;
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
  const reads = (at: number) =>
    table.numeric[at] === true ||
    (parameter.written === true && (table.cells === undefined || readColumn(table.cells.map((row) => row[at] ?? '')).type === 'number'));
  const text = columns.filter((column) => parameter.type === 'number' && !reads(place(column)));
  if (text.length > 0)
    return [{ code: 'column_text', level: 'must', field: name, message: `「${listNames(text)}」这一列里有文字，这里要用数字列` }];
  return [];
}

/** Nothing of a matrix is drawn unless its genes are named. */
function checkGenes(name: string, { label }: ColumnsParameter, values: Readonly<Record<string, Value>>): Finding[] {
  const given = values[name] ?? null;
  if (given !== null && given !== '' && (!Array.isArray(given) || given.length > 0)) return [];
  return [{ code: 'genes_missing', level: 'must', field: name, message: `数据是表达矩阵，请在「${label}」里填要画的基因` }];
}

const oneColumn = z.string().trim().min(1);
const severalColumns = z.union([z.array(oneColumn), z.string().transform(splitNames)]);

export const columns: ValueKind<ColumnsParameter> = {
  listed: true,
  read: ({ multiple }) => (multiple ? severalColumns : oneColumn),
  absent: ({ multiple }) => (multiple ? [] : null),
  missing: (parameter) => (parameter.optional === true || parameter.detect !== undefined ? undefined : pleaseChoose(parameter)),
  expected: () => '要填列名',
  schema: ({ multiple }) => (multiple ? { type: 'array', items: { type: 'string' } } : { type: 'string' }),
  check({ parameters, name, parameter, facts, values }) {
    // An answer about a column is looked at with the column.
    if (parameter.reads !== undefined) return [];
    const sources = sourcesOf(parameters, parameter.of);
    const matrix = sources.find((source) => facts[source]?.matrix !== undefined);
    if (matrix !== undefined && parameter.genes === true) return checkGenes(name, parameter, values);
    const tables = matrix === undefined ? sources : describersOf(parameters, matrix);
    const table = tables.map((source) => facts[source]?.table).find((one) => one !== undefined);
    const groups = ofKind<GroupParameter>(parameters, 'group').flatMap(([key, { of }]) => (of === parameter.of ? [key] : []));
    return [...checkColumns(name, parameter, table, values), ...checkReadings(parameters, name, table, groups, values)];
  },
};
