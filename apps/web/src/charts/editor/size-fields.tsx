import type { FigureStyle, Size } from '@oncoloom/figures';
import { styleNumber } from '@oncoloom/figures';
import type { NumberParameter } from '@oncoloom/tool-kit';
import { InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { Segments } from '../../base/parts/segments.tsx';
import type { Value } from '../types.ts';
import { fromUnit, type LengthUnit, PRESETS, presetOf, toInches, toUnit } from './editor-fields.ts';

interface Props {
  style: FigureStyle;
  /** As it is printed: what nobody chose follows the content. */
  size: Size | null;
  width: NumberParameter;
  height: NumberParameter;
  apply: (key: string, patch: Readonly<Record<string, Value>>) => void;
}

const OWN = 'own';

/** Printed size in millimetres or inches, and the widths of journals' columns. */
export function SizeFields({ style, size, width, height, apply }: Props) {
  const [unit, setUnit] = useState<LengthUnit>('mm');
  const presetId = useId();
  const inches = size?.width ?? styleNumber(style, 'plot_pdf_width', width.default);
  return (
    <>
      <div className="editor-row" data-field="plot_pdf_width">
        <label htmlFor={presetId}>版面</label>
        <Select<string>
          id={presetId}
          size="small"
          style={{ width: 190 }}
          value={presetOf(inches) ?? OWN}
          options={[
            ...PRESETS.map(({ id, label, millimetres }) => ({ value: id, label: `${label} ${millimetres} mm` })),
            ...(presetOf(inches) === null ? [{ value: OWN, label: '自定宽度' }] : []),
          ]}
          onChange={(chosen) => {
            const preset = PRESETS.find(({ id }) => id === chosen);
            if (preset !== undefined) apply('plot_pdf_width', { plot_pdf_width: toInches(preset.millimetres) });
          }}
        />
      </div>
      <div className="editor-row">
        <span>长度单位</span>
        <Segments<LengthUnit>
          size="small"
          value={unit}
          options={[
            { value: 'mm', label: '毫米' },
            { value: 'in', label: '英寸' },
          ]}
          onChange={setUnit}
        />
      </div>
      {(
        [
          ['plot_pdf_width', width, size?.width],
          ['plot_pdf_height', height, size?.height],
        ] as const
      ).map(([key, field, printed]) => (
        <LengthField
          key={key}
          label={field.label}
          field={field}
          unit={unit}
          value={printed ?? styleNumber(style, key, field.default)}
          onChange={(next) => apply(key, { [key]: next })}
        />
      ))}
    </>
  );
}

/** A length in the chosen unit over a field in inches. */
function LengthField(props: {
  label: string;
  field: NumberParameter;
  unit: LengthUnit;
  value: number;
  onChange: (inches: number) => void;
}) {
  const { label, field, unit, value, onChange } = props;
  const id = useId();
  const inMillimetres = unit === 'mm';
  return (
    <div className="editor-row">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        size="small"
        value={toUnit(value, unit)}
        min={inMillimetres ? Math.ceil(toUnit(field.min, unit)) : field.min}
        max={inMillimetres ? Math.floor(toUnit(field.max, unit)) : field.max}
        step={inMillimetres ? 1 : 0.1}
        suffix={unit}
        style={{ width: 110 }}
        onChange={(next) => {
          if (next !== null) onChange(fromUnit(next, unit));
        }}
      />
    </div>
  );
}
