import { z } from 'zod';

/** Where sets of genes are from: which of them a tool offers follows from it. */
export const GENE_SET_FAMILIES = ['go', 'kegg', 'reactome', 'wikipathways', 'hallmark', 'other'] as const;
export type GeneSetFamily = (typeof GENE_SET_FAMILIES)[number];

export const GENE_SET_FAMILY_TITLES: Readonly<Record<GeneSetFamily, string>> = {
  go: 'GO',
  kegg: 'KEGG',
  reactome: 'Reactome',
  wikipathways: 'WikiPathways',
  hallmark: 'Hallmark 标志基因集',
  other: '其他',
};

/** Species as KEGG calls them. */
export const ORGANISMS = ['hsa', 'mmu'] as const;
export type Organism = (typeof ORGANISMS)[number];
export const ORGANISM_TITLES: Readonly<Record<Organism, string>> = { hsa: '人', mmu: '小鼠' };

/** A collection of gene sets that is installed. */
export const geneSetCollectionSchema = z.object({
  /** Its file's name, by which requests name it. */
  name: z.string(),
  title: z.string(),
  /** Where it is from, and of when; empty where nobody has said so. */
  source: z.string(),
  release: z.string(),
  /** Of the release, as its source writes it; empty where nobody has said so. */
  date: z.string(),
  licence: z.string(),
  organism: z.enum(ORGANISMS),
  family: z.enum(GENE_SET_FAMILIES),
  /** Part of a family that is divided, such as BP of GO; else empty. */
  subset: z.string(),
  sets: z.number(),
  /** Different ones, in all sets together. */
  genes: z.number(),
  /** What is wrong in its file, in sentences; what can be read is offered all the same. */
  problems: z.array(z.string()),
});
export type GeneSetCollection = z.infer<typeof geneSetCollectionSchema>;

/** A collection that the operator can install; `/status` has the command. */
const availableGeneSetsSchema = z.object({
  /** By which the command names it. */
  name: z.string(),
  title: z.string(),
  release: z.string(),
  date: z.string(),
  organism: z.enum(ORGANISMS),
  family: z.enum(GENE_SET_FAMILIES),
  subset: z.string(),
});
export type AvailableGeneSets = z.infer<typeof availableGeneSetsSchema>;

/** GET /api/gene_sets */
export const geneSetCollectionsSchema = z.object({
  /** Of each family and organism those come first that are taken where nobody chooses. */
  collections: z.array(geneSetCollectionSchema),
  /** Not installed in any release. */
  available: z.array(availableGeneSetsSchema),
  /** Files without a set that can be read. */
  unreadable: z.array(geneSetCollectionSchema.pick({ name: true, problems: true })),
});
export type GeneSetCollections = z.infer<typeof geneSetCollectionsSchema>;
