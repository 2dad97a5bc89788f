import { z } from 'zod';
import type { Base, Defaulted, ValueKind } from './kind.ts';
import { declaredDefault, numeric } from './reading.ts';

export interface NumberParameter extends Base, Defaulted<number> {
  kind: 'number';
  min: number;
  max: number;
  /** The minimum itself is not allowed. */
  exclusiveMin?: boolean;
  step?: number;
  unit?: string;
  /** Of figures: 0 stands for what the figure finds by itself. */
  found?: true;
}

export const number: ValueKind<NumberParameter> = {
  read({ min, max, label, exclusiveMin }) {
    const exclusive = exclusiveMin === true;
    return numeric.pipe(
      z
        .number()
        .refine(
          (v) => (exclusive ? v > min : v >= min) && v <= max,
          exclusive ? `「${label}」要大于 ${min}，不超过 ${max}` : `「${label}」要在 ${min} 到 ${max} 之间`,
        ),
    );
  },
  absent: declaredDefault,
  missing: () => undefined,
  expected: () => '要填数字',
  schema: (parameter) => ({
    type: 'number',
    [parameter.exclusiveMin === true ? 'exclusiveMinimum' : 'minimum']: parameter.min,
    maximum: parameter.max,
    default: parameter.default,
  }),
};
