import { z } from 'zod';
import type { Base, Defaulted, ValueKind } from './kind.ts';
import { declaredDefault, numeric } from './reading.ts';

export interface IntegerParameter extends Base, Defaulted<number> {
  kind: 'integer';
  min: number;
  max: number;
  unit?: string;
}

export const integer: ValueKind<IntegerParameter> = {
  read({ min, max, label }) {
    const whole = z.number().int(`「${label}」要填整数`);
    return numeric.pipe(whole.refine((v) => v >= min && v <= max, `「${label}」要在 ${min} 到 ${max} 之间`));
  },
  absent: declaredDefault,
  missing: () => undefined,
  expected: () => '要填整数',
  schema: ({ min, max, default: plain }) => ({ type: 'integer', minimum: min, maximum: max, default: plain }),
};
