import type { Value, ValueParameter } from '@oncoloom/tool-kit';

/** What the control of a value parameter is given. */
export interface FieldProps<P extends ValueParameter = ValueParameter> {
  taskType: string;
  name: string;
  parameter: P;
  value: Value;
  /** Text below; it says when the value comes from the file. */
  help: string | undefined;
  error: string | undefined;
  /** The example decides it. */
  fixed: boolean;
  onChange: (value: Value) => void;
}

/** A value as the text that stands in a control. */
export const textOf = (value: Value): string => (Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value));

/** What antd's controls call an error. */
export const statusOf = (error: string | undefined): '' | 'error' => (error === undefined ? '' : 'error');
