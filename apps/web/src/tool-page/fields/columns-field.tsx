import type { ColumnsParameter, Value } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { describedBy, Field } from '../field.tsx';

interface Props {
  name: string;
  parameter: ColumnsParameter;
  value: Value;
  /** Columns of the table; undefined while they are not known. */
  columns: readonly { name: string; numeric: boolean | undefined }[] | undefined;
  error: string | undefined;
  onChange: (value: Value) => void;
  /** Below the choice: what is to be said of the chosen columns. */
  children?: ReactNode;
}

/** The column that the server would find by itself, by the usual names in order. */
export function detectColumn(parameter: ColumnsParameter, columns: readonly string[]): string | undefined {
  for (const wanted of parameter.detect ?? []) {
    const found = columns.find((column) => column === wanted) ?? columns.find((column) => column.toLowerCase() === wanted.toLowerCase());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One or several columns of a table. */
export function ColumnsField({ name, parameter, value, columns, error, onChange, children }: Props) {
  const offered = (columns ?? []).filter(({ numeric }) => parameter.type !== 'number' || parameter.written === true || numeric !== false);
  const detected =
    columns === undefined
      ? undefined
      : detectColumn(
          parameter,
          columns.map((column) => column.name),
        );
  const placeholder =
    columns === undefined
      ? '先选数据'
      : detected !== undefined
        ? `${detected}（自动认出）`
        : offered.length === 0
          ? '表里没有可用的列'
          : parameter.optional === true
            ? '不选'
            : '请选择';
  const common = {
    id: name,
    ...describedBy(name, parameter.help, error),
    status: error === undefined ? ('' as const) : ('error' as const),
    className: 'full-width',
    placeholder,
    disabled: offered.length === 0,
    allowClear: true,
    showSearch: true,
    options: offered.map((column) => ({ value: column.name, label: column.name })),
  };
  return (
    <Field id={name} label={parameter.label} help={parameter.help} error={error}>
      {parameter.multiple ? (
        <Select mode="multiple" {...common} value={Array.isArray(value) ? [...value] : []} onChange={(next: string[]) => onChange(next)} />
      ) : (
        <Select
          {...common}
          value={typeof value === 'string' ? value : null}
          onChange={(next: string | undefined) => onChange(next ?? null)}
        />
      )}
      {children}
    </Field>
  );
}
