import { z } from 'zod';
import { numbersOf } from '../inputs/readings.ts';
import { listNames } from '../words/format.ts';
import { type Base, type InputKind, OWN } from './kind.ts';
import { cell, NAME_MAX, pleaseFill, refused, unreadable } from './reading.ts';

/** A column that a small table has. */
export interface GridColumn {
  name: string;
  /** Its Chinese title in the grid. */
  title: string;
  type: 'number' | 'text';
  /** Cells of it may be blank. */
  optional?: true;
}

/**
 * A small table that is typed into a grid or pasted from a spreadsheet: {columns, rows}, or under two fields of their own. The
 * declared columns stand first; `more` says of which type the user may add others. R gets a data frame.
 */
export interface GridParameter extends Base {
  kind: 'grid';
  input: string;
  columns: readonly GridColumn[];
  more?: { type: 'number' | 'text'; title: string; min: number; max: number };
  minRows: number;
  maxRows: number;
  /** Fields of a request for the two halves of the table. */
  halves?: { columns: string; rows: string };
  optional?: boolean;
}

const [COLUMNS, ROWS] = ['columns', 'rows'];
const LISTED_ROWS = 3;

/** What is wrong with a table, in a sentence; undefined where nothing is. Cells are trimmed texts. */
export function gridProblem(
  parameter: GridParameter,
  table: { columns: readonly string[]; rows: readonly (readonly string[])[] },
): string | undefined {
  const { label, columns: declared, more, minRows, maxRows } = parameter;
  const { columns, rows } = table;
  const titleOf = (name: string) => declared.find((column) => column.name === name)?.title ?? name;
  const absent = declared.filter(({ name, optional }) => optional !== true && !columns.includes(name));
  if (absent.length > 0)
    return `「${label}」缺少这几列：${absent.map(({ title, name }) => (title === name ? name : `${title}（${name}）`)).join('、')}`;
  const others = columns.filter((name) => !declared.some((column) => column.name === name));
  if (more === undefined && others.length > 0) return `「${label}」里不认识这几列：${listNames(others)}。请去掉，或改成规定的列名`;
  if (more !== undefined && (others.length < more.min || others.length > more.max))
    return `「${label}」要有 ${more.min}–${more.max} 列${more.title}，现在有 ${others.length} 列`;
  if (rows.length < minRows || rows.length > maxRows) return `「${label}」要有 ${minRows}–${maxRows} 行，现在有 ${rows.length} 行`;
  for (const [i, name] of columns.entries()) {
    const column = declared.find((one) => one.name === name);
    const type = column?.type ?? more?.type ?? 'text';
    const cells = rows.map((row) => row[i] ?? '');
    const blank = cells.flatMap((one, at) => (one === '' ? [at + 1] : []));
    if (blank.length > 0 && column !== undefined && column.optional !== true)
      return `「${titleOf(name)}」这一列有空格没填：第 ${blank.slice(0, LISTED_ROWS).join('、')} 行${blank.length > LISTED_ROWS ? ' 等' : ''}`;
    if (type !== 'number') continue;
    const wrong = cells.flatMap((one, at) => (one !== '' && numbersOf([one]) === undefined ? [at + 1] : []));
    if (wrong.length > 0)
      return `「${titleOf(name)}」这一列要填数字：第 ${wrong.slice(0, LISTED_ROWS).join('、')} 行${wrong.length > LISTED_ROWS ? ' 等' : ''}不是`;
  }
  return undefined;
}

export const grid: InputKind<GridParameter> = {
  fields: ({ halves }) =>
    halves === undefined
      ? []
      : [
          [halves.columns, COLUMNS],
          [halves.rows, ROWS],
        ],
  joint: true,
  read(parameter, given) {
    const whole = given.get(OWN) ?? { columns: given.get(COLUMNS), rows: given.get(ROWS) };
    const { columns: declared, more, maxRows } = parameter;
    const schema = z.object({
      columns: z
        .array(z.string().trim().min(1).max(NAME_MAX))
        .min(1)
        .max(declared.length + (more?.max ?? 0)),
      rows: z.array(z.array(cell)).min(1).max(maxRows),
    });
    const parsed = schema.safeParse(whole);
    if (!parsed.success) return parsed.error;
    const { columns, rows } = parsed.data;
    const even = rows.every((row) => row.length === columns.length) && new Set(columns).size === columns.length;
    if (!even) return unreadable();
    const problem = gridProblem(parameter, parsed.data);
    return problem === undefined ? { from: 'rows', columns, rows } : refused(problem);
  },
  write: (_, name, { columns, rows }) => [[name, { columns, rows }]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseFill(parameter)),
  expected: ({ columns, maxRows }) => `要有 columns 和 rows（${columns.map(({ name }) => name).join('、')}，最多 ${maxRows} 行）`,
  schema: ({ maxRows }) => ({
    type: 'object',
    required: ['columns', 'rows'],
    properties: {
      columns: { type: 'array', items: { type: 'string' } },
      rows: { type: 'array', maxItems: maxRows, items: { type: 'array' } },
    },
  }),
};
