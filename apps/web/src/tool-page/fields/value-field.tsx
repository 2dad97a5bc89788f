import type { Value, ValueParameter } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import type { FieldProps } from '../field-parts/field-props.ts';
import { ChoiceField } from './choice-field.tsx';
import { ChoicesField } from './choices-field.tsx';
import { ColourField } from './colour-field.tsx';
import { ColoursField } from './colours-field.tsx';
import { FlagField } from './flag-field.tsx';
import { GeneField } from './gene-field.tsx';
import { GenesField } from './genes-field.tsx';
import { NumberField } from './number-field.tsx';
import { TextField } from './text-field.tsx';
import { TuplesField } from './tuples-field.tsx';

// A method: the control of a certain parameter is then a control of parameters, without a cast.
interface FieldOf<P extends ValueParameter> {
  Field(props: FieldProps<P>): ReactNode;
}
/** A kind of value without a control does not compile. */
type Fields = { [K in ValueParameter['kind']]: FieldOf<Extract<ValueParameter, { kind: K }>> };

const FIELDS = {
  number: { Field: NumberField },
  integer: { Field: NumberField },
  flag: { Field: FlagField },
  choice: { Field: ChoiceField },
  choices: { Field: ChoicesField },
  colour: { Field: ColourField },
  colours: { Field: ColoursField },
  text: { Field: TextField },
  gene: { Field: GeneField },
  genes: { Field: GenesField },
  tuples: { Field: TuplesField },
} as const satisfies Fields;

const FROM_FILE = '由文件判断得到。';

/** Help of a field; says when the value comes from the file, unless the text says so by itself. */
function helpOf(parameter: ValueParameter, suggested: boolean): string | undefined {
  const help = parameter.help ?? '';
  const text = suggested && !help.startsWith(FROM_FILE) ? `${FROM_FILE}${help}` : help;
  return text === '' ? undefined : !suggested && text.startsWith(FROM_FILE) ? text.slice(FROM_FILE.length) : text;
}

interface Props {
  taskType: string;
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

/** The control of a value parameter, by its kind. */
export function ValueField({ parameter, suggested, ...props }: Props) {
  const { Field }: FieldOf<ValueParameter> = FIELDS[parameter.kind];
  return <Field {...props} parameter={parameter} help={helpOf(parameter, suggested)} />;
}
