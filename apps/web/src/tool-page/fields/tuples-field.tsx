import type { TuplesParameter } from '@oncoloom/tool-kit';
import { Select } from 'antd';
import { describedBy, Field } from '../field.tsx';
import { type FieldProps, statusOf } from '../field-parts/field-props.ts';

interface Props extends FieldProps<TuplesParameter> {
  /** What a row is made of; undefined while it is not known. */
  levels?: readonly string[];
}

const BETWEEN = ' 对 ';
/** More pairs are no list to choose from. */
const LEVELS_OFFERED = 30;

/** Pairs of groups out of those that are there; none stands for all. */
export function TuplesField({ name, parameter, value, help, error, onChange, levels = [] }: Props) {
  const texts = Array.isArray(value) ? (value as string[]) : [];
  const chosen = Array.from({ length: texts.length / 2 }, (_, i) => JSON.stringify(texts.slice(2 * i, 2 * i + 2)));
  const pairs = levels.slice(0, LEVELS_OFFERED).flatMap((first, i) => levels.slice(i + 1, LEVELS_OFFERED).map((second) => [first, second]));
  const options = [...new Set([...pairs.map((pair) => JSON.stringify(pair)), ...chosen])].map((key) => ({
    value: key,
    label: (JSON.parse(key) as string[]).join(BETWEEN),
  }));
  return (
    <Field id={name} label={parameter.label} wide help={help} error={error}>
      <Select
        id={name}
        {...describedBy(name, help, error)}
        status={statusOf(error)}
        className="full-width"
        mode="multiple"
        allowClear
        disabled={options.length === 0}
        placeholder={options.length === 0 ? '先选数据和分组列；不选就是每两组' : '每两组'}
        value={chosen}
        options={options}
        optionFilterProp="label"
        onChange={(next: string[]) => onChange(next.flatMap((key) => JSON.parse(key) as string[]))}
      />
    </Field>
  );
}
