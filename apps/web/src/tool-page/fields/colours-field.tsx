import { CATEGORY_COLOURS } from '@oncoloom/contract';
import type { ColoursParameter } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { Field } from '../field.tsx';
import type { FieldProps } from '../field-parts/field-props.ts';
import { ColourButton } from './colour-field.tsx';

/** A swatch for each colour that was chosen; none: the figure's own. */
export function ColoursField({ name, parameter, value, help, error, onChange }: FieldProps<ColoursParameter>) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const next = CATEGORY_COLOURS[chosen.length % CATEGORY_COLOURS.length] ?? '#000000';
  return (
    <Field id={name} label={parameter.label} help={help} error={error}>
      <div className="colours" id={name}>
        {chosen.map((colour, i) => (
          <ColourButton
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the colour belongs to
            key={i}
            name={`${name}_${i + 1}`}
            label={`第 ${i + 1} 个`}
            value={colour}
            onChange={(other) => onChange(chosen.map((one, place) => (place === i ? other : one)))}
          />
        ))}
        <Button size="small" disabled={chosen.length >= parameter.max} onClick={() => onChange([...chosen, next])}>
          加一个颜色
        </Button>
        {chosen.length > 0 && (
          <Button size="small" onClick={() => onChange(chosen.slice(0, -1))}>
            去掉最后一个
          </Button>
        )}
      </div>
    </Field>
  );
}
