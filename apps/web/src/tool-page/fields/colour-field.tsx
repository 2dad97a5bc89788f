import { CATEGORY_COLOURS, COLOURS } from '@oncoloom/contract';
import type { ColourParameter } from '@oncoloom/tool-kit';
import { ColorPicker } from 'antd';
import type { FieldProps } from '../field-parts/field-props.ts';

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
            colors: [COLOURS.up, COLOURS.down, COLOURS.noChange, ...CATEGORY_COLOURS],
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
