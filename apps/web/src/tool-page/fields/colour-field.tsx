import type { ColourParameter } from '@oncoloom/tool-kit';
import { ColorPicker } from 'antd';
import type { FieldProps } from './field-props.ts';

/** A colour; several stand in one row, see `ColourButton`. */
export function ColourField({ name, parameter, value, onChange }: FieldProps<ColourParameter>) {
  return <ColourButton name={name} label={parameter.label} value={String(value)} onChange={onChange} />;
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
