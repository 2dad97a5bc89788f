import { type ColumnsParameter, splitGenes, type Value } from '@oncoloom/tool-kit';
import { useState } from 'react';
import { countGenes } from '../../genes/gene-list-text.ts';
import { Field } from '../field.tsx';
import { textOf } from '../field-parts/field-props.ts';
import { GeneField } from './gene-field.tsx';
import { GenesInput } from './genes-field.tsx';

interface Props {
  taskType: string;
  name: string;
  parameter: ColumnsParameter;
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

/** The genes of a matrix in the place of the columns of a table. */
export function MatrixGeneField({ taskType, name, parameter, value, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const { label, help } = parameter;
  if (!parameter.multiple)
    return (
      <GeneField
        taskType={taskType}
        name={name}
        parameter={{ kind: 'gene', label }}
        value={value}
        help={help}
        error={error}
        fixed={false}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
    );
  const kept = textOf(value);
  // What is typed stands as it is, as long as it means the genes of the form.
  const text = splitGenes(typed).join('\n') === kept ? typed : kept;
  const count = countGenes(text);
  return (
    <Field id={name} label={label} help={help} error={error} note={count === 0 ? undefined : `${count} 个`}>
      <GenesInput
        id={name}
        value={text}
        help={help}
        error={error}
        onChange={(next) => {
          setTyped(next);
          onChange(splitGenes(next));
        }}
      />
    </Field>
  );
}
