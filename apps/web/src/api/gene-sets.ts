import type { GeneSetCollections } from '@oncoloom/contract';
import { type CallOptions, get } from './client.ts';

/** Collections of gene sets that are installed. */
export function geneSetCollections(options?: CallOptions): Promise<GeneSetCollections> {
  return get('/gene_sets', options);
}
