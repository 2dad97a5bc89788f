import { z } from 'zod';
import type { Base, Defaulted, ValueKind } from './kind.ts';
import { declaredDefault, publishedSchema } from './reading.ts';

export interface ColourParameter extends Base, Defaulted<string> {
  kind: 'colour';
  /** What a figure in English calls what has it, in place of the label. */
  english?: string;
}

const read = ({ label }: ColourParameter) => z.string().regex(/^#[0-9a-fA-F]{6}$/, `「${label}」要写成 #rrggbb`);

export const colour: ValueKind<ColourParameter> = {
  read,
  absent: declaredDefault,
  missing: () => undefined,
  expected: () => '要写成 #rrggbb',
  schema: (parameter) => ({ ...publishedSchema(read(parameter)), default: parameter.default }),
};
