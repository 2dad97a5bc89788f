import type { FigureLook } from '@oncoloom/contract';
import { commonStyle, PALETTES } from '@oncoloom/tool-kit';
import { InputNumber, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { PRESETS, presetOf, toInches } from '../charts/editor/editor-fields.ts';
import './looks.css';

interface Props {
  look: FigureLook;
  onChange: (look: FigureLook) => void;
  /** What a figure has where nothing is set, as the controls say it. */
  unset: string;
}

const { figure_language: LANGUAGE, font_family: FAMILY, font_size: SIZE } = commonStyle({ width: 1, height: 1 });
const WIDTHS = PRESETS.filter(({ millimetres }) => [85, 114, 174].includes(millimetres));

/** Language, width, type and palette for all figures; each may be left to the figures. */
export function LookFields({ look, onChange, unset }: Props) {
  const set = (key: string, value: string | number | null | undefined) => {
    const { [key]: _, ...others } = look;
    onChange(value === null || value === undefined ? others : { ...others, [key]: value });
  };
  const width = typeof look.plot_pdf_width === 'number' ? look.plot_pdf_width : undefined;
  return (
    <div className="look-fields">
      <Choice
        label="图中文字"
        unset={unset}
        value={look.figure_language}
        options={LANGUAGE.options}
        onChange={(to) => set('figure_language', to)}
      />
      <Choice
        label="宽度"
        unset={unset}
        value={width === undefined ? undefined : (presetOf(width) ?? 'own')}
        options={[
          ...WIDTHS.map(({ id, label, millimetres }) => ({ value: id, label: `${label} ${millimetres} mm` })),
          ...(width !== undefined && !WIDTHS.some(({ id }) => id === presetOf(width))
            ? [{ value: presetOf(width) ?? 'own', label: `${Math.round(width * 25.4)} mm` }]
            : []),
        ]}
        onChange={(id) => {
          const preset = WIDTHS.find((one) => one.id === id);
          set('plot_pdf_width', preset && toInches(preset.millimetres));
        }}
      />
      <Choice label="字体" unset={unset} value={look.font_family} options={FAMILY.options} onChange={(to) => set('font_family', to)} />
      <Row label="字号">
        {(id) => (
          <InputNumber
            id={id}
            min={SIZE.min}
            max={SIZE.max}
            step={SIZE.step}
            suffix={SIZE.unit}
            placeholder={unset}
            value={typeof look.font_size === 'number' ? look.font_size : null}
            onChange={(to) => set('font_size', to)}
          />
        )}
      </Row>
      <Choice
        label="配色"
        unset={unset}
        value={look.palette}
        options={[{ value: 'default', label: '各图自己的颜色' }, ...PALETTES]}
        onChange={(to) => set('palette', to)}
      />
    </div>
  );
}

function Row({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="look-row">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function Choice(props: {
  label: string;
  unset: string;
  value: unknown;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}) {
  const { label, unset, value, options, onChange } = props;
  return (
    <Row label={label}>
      {(id) => (
        <Select<string>
          id={id}
          allowClear
          placeholder={unset}
          value={typeof value === 'string' ? value : null}
          options={options.map((option) => ({ value: option.value, label: option.label }))}
          onChange={onChange}
        />
      )}
    </Row>
  );
}
