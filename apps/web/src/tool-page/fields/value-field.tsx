import type { Value, ValueParameter } from '@oncoloom/tool-kit';
import { ColorPicker, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { Segments } from '../../app/segments.tsx';
import { describedBy, Field } from '../field.tsx';
import { GeneField } from './gene-field.tsx';
import { GenesField } from './genes-field.tsx';

interface Props {
  name: string;
  parameter: ValueParameter;
  value: Value;
  /** The value is what the file suggests. */
  suggested: boolean;
  error: string | undefined;
  /** The example decides it. */
  fixed: boolean;
  onChange: (value: Value) => void;
}

const SEGMENTS_MAX = 3;
/** Letters of all labels that stand side by side on a phone; Chinese ones count twice. */
const SEGMENTS_WIDTH = 34;
const FROM_FILE = '由文件判断得到。';

/** Few and short answers are all seen at once. */
function standSideBySide(options: readonly { label: string }[]): boolean {
  const widths = options.map(({ label }) => [...label].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0xff ? 2 : 1), 0));
  return options.length <= SEGMENTS_MAX && widths.reduce((sum, width) => sum + width, 0) <= SEGMENTS_WIDTH;
}

/** Help of a field; says when the value comes from the file, unless the text says so by itself. */
function helpOf(parameter: ValueParameter, suggested: boolean): string | undefined {
  const help = parameter.help ?? '';
  const text = suggested && !help.startsWith(FROM_FILE) ? `${FROM_FILE}${help}` : help;
  return text === '' ? undefined : !suggested && text.startsWith(FROM_FILE) ? text.slice(FROM_FILE.length) : text;
}

const textOf = (value: Value): string => (Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value));

/** The control of a value parameter, by its kind. */
export function ValueField({ name, parameter, value, suggested, error, fixed, onChange }: Props) {
  const help = helpOf(parameter, suggested);
  const described = describedBy(name, help, error);
  const status = error === undefined ? '' : 'error';
  switch (parameter.kind) {
    case 'number':
    case 'integer':
      return (
        <Field id={name} label={parameter.label} help={help} error={error}>
          <NumberInput name={name} parameter={parameter} value={value} described={described} status={status} onChange={onChange} />
        </Field>
      );
    case 'flag':
      return (
        <div className="field field-flag" data-field={name}>
          <Switch id={name} {...described} checked={value === true} onChange={onChange} aria-labelledby={`${name}-label`} />
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
    case 'choice': {
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
            {...described}
            status={status}
            className="full-width"
            value={String(value)}
            options={parameter.options.map((option) => ({ value: option.value, label: option.label, title: option.help ?? '' }))}
            onChange={onChange}
          />
        </Field>
      );
    }
    case 'choices':
      return (
        <Field id={name} label={parameter.label} wide help={help} error={error}>
          <Select
            id={name}
            {...described}
            status={status}
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
    case 'colour':
      return <ColourButton name={name} label={parameter.label} value={String(value)} onChange={onChange} />;
    case 'text':
      return (
        <Field id={name} label={parameter.label} help={help} error={error}>
          <Input
            id={name}
            {...described}
            status={status}
            value={textOf(value)}
            maxLength={parameter.maxLength}
            placeholder={parameter.placeholder ?? ''}
            onChange={(event) => onChange(event.target.value)}
          />
        </Field>
      );
    case 'gene':
      return <GeneField {...{ name, parameter, help, error, fixed, onChange }} value={textOf(value)} />;
    case 'genes':
      return <GenesField {...{ name, parameter, help, error, fixed, onChange }} value={textOf(value)} />;
  }
}

interface NumberInputProps extends Pick<Props, 'name' | 'value' | 'onChange'> {
  parameter: Extract<ValueParameter, { kind: 'number' | 'integer' }>;
  described: ReturnType<typeof describedBy>;
  status: '' | 'error';
}

/** A number as it is typed. While the field is empty the last value stands; left empty it becomes the default. */
function NumberInput({ name, parameter, value, described, status, onChange }: NumberInputProps) {
  const [empty, setEmpty] = useState(false);
  return (
    <InputNumber
      id={name}
      {...described}
      status={status}
      className="full-width"
      value={!empty && typeof value === 'number' ? value : null}
      step={parameter.kind === 'integer' ? 1 : (parameter.step ?? 0.1)}
      suffix={parameter.unit}
      controls={false}
      // Left alone, 1 would be written 1.0 because of the step.
      formatter={(shown, { userTyping, input }) => (userTyping ? input : String(shown ?? '') === '' ? '' : String(Number(shown)))}
      onChange={(next) => {
        setEmpty(next === null);
        if (next !== null) onChange(next);
      }}
      onBlur={() => {
        if (empty) onChange(parameter.default);
        setEmpty(false);
      }}
    />
  );
}

/** A swatch with its name that opens the picker. */
export function ColourButton({
  name,
  label,
  value,
  onChange,
}: {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <span data-field={name}>
      <ColorPicker
        value={value}
        disabledAlpha
        format="hex"
        onChangeComplete={(colour) => onChange(colour.toHexString())}
        presets={[
          {
            label: '常用',
            colors: ['#ff4757', '#546de5', '#d2dae2', '#D55E00', '#0072B2', '#009E73', '#CC79A7', '#E69F00'],
            key: 'common',
          },
        ]}
      >
        <button type="button" className="colour-button" id={name} aria-label={`${label}的颜色 ${value}`}>
          <i style={{ background: value }} />
          {label}
        </button>
      </ColorPicker>
    </span>
  );
}
