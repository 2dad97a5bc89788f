import { describersOf, type Parameter, sourcesOf, type TuplesParameter } from '@oncoloom/tool-kit';
import { detectColumn } from '../fields/columns-field.tsx';
import { inputsInView, matrixOf } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';
import { extraColumns } from './groups.ts';

/** What of a form says which columns there are. */
type FormView = Pick<ToolForm, 'tool' | 'state' | 'values' | 'facts'>;

/** A column that a field may name. */
interface TableColumn {
  name: string;
  numeric: boolean | undefined;
  /** Different texts in the order of the table, where there are few. */
  levels?: readonly string[];
}

/** More groups are no list to choose from. */
const LEVELS_MAX = 60;

function levelsOf(cells: readonly string[]): string[] | undefined {
  const levels = new Set<string>();
  for (const cell of cells) {
    const text = cell.trim();
    if (text !== '') levels.add(text);
    if (levels.size > LEVELS_MAX) return undefined;
  }
  return [...levels];
}

const isNumber = (text: string) => Number.isFinite(Number(text.replace(/[,%\s]/g, '')));

/** The parameter whose table the columns are of: of a matrix, what says of its samples. Undefined while there is none. */
function sourceOf({ tool, state, values }: FormView, of: string): string | undefined {
  const inputs = state.example ? {} : inputsInView(tool, state, values);
  const source = sourcesOf(tool.parameters, of).find((name) => inputs[name] !== undefined);
  if (source === undefined || matrixOf(inputs[source]) === undefined) return source;
  return describersOf(tool.parameters, source).find((name) => inputs[name] !== undefined);
}

/** Are the columns of this input in use a matrix's? */
export function isOfMatrix({ tool, state, values }: FormView, of: string): boolean {
  const inputs = state.example ? {} : inputsInView(tool, state, values);
  return sourcesOf(tool.parameters, of).some((name) => matrixOf(inputs[name]) !== undefined);
}

/** Columns that a field may name; undefined where there is nothing to choose: no data yet, or a table whose columns are not known. */
export function columnsFor(form: FormView, of: string): TableColumn[] | undefined {
  const field = sourceOf(form, of);
  const choice = field === undefined ? undefined : form.state.inputs[field];
  if (field === undefined || choice === undefined) return undefined;
  const parameter: Parameter | undefined = form.tool.parameters[field];
  const isAsked = field === of || (parameter !== undefined && 'input' in parameter && parameter.input === of);
  const offered = (columns: readonly string[]): readonly string[] => {
    // The groups themselves are what a tool compares; further columns are chosen beside them.
    if (isAsked) return parameter?.kind === 'groups-table' ? extraColumns(columns) : columns;
    return columns.filter((column) => column !== 'sample');
  };
  if (choice.from === 'rows') {
    const { columns, rows } = choice;
    return offered(columns).map((name) => {
      const levels = levelsOf(rows.map((row) => row[columns.indexOf(name)] ?? ''));
      return { name, numeric: undefined, ...(levels === undefined ? {} : { levels }) };
    });
  }
  if (choice.from !== 'file') return undefined;
  const columns = new Map((choice.file.facts?.table?.columns ?? []).map((column) => [column.name, column]));
  return offered([...columns.keys()]).map((name) => {
    const column = columns.get(name);
    const levels = column?.levels?.map(({ value }) => value);
    return { name, numeric: column === undefined ? undefined : column.type === 'number', ...(levels === undefined ? {} : { levels }) };
  });
}

const holdsNumbers = ({ numeric, levels }: TableColumn): boolean =>
  numeric ?? (levels === undefined || (levels.length > 0 && levels.every(isNumber)));

/** The groups that pairs are made of: those in the column of groups, else the columns of a wide table. */
export function pairedLevels(form: FormView, { of, columns: wide }: TuplesParameter): readonly string[] {
  const parameter = of === undefined ? undefined : form.tool.parameters[of];
  if (of === undefined || parameter?.kind !== 'columns') return [];
  const columns = columnsFor(form, parameter.of) ?? [];
  const { [of]: chosen, layout } = form.values;
  const names = columns.map(({ name }) => name);
  if (layout !== 'wide' || isOfMatrix(form, parameter.of)) {
    const wanted = typeof chosen === 'string' ? chosen : detectColumn(parameter, names);
    // As R finds it: the first column of texts that come again.
    const grouping =
      columns.find(({ name }) => name === wanted) ??
      columns.find((column) => !holdsNumbers(column) && (column.levels?.length ?? 0) > 1 && !isEachOnce(form, parameter.of, column));
    if (grouping !== undefined) return grouping.levels ?? [];
  }
  const listed = wide === undefined ? null : (form.values[wide] ?? null);
  if (Array.isArray(listed) && listed.length > 0) return listed.map(String);
  return columns.filter(holdsNumbers).map(({ name }) => name);
}

/** A name for each row is no group. */
function isEachOnce(form: FormView, of: string, { levels = [] }: TableColumn): boolean {
  const source = sourceOf(form, of);
  const rows = source === undefined ? undefined : form.facts[source]?.table?.rowCount;
  return rows !== undefined && levels.length > Math.max(2, rows / 2);
}
