import type { ChoiceParameter } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import { Segments } from '../../base/parts/segments.tsx';
import { describedBy, Field } from '../field.tsx';
import { type FieldProps, statusOf } from '../field-parts/field-props.ts';
import { PicturedField } from './pictured-field.tsx';

const SEGMENTS_MAX = 3;
/** Letters of all labels that stand side by side in one column of the form, the narrowest of 252 px; Chinese ones count twice. */
const SEGMENTS_WIDTH = 29;

/** Few and short answers are all seen at once. */
export function standSideBySide(options: readonly { label: string }[]): boolean {
  const widths = options.map(({ label }) => [...label].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 2 : 1), 0));
  return options.length <= SEGMENTS_MAX && widths.reduce((sum, width) => sum + width, 0) <= SEGMENTS_WIDTH;
}

/** One of a few answers: side by side where they are short, else in a list. */
export function ChoiceField({ taskType, name, parameter, value, help, error, onChange }: FieldProps<ChoiceParameter>) {
  if (parameter.pictured) {
    const { label, options } = parameter;
    return <PicturedField {...{ taskType, name, label, options, value, help, error, onChange }} />;
  }
  const chosen = parameter.options.find((option) => option.value === value);
  if (standSideBySide(parameter.options))
    return (
      <Field id={name} label={parameter.label} help={help} error={error} group>
        <Segments
          aria-label={parameter.label}
          value={String(value)}
          options={parameter.options.map((option) => ({
            value: option.value,
            label: option.label,
            title: option.help ?? option.label,
          }))}
          onChange={(next) => onChange(String(next))}
        />
      </Field>
    );
  return (
    <Field id={name} label={parameter.label} help={chosen?.help ?? help} error={error}>
      <Select
        id={name}
        {...describedBy(name, help, error)}
        status={statusOf(error)}
        className="full-width"
        value={String(value)}
        options={parameter.options.map((option) => ({ value: option.value, label: option.label, title: option.help ?? '' }))}
        onChange={onChange}
      />
    </Field>
  );
}
