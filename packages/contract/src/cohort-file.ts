import { z } from 'zod';
import type { Cohort } from './cohort.ts';

/** What can be downloaded of an installed cohort. */
const COHORT_FILE_KINDS = ['expression', 'counts', 'clinical', 'survival'] as const;
export type CohortFileKind = (typeof COHORT_FILE_KINDS)[number];

export const COHORT_FILE_FORMATS = ['tsv.gz', 'xlsx'] as const;
export type CohortFileFormat = (typeof COHORT_FILE_FORMATS)[number];

/** GET /api/download/tumor_data, and POST /api/create_tumor_data_download_token for a link to it. */
export const cohortFileRequestSchema = z.object({
  /** `TCGA-ACC`, `ACC` and `acc` are the same. */
  dataset: z.string('请选择队列').trim().min(1, '请选择队列').max(40, '没有这个队列'),
  kind: z.enum(COHORT_FILE_KINDS, '文件只有表达量、计数、临床和生存四种'),
  /** 1: Toil's recomputation of tumours and GTEx normals in place of TCGA's own expression. */
  with_gtex: z
    .union([z.literal(0), z.literal(1), z.literal('0'), z.literal('1')], 'with_gtex 只能是 0 或 1')
    .transform(Number)
    .default(0),
  format: z.enum(COHORT_FILE_FORMATS, '格式只有 tsv.gz 和 xlsx').default('tsv.gz'),
});
export type CohortFileRequest = z.input<typeof cohortFileRequestSchema>;

/** The link opens that file only, for DOWNLOAD_TOKEN_MINUTES. */
export const cohortFileTokenSchema = z.object({
  success: z.literal(true),
  download_url: z.string(),
  filename: z.string(),
  points_consumed: z.number(),
  remaining_points: z.number(),
  detail: z.string(),
});
export type CohortFileToken = z.infer<typeof cohortFileTokenSchema>;

export interface CohortFileShape {
  rows: number;
  columns: number;
}

/** How large a file is, by what the cohort holds; undefined: it has none. Patients are those with a survival sample. */
export function cohortFileShape(
  { matrices, clinical, survival }: Pick<Cohort, 'matrices' | 'clinical' | 'survival'>,
  kind: CohortFileKind,
  withGtex: boolean,
): CohortFileShape | undefined {
  if (kind === 'expression' || kind === 'counts') {
    const matrix = withGtex ? (kind === 'expression' ? matrices.gtex : undefined) : matrices[kind];
    return matrix === undefined ? undefined : { rows: matrix.genes, columns: matrix.samples };
  }
  if (withGtex) return undefined;
  const columns = kind === 'clinical' ? Object.keys(clinical).length : 2 * Object.keys(survival).length;
  const known =
    kind === 'clinical' ? Object.values(clinical).map((column) => column.known) : Object.values(survival).map(({ patients }) => patients);
  return columns === 0 ? undefined : { rows: Math.max(...known), columns };
}

/** Excel takes minutes and gigabytes to open more than this. */
const WORKBOOK_CELLS_MAX = 6_000_000;
const WORKBOOK_COLUMNS_MAX = 16_000;

/** Whether Excel could open a file of this shape. */
export const fitsWorkbook = ({ rows, columns }: CohortFileShape): boolean =>
  rows * columns <= WORKBOOK_CELLS_MAX && columns <= WORKBOOK_COLUMNS_MAX;
