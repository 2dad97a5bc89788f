import type { IntegerParameter, NumberParameter } from '@oncoloom/tool-kit';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { numberAsTyped } from '../../base/number-as-typed.ts';
import { describedBy, Field } from '../field.tsx';
import { type FieldProps, statusOf } from '../field-parts/field-props.ts';

/** A number as it is typed. While the field is empty the last value stands; left empty it becomes the default. */
export function NumberField({ name, parameter, value, help, error, onChange }: FieldProps<NumberParameter | IntegerParameter>) {
  const [empty, setEmpty] = useState(false);
  return (
    <Field id={name} label={parameter.label} help={help} error={error}>
      <InputNumber
        id={name}
        {...describedBy(name, help, error)}
        status={statusOf(error)}
        className="full-width"
        value={!empty && typeof value === 'number' ? value : null}
        step={parameter.kind === 'integer' ? 1 : (parameter.step ?? 0.1)}
        suffix={parameter.unit}
        controls={false}
        formatter={numberAsTyped}
        onChange={(next) => {
          setEmpty(next === null);
          if (next !== null) onChange(next);
        }}
        onBlur={() => {
          if (empty) onChange(parameter.default);
          setEmpty(false);
        }}
      />
    </Field>
  );
}
