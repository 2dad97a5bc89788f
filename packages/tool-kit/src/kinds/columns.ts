import type { Finding } from '@oncoloom/contract';
import { z } from 'zod';
import { listNames } from '../format.ts';
import type { InputFacts } from '../input-facts.ts';
import { checkReadings, type ReadColumns } from '../readings.ts';
import type { Value } from '../request.ts';
import { readColumn } from '../written-numbers.ts';
import type { GroupParameter } from './group.ts';
import { ofKind, type ValueKind } from './kind.ts';
import { pleaseChoose } from './reading.ts';
import { splitNames } from './separators.ts';

/** Columns of a groups table or of a table input; `detect` names the usual headers, tried in order without regard to case. */
export interface ColumnsParameter extends ReadColumns {
  multiple: boolean;
  type?: 'number' | 'text';
  /** Of numbers that may be written as people write them (1,234; 5%; <0.001): R reads the column by `read_numbers`. */
  written?: true;
  detect?: readonly string[];
  optional?: boolean;
}

/** Columns are chosen from, so more of them are named than of other lists. */
const COLUMNS_LISTED = 12;

/** Finds the columns that were not named, and refuses names that the table does not have. */
function checkColumns(name: string, parameter: ColumnsParameter, table: InputFacts['table'], values: Record<string, Value>): Finding[] {
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
  const reads = (at: number) =>
    table.numeric[at] === true ||
    (parameter.written === true && (table.cells === undefined || readColumn(table.cells.map((row) => row[at] ?? '')).type === 'number'));
  const text = columns.filter((column) => parameter.type === 'number' && !reads(place(column)));
  if (text.length > 0)
    return [{ code: 'column_text', level: 'must', field: name, message: `「${listNames(text)}」这一列里有文字，这里要用数字列` }];
  return [];
}

const oneColumn = z.string().trim().min(1);
const severalColumns = z.union([z.array(oneColumn), z.string().transform(splitNames)]);

export const columns: ValueKind<ColumnsParameter> = {
  read: ({ multiple }) => (multiple ? severalColumns : oneColumn),
  absent: ({ multiple }) => (multiple ? [] : null),
  missing: (parameter) => (parameter.optional === true || parameter.detect !== undefined ? undefined : pleaseChoose(parameter)),
  expected: () => '要填列名',
  schema: ({ multiple }) => (multiple ? { type: 'array', items: { type: 'string' } } : { type: 'string' }),
  check({ parameters, name, parameter, facts, values }) {
    // An answer about a column is looked at with the column.
    if (parameter.reads !== undefined) return [];
    const ofInput = Object.entries(parameters).flatMap(([key, other]) => (other.input === parameter.of ? [key] : []));
    const sources = parameters[parameter.of] === undefined ? ofInput : [parameter.of];
    const table = sources.map((source) => facts[source]?.table).find((one) => one !== undefined);
    const groups = ofKind<GroupParameter>(parameters, 'group').flatMap(([key, { of }]) => (of === parameter.of ? [key] : []));
    return [...checkColumns(name, parameter, table, values), ...checkReadings(parameters, name, table, groups, values)];
  },
};
