import { z } from 'zod';

/** Suggestions of one call. */
export const GENE_SUGGESTIONS_MAX = 20;

/** A human gene as the register of the server has it. */
const geneSchema = z.object({
  symbol: z.string(),
  /** Full name, English. */
  name: z.string(),
  /** NCBI's word: protein-coding, ncRNA, pseudo, … */
  type: z.string(),
  entrez: z.string(),
  /** Without versions; the first is the one of the reference genome. */
  ensembl: z.array(z.string()),
  /** Chromosome bands, such as 17p13.1. */
  location: z.array(z.string()),
  /** Aliases and previous symbols, which the source does not tell apart. */
  aliases: z.array(z.string()),
});
export type Gene = z.infer<typeof geneSchema>;

/** What of a gene was asked for: `text` in the register's spelling; `exact`: the whole of it. */
const geneMatchSchema = z.object({
  by: z.enum(['symbol', 'alias', 'ensembl', 'entrez', 'name']),
  text: z.string(),
  exact: z.boolean(),
});
export type GeneMatch = z.infer<typeof geneMatchSchema>;

const geneSuggestionSchema = geneSchema.extend({ matched: geneMatchSchema });
export type GeneSuggestion = z.infer<typeof geneSuggestionSchema>;

/** GET /api/genes?q= */
export const geneListSchema = z.object({ results: z.array(geneSuggestionSchema) });
export type GeneList = z.infer<typeof geneListSchema>;

/** A name that several genes have: what oncologists mean by it, and the others. */
const usualNameSchema = z.object({
  /** In capitals, letters and digits alone: KI67. */
  name: z.string(),
  symbol: z.string(),
  meaning: z.string(),
  others: z.array(z.string()),
});
export type UsualName = z.infer<typeof usualNameSchema>;
export const usualNamesSchema = z.object({ results: z.array(usualNameSchema) });
export type UsualNames = z.infer<typeof usualNamesSchema>;

const expressionSchema = z.object({ samples: z.number(), median: z.number() });

/** A gene in the expression matrix of an installed cohort. */
const geneInCohortSchema = z.object({
  code: z.string(),
  /** `TCGA-ACC`. */
  label: z.string(),
  name: z.string(),
  simulated: z.boolean(),
  /** As it stands in this cohort, perhaps an earlier symbol; null: it is not there. */
  symbol: z.string().nullable(),
  unit: z.string(),
  tumour: expressionSchema.nullable(),
  /** Of TCGA; null where the cohort has none. */
  normal: expressionSchema.nullable(),
});
export type GeneInCohort = z.infer<typeof geneInCohortSchema>;

/** GET /api/genes/{name} */
export const geneDetailSchema = geneSuggestionSchema.extend({
  /** Symbols of further genes that have the asked name. */
  namesakes: z.array(z.string()),
  cohorts: z.array(geneInCohortSchema),
});
export type GeneDetail = z.infer<typeof geneDetailSchema>;

/** What the page of a gene opens with. */
export const GENE_FIGURES = ['expression', 'survival'] as const;
export type GeneFigureKind = (typeof GENE_FIGURES)[number];

/** GET /api/genes/{name}/figures/{kind}: a tool's figure of the gene on installed cohorts, or why there is none. */
export const geneFigureSchema = z.object({
  drawn: z
    .object({
      task_type: z.string(),
      /** Of the tool's declaration. */
      figure: z.string(),
      /** Fields of the request that it was drawn for: the tool's form takes them. */
      request: z.record(z.string(), z.unknown()),
      simulated: z.boolean(),
      /** A Chinese sentence where cohorts are not in the figure because their expression is in another unit. */
      apart: z.string().nullable(),
      /** TSV by table. */
      tables: z.record(z.string(), z.string()),
      words: z.record(z.string(), z.string()),
      /** By figure, filled. */
      texts: z.record(z.string(), z.object({ caption: z.string(), alternative: z.string() })),
      values: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  /** A Chinese sentence where nothing can be drawn. */
  none: z.string().nullable(),
});
export type GeneFigure = z.infer<typeof geneFigureSchema>;
