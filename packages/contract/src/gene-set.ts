import { z } from 'zod';

/** A collection of gene sets that is installed. */
export const geneSetCollectionSchema = z.object({
  /** Its file's name, by which requests name it. */
  name: z.string(),
  title: z.string(),
  /** Where it is from, and of when; empty where nobody has said so. */
  source: z.string(),
  release: z.string(),
  organism: z.string(),
  sets: z.number(),
  /** Different ones, in all sets together. */
  genes: z.number(),
});
export type GeneSetCollection = z.infer<typeof geneSetCollectionSchema>;

/** GET /api/gene_sets */
export const geneSetCollectionsSchema = z.object({ collections: z.array(geneSetCollectionSchema) });
export type GeneSetCollections = z.infer<typeof geneSetCollectionsSchema>;
