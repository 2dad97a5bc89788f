import { z } from 'zod';
import type { Base, ValueKind } from './kind.ts';
import { splitWords } from './separators.ts';

/** Colours of the things that are drawn, in their order; those without one take the palette's. Array, or one text. */
export interface ColoursParameter extends Base {
  kind: 'colours';
  max: number;
}

export const colours: ValueKind<ColoursParameter> = {
  listed: true,
  read: ({ label, max }) =>
    z
      .union([z.array(z.string()), z.string().transform(splitWords)])
      .refine((given) => given.every((one) => /^#[0-9a-fA-F]{6}$/.test(one)), `「${label}」要写成 #rrggbb，用逗号隔开`)
      .refine((given) => given.length <= max, `「${label}」最多 ${max} 个`),
  absent: () => [],
  missing: () => undefined,
  expected: () => '要写成 #rrggbb',
  schema: ({ max }) => ({ type: 'array', items: { type: 'string' }, maxItems: max }),
};
