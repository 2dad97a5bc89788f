import { z } from 'zod';
import type { Base, Defaulted, ValueKind } from './kind.ts';
import { declaredDefault, publishedSchema } from './reading.ts';

export interface TextParameter extends Base, Defaulted<string> {
  kind: 'text';
  maxLength: number;
  /** What a figure in English has in place of the default. */
  english?: string;
  placeholder?: string;
}

const read = ({ label, maxLength }: TextParameter) => z.string().trim().max(maxLength, `「${label}」最多 ${maxLength} 个字`);

export const text: ValueKind<TextParameter> = {
  read,
  absent: declaredDefault,
  missing: () => undefined,
  expected: () => '要填文字',
  schema: (parameter) => ({ ...publishedSchema(read(parameter)), default: parameter.default }),
};
