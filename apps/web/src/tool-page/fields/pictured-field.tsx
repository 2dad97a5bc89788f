import type { PicturedOption, Value } from '@oncoloom/tool-kit';
import { ExamplePicture } from '../../pictures/example-picture.tsx';
import { describedBy, Field } from '../field.tsx';

interface Props {
  name: string;
  label: string;
  taskType: string;
  options: readonly PicturedOption[];
  value: Value;
  help: string | undefined;
  error: string | undefined;
  onChange: (value: Value) => void;
}

/** One of several figures: each answer with the figure that the example then has. */
export function PicturedField({ name, label, taskType, options, value, help, error, onChange }: Props) {
  const chosen = options.find((option) => option.value === value);
  const told = chosen?.help ?? help;
  return (
    <Field
      id={name}
      label={label}
      help={told === undefined ? undefined : `${told}。小图是示例数据的。`.replace('。。', '。')}
      error={error}
      group
      wide
    >
      <div className="pictured" role="radiogroup" aria-labelledby={`${name}-label`} {...describedBy(name, told, error)}>
        {options.map((option) => (
          <label key={option.label} className="pictured-option">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <ExamplePicture taskType={taskType} option={String(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  );
}
