import type { GeneSetFamily } from '@oncoloom/contract';
import { formatCount } from '../words/format.ts';
import type { Base, InputKind } from './kind.ts';

/**
 * Gene sets of the installed reference that other parameters choose: no field of a request names them. R gets a list of collections,
 * each a named list of genes.
 */
export interface ReferenceSetsParameter extends Base {
  kind: 'reference-sets';
  input: string;
  family: GeneSetFamily;
  /** The parameters whose values name the organism, and the part of the family (`ALL`: each). */
  organism: string;
  subset: string;
}

/** The value of a subset parameter that stands for all of them. */
export const ALL_SUBSETS = 'ALL';

export const referenceSets: InputKind<ReferenceSetsParameter> = {
  // Its own name in a request says nothing: what is taken follows from the other parameters.
  read: () => undefined,
  write: () => [],
  absent: () => ({ from: 'reference' }),
  missing: () => undefined,
  expected: () => '由其他参数决定，不用填',
  schema: () => ({ type: 'null' }),
  check({ name, facts, words }) {
    const sets = facts[name]?.geneSets;
    if (sets !== undefined) {
      words[`${name}_n`] = formatCount(sets.titles.length);
      words[name] = facts[name]?.name;
    }
    return [];
  },
};
