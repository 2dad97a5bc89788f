import { type FlagParameter, flagOptions } from '@oncoloom/tool-kit';
import { Switch } from 'antd';
import { describedBy } from '../field.tsx';
import type { FieldProps } from '../field-parts/field-props.ts';
import { PicturedField } from './pictured-field.tsx';

/** A switch with its label beside it. */
export function FlagField({ taskType, name, parameter, value, help, error, onChange }: FieldProps<FlagParameter>) {
  if (parameter.pictured) {
    const { label } = parameter;
    return <PicturedField {...{ taskType, name, label, value, help, error, onChange }} options={flagOptions(parameter.pictured)} />;
  }
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
