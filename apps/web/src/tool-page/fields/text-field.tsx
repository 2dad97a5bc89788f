import type { TextParameter } from '@oncoloom/tool-kit';
import { Input } from 'antd';
import { describedBy, Field } from '../field.tsx';
import { type FieldProps, statusOf, textOf } from '../field-parts/field-props.ts';

/** A line of text. */
export function TextField({ name, parameter, value, help, error, onChange }: FieldProps<TextParameter>) {
  return (
    <Field id={name} label={parameter.label} help={help} error={error}>
      <Input
        id={name}
        {...describedBy(name, help, error)}
        status={statusOf(error)}
        value={textOf(value)}
        maxLength={parameter.maxLength}
        placeholder={parameter.placeholder ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
