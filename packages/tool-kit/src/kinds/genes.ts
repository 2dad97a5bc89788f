import { z } from 'zod';
import type { Capability } from '../handover/capabilities.ts';
import { recognisedFindings } from '../inputs/recognised-genes.ts';
import type { Base, ValueKind } from './kind.ts';
import { pleaseFill } from './reading.ts';
import { splitWords } from './separators.ts';

/** A list of genes: array, or one text split at white space, commas, semicolons and Chinese punctuation. */
export interface GenesParameter extends Base {
  kind: 'genes';
  /** What of an earlier result fills the list in the form; a request names the genes. */
  accepts?: readonly Capability[];
  max: number;
  optional?: boolean;
}

/** The genes of a list or of one text, as often as they stand there; trims. */
export function splitRepeated(value: string | readonly unknown[]): string[] {
  const parts = typeof value === 'string' ? splitWords(value) : value.filter((v): v is string => typeof v === 'string');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The genes of a list or of one text; trims; folds duplicates. */
export function splitGenes(value: string | readonly unknown[]): string[] {
  return [...new Set(splitRepeated(value))];
}

const written = z.union([z.string().max(1_000_000), z.array(z.unknown()).max(200_000)]);
/** A list of genes as requests write it. */
export const writtenGenes = written.transform(splitGenes);
/** The same, of which repeats are counted later. */
export const repeatedGenes = written.transform(splitRepeated);

export const genes: ValueKind<GenesParameter> = {
  listed: true,
  read: ({ label, max, optional }) =>
    writtenGenes
      .refine((list) => optional === true || list.length > 0, `请填写「${label}」`)
      .refine((list) => list.length <= max, `「${label}」最多 ${max} 个`),
  absent: () => [],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseFill(parameter)),
  expected: () => '要填基因名',
  schema: ({ max }) => ({ type: 'array', items: { type: 'string' }, maxItems: max }),
  check({ name, parameter: { label }, facts }) {
    const recognised = facts[name]?.recognised;
    if (recognised === undefined) return [];
    // Rows of a table may be called anything.
    const ofMatrix = Object.values(facts).some(({ matrix }) => matrix !== undefined);
    return recognisedFindings(name, label, recognised, { level: ofMatrix ? 'should' : 'note' });
  },
};
