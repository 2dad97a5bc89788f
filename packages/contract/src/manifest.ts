import { z } from 'zod';
import { MATRIX_NAMES } from './cohort.ts';
import { matrixFactsSchema } from './file.ts';
import { findingSchema } from './findings.ts';

/** Scale of a column of numbers: how a view writes it, never guessed from its name. */
const COLUMN_TYPES = ['gene', 'text', 'integer', 'number', 'log2', 'p', 'fraction', 'flag'] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** One table that a run wrote. `path` is relative to the job's folder and says no more than the table's own name. */
const manifestTableSchema = z.object({
  id: z.string().regex(/^\w+$/),
  path: z.string().regex(/^tables\/\w+\.tsv$/),
  rows: z.number().int(),
  columns: z.array(z.string()),
  bytes: z.number().int(),
  /** Hex. Guards against damage on the way; ten times as fast as a SHA-256, which the storage computes anyway. */
  crc32: z.string(),
  /** Of a matrix: the form that the engine reads, so that it can be the next tool's input without being parsed. */
  matrix: z
    .object({ path: z.string().regex(/^tables\/\w+\.bin$/), bytes: z.number().int(), crc32: z.string(), facts: matrixFactsSchema })
    .optional(),
});

/** Of a cohort, by matrix: the genes that a run has read, null for all of them. A bundle holds these and not the whole cohort. */
const cohortReadsSchema = z.partialRecord(z.enum(MATRIX_NAMES), z.array(z.string()).nullable());
export type CohortReads = z.infer<typeof cohortReadsSchema>;

/** What the rows of a result with genes are: microarray probes, where nobody gave them their genes. */
const ROW_SUBJECTS = ['gene', 'probe'] as const;
export type RowSubject = (typeof ROW_SUBJECTS)[number];

/** `manifest.json`: written by R when a run succeeds, checked by the worker against the tool's declaration. */
export const manifestSchema = z.object({
  tool: z.string(),
  version: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  inputs: z.array(
    z.object({
      id: z.string(),
      sha256: z.string(),
      rows: z.number(),
      columns: z.number(),
      cohort: z.object({ code: z.string(), reads: cohortReadsSchema }).optional(),
    }),
  ),
  tables: z.array(manifestTableSchema),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  findings: z.array(findingSchema),
  rowSubject: z.enum(ROW_SUBJECTS),
  seed: z.number().int(),
  versions: z.record(z.string(), z.string()),
  /** Seconds inside `analyse`, and inside reading and writing. */
  seconds: z.object({ read: z.number(), analyse: z.number(), write: z.number() }),
});
export type Manifest = z.infer<typeof manifestSchema>;
