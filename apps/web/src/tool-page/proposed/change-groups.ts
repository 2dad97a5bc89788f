import type { Value } from '@oncoloom/tool-kit';
import type { InputChoice } from '../form/form-state.ts';
import type { ToolForm } from '../form/use-tool-form.ts';

export type GroupRows = Extract<InputChoice, { from: 'rows' }>;

const isEmpty = (value: Value | undefined): boolean => value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** Puts another version of a groups table into the form; what was chosen out of the former one stays. @param values What is chosen beside. */
export function changeGroups(form: ToolForm, name: string, choice: GroupRows, values: Readonly<Record<string, Value>> = {}): void {
  const chosen = Object.entries(form.tool.parameters).flatMap(([field, parameter]): [string, Value][] => {
    const value = form.values[field];
    const ofTable = (parameter.kind === 'group' || parameter.kind === 'columns') && parameter.of === name;
    return !ofTable || value === undefined || isEmpty(value) ? [] : [[field, value]];
  });
  form.setInput(name, choice);
  form.setValues({ ...Object.fromEntries(chosen), ...values });
}

/** The table with a column more, or another one in its place. @param bySample Its values by sample. */
export function withColumn(choice: GroupRows, column: string, bySample: ReadonlyMap<string, string>): GroupRows {
  const own = choice.columns.indexOf(column);
  const at = own < 0 ? choice.columns.length : own;
  const rows = choice.rows.map((row) => {
    const value = bySample.get(row[0] ?? '') ?? '';
    return own < 0 ? [...row, value] : row.map((cell, i) => (i === at ? value : cell));
  });
  return { ...choice, columns: own < 0 ? [...choice.columns, column] : choice.columns, rows };
}
