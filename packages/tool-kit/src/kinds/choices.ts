import { z } from 'zod';
import type { Base, ValueKind } from './kind.ts';
import { splitWords } from './separators.ts';

/** Any of the options; none means all that there are. */
export interface ChoicesParameter extends Base {
  kind: 'choices';
  options: readonly { value: string; label: string }[];
}

export const choices: ValueKind<ChoicesParameter> = {
  read(parameter) {
    const known = z.array(z.enum(parameter.options.map(({ value }) => value) as [string, ...string[]]));
    return z.union([z.string().transform(splitWords), z.array(z.union([z.string(), z.number().transform(String)]))]).pipe(
      z
        .array(z.string())
        .transform((given) => [...new Set(given.filter((value) => value !== ''))])
        .pipe(known),
    );
  },
  absent: () => [],
  missing: () => undefined,
  expected: ({ options }) => `只能是：${options.map(({ label }) => label).join('、')}`,
  schema: ({ options }) => ({ type: 'array', items: { type: 'string', enum: options.map(({ value }) => value) } }),
};
