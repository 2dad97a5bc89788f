import type { Base, Defaulted, ValueKind } from './kind.ts';
import { declaredDefault, flag as flagOrDigit, publishedSchema } from './reading.ts';

export interface FlagParameter extends Base, Defaulted<boolean> {
  kind: 'flag';
  /** The form shows both answers, called so, each with the figure that the example then has. */
  pictured?: { off: string; on: string };
}

export const flag: ValueKind<FlagParameter> = {
  read: () => flagOrDigit,
  absent: declaredDefault,
  missing: () => undefined,
  expected: () => '要填是或否',
  schema: (parameter) => ({ ...publishedSchema(flagOrDigit), default: parameter.default }),
};
