import type { Base, Defaulted, ValueKind } from './kind.ts';
import { declaredDefault, flag as flagOrDigit, publishedSchema } from './reading.ts';

export interface FlagParameter extends Base, Defaulted<boolean> {
  kind: 'flag';
}

export const flag: ValueKind<FlagParameter> = {
  read: () => flagOrDigit,
  absent: declaredDefault,
  missing: () => undefined,
  expected: () => '要填是或否',
  schema: (parameter) => ({ ...publishedSchema(flagOrDigit), default: parameter.default }),
};
