import type { ChoicesParameter } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import { describedBy, Field } from '../field.tsx';
import { type FieldProps, statusOf } from '../field-parts/field-props.ts';

/** Any of the answers; none stands for all. */
export function ChoicesField({ name, parameter, value, help, error, onChange }: FieldProps<ChoicesParameter>) {
  return (
    <Field id={name} label={parameter.label} wide help={help} error={error}>
      <Select
        id={name}
        {...describedBy(name, help, error)}
        status={statusOf(error)}
        className="full-width"
        mode="multiple"
        allowClear
        placeholder="全部"
        value={Array.isArray(value) ? [...value] : []}
        options={parameter.options.map((option) => ({ value: option.value, label: option.label }))}
        onChange={(next: string[]) => onChange(next)}
      />
    </Field>
  );
}
