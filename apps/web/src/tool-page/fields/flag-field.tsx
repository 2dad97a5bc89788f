import type { FlagParameter } from '@oncoloom/tool-kit';
import { Switch } from 'antd';
import { describedBy } from '../field.tsx';
import type { FieldProps } from './field-props.ts';

/** A switch with its label beside it. */
export function FlagField({ name, parameter, value, help, error, onChange }: FieldProps<FlagParameter>) {
  return (
    <div className="field field-flag" data-field={name}>
      <Switch
        id={name}
        {...describedBy(name, help, error)}
        checked={value === true}
        onChange={onChange}
        aria-labelledby={`${name}-label`}
      />
      <div>
        <label id={`${name}-label`} htmlFor={name}>
          {parameter.label}
        </label>
        {error !== undefined && (
          <p className="field-error" id={`${name}-error`} role="alert">
            {error}
          </p>
        )}
        {help !== undefined && (
          <p className="caption" id={`${name}-help`}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
}
