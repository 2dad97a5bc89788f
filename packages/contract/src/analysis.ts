import { z } from 'zod';
import { figureLooksSchema } from './figure-theme.ts';
import { matrixFactsSchema } from './file.ts';
import { findingSchema } from './findings.ts';
import { STATUS_GROUPS, TASK_STATUSES } from './tasks.ts';

/** One row of a list of analyses. Both spellings of the specification are present with the same value. */
const analysisRowSchema = z.object({
  id: z.number(),
  task_type: z.string(),
  family: z.string(),
  task_name: z.string(),
  name: z.string(),
  /** The name without what says the tool alone. */
  short_name: z.string(),
  /** What it is about: the cohort or the file that its numbers come from; null where there is none. */
  data_set: z.string().nullable(),
  /** By its user. */
  starred: z.boolean(),
  /** The project that it is in; null where it is in none. */
  project_id: z.number().nullable(),
  status: z.enum(TASK_STATUSES),
  progress: z.number(),
  step: z.string().nullable(),
  queue_position: z.number().nullable(),
  /** Short facts for the list: headline in words, nothing large. */
  result: z.unknown(),
  output: z.unknown(),
  /** The number of the last early table of a running task; 0 while there is none. */
  early: z.number(),
  error_msg: z.string().nullable(),
  error_message: z.string().nullable(),
  error_code: z.string().nullable(),
  points: z.number(),
  example: z.boolean(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished: z.string().nullable(),
  updated_at: z.string(),
  modified: z.string(),
});
export type AnalysisRow = z.infer<typeof analysisRowSchema>;

const analysisListSchema = z.object({
  results: z.array(analysisRowSchema),
  count: z.number(),
  page: z.number(),
  page_size: z.number(),
  current_page: z.number(),
});
export type AnalysisList = z.infer<typeof analysisListSchema>;

/** What stands together in a list, instead of the newest first. */
export const LIST_ORDERS = ['data_set', 'tool'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** How many analyses there are of each kind that a list can be narrowed to; each kind is counted as far as the other choices go. */
const analysisCountsSchema = z.object({
  statuses: z.record(z.enum(STATUS_GROUPS), z.number()),
  starred: z.number(),
  /** The ones with the newest analysis first. */
  tools: z.array(z.object({ task_type: z.string(), family: z.string(), count: z.number() })),
  data_sets: z.array(z.object({ data_set: z.string().nullable(), count: z.number() })),
});
export type AnalysisCounts = z.infer<typeof analysisCountsSchema>;

/** A file of a result that can be fetched: `/api/analysis/{id}/files/{file_key}/{filename}`. */
const resultFileSchema = z.object({
  file_key: z.string(),
  filename: z.string(),
  kind: z.enum(['table', 'figure', 'document']),
  title: z.string(),
  media_type: z.string(),
  /** Bytes; null while it has not been drawn. */
  size: z.number().nullable(),
});
export type ResultFile = z.infer<typeof resultFileSchema>;

/** What a paper prints below a figure. */
const figureLegendSchema = z.object({ zh: z.string(), en: z.string() });
export type FigureLegend = z.infer<typeof figureLegendSchema>;

/** One check of whether a result stands: what it asks, and what it found, which is null until it was made. */
export const robustnessSchema = z.object({
  check: z.string(),
  title: z.string(),
  asks: z.string(),
  finding: findingSchema.nullable(),
  /** From 0 to 1 while it waits or runs, else null. */
  progress: z.number().nullable(),
  /** Why the last try found nothing. */
  problem: z.string().nullable(),
  /** What the methods of a paper may say of it, for who wants to; null where there is nothing to say. */
  methods: z.object({ zh: z.string(), en: z.string() }).nullable(),
});
export type Robustness = z.infer<typeof robustnessSchema>;

/** Where in a text a value of the run stands: from and up to which character. */
const placeSchema = z.object({
  /** Of its source; null: the number is part of the tool's own sentence. */
  name: z.string().nullable(),
  start: z.number(),
  end: z.number(),
});
const placesSchema = z.array(placeSchema);

/** Where a value in a sentence comes from. */
const valueSourceSchema = z.discriminatedUnion('kind', [
  /** Of the form, with its label there. */
  z.object({ kind: z.literal('parameter'), label: z.string() }),
  z.object({ kind: z.literal('version'), package: z.string() }),
  /** What was put in; `of`: the number of its rows or columns, null: its name. */
  z.object({ kind: z.literal('input'), label: z.string(), file: z.string(), of: z.enum(['rows', 'columns']).nullable() }),
  /** A cell, or a count of rows, of a stored table; where exactly is declared with the fact, in the tool's declaration. */
  z.object({ kind: z.literal('table'), label: z.string(), table: z.string() }),
  /** Counted by the run itself: what. */
  z.object({ kind: z.literal('computed'), label: z.string() }),
]);
export type ValueSource = z.infer<typeof valueSourceSchema>;

export const analysisResultSchema = z.object({
  /** Inline marks: *gene*, **strong**, [up:…], [down:…]; a backslash before a character that is none. */
  summary: z.string(),
  headline: z.string(),
  detail: z.string(),
  /** Where values stand in these texts and in the methods, and, by their names, where each comes from. */
  places: z.object({
    summary: placesSchema,
    headline: placesSchema,
    detail: placesSchema,
    methods: z.object({ zh: placesSchema, en: placesSchema }),
  }),
  sources: z.record(z.string(), valueSourceSchema),
  /** Parameters and formatted facts, for captions and figures. */
  words: z.record(z.string(), z.string()),
  /** Caption and text alternative of each figure. */
  captions: z.record(z.string(), z.string()),
  alternatives: z.record(z.string(), z.string()),
  /** Of each figure: what is drawn, n, test, exact P and correction, for a paper. */
  legends: z.record(z.string(), figureLegendSchema),
  /** Lines below each figure in its files, as that its data are simulated. */
  notices: z.record(z.string(), z.array(figureLegendSchema)),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  tables: z.array(
    z.object({
      id: z.string(),
      file_key: z.string(),
      filename: z.string(),
      rows: z.number(),
      columns: z.array(z.string()),
      /** What is known of a matrix; null for any other table. */
      matrix: matrixFactsSchema.nullable(),
    }),
  ),
  /** Looks that its figures have where they have none of their own. */
  looks: figureLooksSchema,
  /** Style of each figure, complete: the tool's defaults, the run's colours, the looks, the saved edits. */
  styles: z.record(z.string(), z.record(z.string(), z.unknown())),
  files: z.array(resultFileSchema),
  findings: z.array(findingSchema),
  /** Checks of whether it stands, in their order; `finding` is null until one has been made. */
  robustness: z.array(robustnessSchema),
  methods: z.object({ zh: z.string(), en: z.string() }),
  citations: z.array(z.string()),
  versions: z.record(z.string(), z.string()),
  seed: z.number(),
  /** Seconds inside reading, `analyse` and writing. */
  seconds: z.object({ read: z.number(), analyse: z.number(), write: z.number() }),
});
export type AnalysisResult = z.infer<typeof analysisResultSchema>;

/** A table that is known before its run ends, its first rows at most: `/api/analysis/{id}/early/{table}`. */
const earlyTableSchema = z.object({
  id: z.string(),
  rows: z.number(),
  /** Rows of the whole table. */
  total: z.number(),
  columns: z.array(z.string()),
  /** A later one of the same table has a higher number. */
  told: z.number(),
});
export type EarlyTable = z.infer<typeof earlyTableSchema>;

export const analysisSchema = analysisRowSchema.extend({
  parameters: z.record(z.string(), z.unknown()),
  inputs: z.array(
    z.object({
      field: z.string(),
      name: z.string(),
      sha256: z.string(),
      rows: z.number().nullable(),
      columns: z.number().nullable(),
    }),
  ),
  steps: z.array(z.object({ name: z.string(), at: z.string(), seconds: z.number().nullable() })),
  tool_version: z.string(),
  /** While it runs. */
  early_tables: z.array(earlyTableSchema),
  result: analysisResultSchema.nullable(),
  output: analysisResultSchema.nullable(),
});
export type Analysis = z.infer<typeof analysisSchema>;

const createdAnalysisSchema = z.object({
  analysis_id: z.number(),
  id: z.number(),
  status: z.enum(TASK_STATUSES),
  points_consumed: z.number(),
  remaining_points: z.number(),
  /** Fields of the request that belong to other tools and were left out. */
  notes: z.array(findingSchema),
});
export type CreatedAnalysis = z.infer<typeof createdAnalysisSchema>;

const estimateSchema = z.object({
  points: z.number(),
  remaining_points: z.number(),
  seconds: z.number(),
  queue: z.number(),
  findings: z.array(findingSchema),
  /** One sentence: what would be done. */
  plan: z.string(),
  /** What it would be called without a name of the user's. */
  task_name: z.string(),
});
export type Estimate = z.infer<typeof estimateSchema>;

const logLineSchema = z.object({ time: z.string(), level: z.enum(['info', 'warning', 'error']), text: z.string() });
export type LogLine = z.infer<typeof logLineSchema>;

/** What a tool finds in its built-in example, for pages that show what there is; its figure has an address of its own. */
export const exampleFigureSchema = z.object({
  /** What the example's data are. */
  about: z.string(),
  headline: z.string(),
});
export type ExampleFigure = z.infer<typeof exampleFigureSchema>;
