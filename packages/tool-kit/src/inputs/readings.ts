import { type Finding, MISSING_CELLS } from '@oncoloom/contract';
import { type Declarations, type Declared, ofKind } from '../kinds/kind.ts';
import type { Value } from '../request/request.ts';

/**
 * Columns of numbers that may be codes: batch 1, 2, 3 is no quantity, age is. Read as a quantity, a code becomes one slope and takes
 * nothing of its levels out. R reads by the same rules: `read_covariates` of engine/R/statistics/differential/covariates.R.
 */

/** What is said of a parameter that names columns, as far as it tells how they are read. */
export interface ReadColumns extends Declared {
  kind: 'columns';
  /** The table. */
  of: string;
  /**
   * Those columns of the parameter `of` that are read as codes, or as numbers: no control of its own, but the answer to a question
   * at that one.
   */
  reads?: { of: string; as: 'codes' | 'numbers' };
  /** No choice means all columns but the samples' names, and all of them are asked about. */
  allUnlessChosen?: true;
}

/** How the columns of a parameter are read, by the names of the two parameters that list what the user said. */
interface ReadingFields {
  codes: string;
  numbers: string;
}

/** The parameters that say how the columns of this one are read; undefined where nobody may say. */
export function readingFields(parameters: Declarations, name: string): ReadingFields | undefined {
  const fieldFor = (as: 'codes' | 'numbers') =>
    ofKind<ReadColumns>(parameters, 'columns').find(([, { reads }]) => reads?.of === name && reads.as === as)?.[0];
  const [codes, numbers] = [fieldFor('codes'), fieldFor('numbers')];
  return codes === undefined || numbers === undefined ? undefined : { codes, numbers };
}

/** As R's `NUMBER` and `is_number_column` of engine/R/runtime/inputs.R. */
const NUMBER = /^\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*$/;
const INFINITE = /^\s*[-+]?inf(inity)?\s*$/i;

/** The numbers of a column that R takes for numbers, missing ones left out; undefined for a column of texts, such as 007. */
export function numbersOf(cells: readonly string[]): number[] | undefined {
  const present = cells.filter((cell) => !MISSING_CELLS.has(cell) && !INFINITE.test(cell));
  if (present.length === 0 || !present.every((cell) => NUMBER.test(cell) && !/^\s*0\d/.test(cell))) return undefined;
  return present.map(Number);
}

/** Levels up to which repeated whole numbers are few. */
const FEW_LEVELS = 12;
/** A share of samples: with more levels, most stand for a single sample, as ages of a few patients do. */
const FEW_SHARE = 0.6;
/** A share of levels, or of the whole numbers in a range. */
const MOST = 0.8;
/** Measured values of so many digits seldom come three times each. */
const LONG_NUMBER = 1000;
const LONG_REPEATS = 3;

/**
 * Whole numbers with repeats that look like codes rather than like something measured: few levels (batch 1–5, stage 1–4); a level
 * for each patient, nearly all equally often (pairs); a run from 0 or 1; or long numbers that come again and again. Ages are none
 * of these. Two levels need no answer: a slope and a factor are the same there.
 */
export function looksLikeCodes(numbers: readonly number[]): boolean {
  if (numbers.some((value) => !Number.isInteger(value))) return false;
  const counts = new Map<number, number>();
  for (const value of numbers) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [n, levels] = [numbers.length, counts.size];
  if (levels < 3 || levels === n) return false;
  const values = [...counts.keys()];
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const repeated = new Map<number, number>();
  for (const count of counts.values()) if (count > 1) repeated.set(count, (repeated.get(count) ?? 0) + 1);
  const few = levels <= FEW_LEVELS && levels <= FEW_SHARE * n;
  const balanced = Math.max(...repeated.values()) >= MOST * levels;
  const run = (lowest === 0 || lowest === 1) && levels >= MOST * (highest - lowest + 1);
  const long = highest >= LONG_NUMBER && levels * LONG_REPEATS <= n;
  return few || balanced || run || long;
}

interface CellTable {
  columns: readonly string[];
  cells?: readonly (readonly string[])[];
}

const SHOWN = 4;

/**
 * The question 「编号还是数值」 for each chosen column that may be either, with both answers; afterwards `values` list answers for
 * chosen columns only. @param groups The parameters that name the groups to compare: what other rows say of a column does not count.
 */
export function checkReadings(
  parameters: Declarations,
  name: string,
  table: CellTable | undefined,
  groups: readonly string[],
  values: Record<string, Value>,
): Finding[] {
  const fields = readingFields(parameters, name);
  if (fields === undefined) return [];
  const listed = (field: string) => (Array.isArray(values[field]) ? (values[field] as string[]) : []);
  const named = listed(name);
  const whole = named.length === 0 && (parameters[name] as ReadColumns).allUnlessChosen === true;
  const chosen = whole ? (table?.columns ?? []).filter((column) => column !== 'sample') : named;
  for (const field of [fields.codes, fields.numbers]) values[field] = listed(field).filter((column) => chosen.includes(column));
  const [codes, numbers] = [listed(fields.codes), listed(fields.numbers)];
  return chosen.flatMap((column): Finding[] => {
    if (codes.includes(column) && numbers.includes(column)) {
      const message = `「${column}」既列在编号里，又列在数值里。请只选一种`;
      return [{ code: 'codes_and_numbers', level: 'must', field: name, message }];
    }
    const cells = comparedCells(
      table,
      column,
      groups.map((group) => values[group]),
    );
    const read = cells === undefined ? undefined : numbersOf(cells);
    if (cells !== undefined && read === undefined && numbers.includes(column)) {
      const message = `「${column}」这一列里有文字，不能按数值读。请改为按编号，或改好这一列`;
      return [{ code: 'numbers_text', level: 'must', field: name, message }];
    }
    if (read === undefined || codes.includes(column) || numbers.includes(column) || !looksLikeCodes(read)) return [];
    const distinct = [...new Set(read)].sort((a, b) => a - b);
    const shown = distinct.slice(0, SHOWN).join('、') + (distinct.length > SHOWN ? ' 等' : '');
    return [
      {
        code: 'codes_or_numbers',
        level: 'must',
        field: name,
        message: `「${column}」是编号还是数值？它只有 ${distinct.length} 种整数（${shown}）`,
        detail: '批次、患者、分期这样的编号，每个值各算一类；年龄、剂量这样的数值，按大小算一条直线。选错会改变结果',
        fix: { label: '按编号', parameters: { [fields.codes]: [...codes, column], [fields.numbers]: numbers } },
        alternative: { label: '按数值', parameters: { [fields.codes]: codes, [fields.numbers]: [...numbers, column] } },
      },
    ];
  });
}

/** Cells of a column in the rows that are compared; of all rows where groups are not chosen. Undefined where the cells are not here. */
function comparedCells(table: CellTable | undefined, column: string, groups: readonly unknown[]): string[] | undefined {
  const at = table?.columns.indexOf(column) ?? -1;
  if (table?.cells === undefined || at < 0) return undefined;
  const all = table.cells.map((row) => row[at] ?? '');
  // A column of texts stays one, whichever of its rows are compared.
  if (numbersOf(all) === undefined) return all;
  const groupColumn = table.columns.indexOf('group');
  const compared = table.cells.filter((row) => groups.includes(row[groupColumn] ?? ''));
  return compared.length === 0 ? all : compared.map((row) => row[at] ?? '');
}
