import { z } from 'zod';
import type { Base, Defaulted, ValueKind } from './kind.ts';
import { declaredDefault, flag, publishedSchema } from './reading.ts';

export interface ChoiceParameter extends Base, Defaulted<string> {
  kind: 'choice';
  /**
   * `name`: what an analysis is called by, where the label says more. `idle`: the tool then leaves the numbers as they are; it is not offered
   * for data of which only this can be chosen.
   */
  options: readonly { value: string; label: string; name?: string; help?: string; idle?: true }[];
  /** The next form begins with the user's last choice, in the same browser; a request without the field gets the default all the same. */
  remembered?: true;
  /** The form shows each option with the figure that the example then has. */
  pictured?: true;
}

function read(parameter: ChoiceParameter) {
  const options = parameter.options.map((option) => option.value);
  const known = z.enum(options as [string, ...string[]]);
  // A flag with a third answer, such as auto, is also written as a flag.
  if (!options.includes('yes') || !options.includes('no')) return known;
  return z.union([known, flag.transform((on) => (on ? 'yes' : 'no'))]).pipe(known);
}

export const choice: ValueKind<ChoiceParameter> = {
  read,
  absent: declaredDefault,
  missing: () => undefined,
  expected: ({ options }) => `只能是：${options.map(({ label }) => label).join('、')}`,
  schema: (parameter) => ({ ...publishedSchema(read(parameter)), default: parameter.default }),
};
