import { z } from 'zod';
import type { Base, ValueKind } from './kind.ts';
import { pleaseFill } from './reading.ts';

/** One gene, by any of its names. */
export interface GeneParameter extends Base {
  kind: 'gene';
  placeholder?: string;
}

const NAME_MAX = 40;

export const gene: ValueKind<GeneParameter> = {
  read: ({ label }) =>
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9][\w.@-]{0,39}$/, `「${label}」要填一个基因，例如 TP53`),
  absent: () => '',
  missing: pleaseFill,
  expected: () => '要填一个基因，例如 TP53',
  schema: () => ({ type: 'string', maxLength: NAME_MAX }),
};
