import { z } from 'zod';
import { fileSchema } from './file.ts';

/** GEO's number of a series, as users write it: any case, blanks around it. */
export const seriesNumberSchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^GSE[1-9]\d{0,7}$/, '系列号要写成 GSE4107 这样：GSE 加数字');

/** `series`: the matrix of a platform; `ncbi-counts`: NCBI's own counts of human reads; `counts`, `values`: tables that the authors gave; `other`: what no tool reads. */
const SERIES_FILE_KINDS = ['series', 'ncbi-counts', 'counts', 'values', 'other'] as const;
export type SeriesFileKind = (typeof SERIES_FILE_KINDS)[number];

const seriesFileSchema = z.object({
  name: z.string(),
  kind: z.enum(SERIES_FILE_KINDS),
  /** As it is packed; null: its source does not say. */
  bytes: z.number().nullable(),
  usable: z.boolean(),
  /** Taken unless the user says otherwise. */
  proposed: z.boolean(),
  /** Of a matrix of values. */
  platform: z.string().nullable(),
  /** What it is, what of its columns fits the samples, or why it cannot be used. */
  note: z.string(),
});
export type SeriesFile = z.infer<typeof seriesFileSchema>;

const seriesSchema = z.object({
  accession: z.string(),
  title: z.string(),
  organisms: z.array(z.string()),
  platforms: z.array(z.object({ platform: z.string(), samples: z.number() })),
  samples: z.number(),
  /** How several platforms stand to each other, with what says so, and the one to look at first; null: one platform, or not known. */
  platform_relation: z
    .object({ relation: z.enum(['same-samples', 'other-samples', 'partly', 'lots']), first: z.string(), evidence: z.string() })
    .nullable(),
  files: z.array(seriesFileSchema),
});
export type Series = z.infer<typeof seriesSchema>;

/** GET /api/accessions/{accession}. `looking`: GEO has not answered in full, ask again. */
export const seriesAnswerSchema = z.object({
  success: z.literal(true),
  state: z.enum(['looking', 'found']),
  series: seriesSchema.nullable(),
});
export type SeriesAnswer = z.infer<typeof seriesAnswerSchema>;

/** Files of series that one user has under way at once. */
export const SERIES_FETCHES_MAX = 20;

/** POST /api/accessions/{accession}/fetches: without `files` those that are proposed. */
export const fetchSeriesSchema = z.object({
  files: z
    .array(z.string().min(1).max(300))
    .min(1, '请选择要取的文件')
    .max(SERIES_FETCHES_MAX, `一次最多取 ${SERIES_FETCHES_MAX} 个文件`)
    .optional(),
  directory_id: z.number('文件夹不对，请重新选择').int().positive().max(2_147_483_647, '文件夹不对，请重新选择').nullable().optional(),
});
export type FetchSeries = z.input<typeof fetchSeriesSchema>;

/** A file of a series that is being fetched for a user, or was within the last hour. */
const seriesFetchSchema = z.object({
  id: z.string(),
  accession: z.string(),
  name: z.string(),
  /** `fetching`: from the source; `reading`: it is here, and becomes a file; `done`: `file` is there, null where it was deleted since; `refused`: `detail` says what to do. */
  state: z.enum(['fetching', 'reading', 'done', 'refused']),
  /** Bytes that have come. */
  loaded: z.number(),
  /** All of them; null: the source does not say. */
  bytes: z.number().nullable(),
  /** Without its facts. */
  file: fileSchema.nullable(),
  /** How its columns fit the samples of the series; '' where there is nothing to say. */
  note: z.string(),
  detail: z.string().nullable(),
});
export type SeriesFetch = z.infer<typeof seriesFetchSchema>;

/** GET /api/accession_fetches, and what begins one: the newest first. */
export const seriesFetchesSchema = z.object({ success: z.literal(true), fetches: z.array(seriesFetchSchema) });
export type SeriesFetches = z.infer<typeof seriesFetchesSchema>;
