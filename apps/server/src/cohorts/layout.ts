/**
 * The files of a release of a cohort. Matrices are flat, all samples of a gene in a row, so that one gene is read without the rest. The engine reads the
 * same files in `engine/R/cohorts/cohorts.R`.
 */
import { cohortClinicalSchema, cohortMatricesSchema, cohortSurvivalSchema, MATRIX_NAMES, type MatrixName } from '@oncoloom/contract';
import { z } from 'zod';
import type { ReleaseFiles } from '../releases/service.ts';

export const DESCRIPTION_FILE = 'cohort.json';
/** What is being made, and what was downloaded for it. */
export const STAGING_FOLDER = '.staging';
export const DOWNLOADS_FOLDER = '.downloads';
/** Files for users, made of releases when they are asked for. */
export const MADE_FOLDER = '.made';

/** All files of a release. */
export type Checksums = ReleaseFiles;

/** What the maker of a release says of it; the rest of its description follows from its tables. */
export const aboutSchema = z.object({
  /** Lower case, as in requests. */
  code: z.string().regex(/^[a-z0-9]{2,12}$/),
  /** `TCGA-ACC`. */
  label: z.string(),
  /** The tumour in Chinese and in English. */
  name: z.string(),
  english: z.string(),
  /** A sentence in Chinese for papers. */
  source: z.string(),
  source_url: z.string().nullable(),
  release: z.string(),
  simulated: z.boolean(),
  /** It came with the program: whatever an operator installs takes its place. */
  embedded: z.boolean().optional(),
  /** Chinese sentences: what was left out, rounded, chosen. */
  notes: z.array(z.string()),
  units: z.partialRecord(z.enum(MATRIX_NAMES), z.string()),
  /** Cells of the counts that were no whole numbers. */
  rounded: z.number().optional(),
});
export type CohortAbout = z.infer<typeof aboutSchema>;

export const descriptionSchema = aboutSchema.omit({ units: true }).extend({
  installed_at: z.string(),
  matrices: cohortMatricesSchema,
  clinical: cohortClinicalSchema,
  survival: cohortSurvivalSchema,
  /** The file with what was planted in a simulated cohort. */
  truth: z.string().optional(),
});
/** What `cohort.json` holds. */
export type CohortDescription = z.infer<typeof descriptionSchema>;

export interface MatrixFiles {
  values: string;
  genes: string;
  samples: string;
}

/** The three files of a matrix. */
export const matrixFiles = (name: MatrixName): MatrixFiles => ({
  values: `${name}.${name === 'counts' ? 'i32' : 'f32'}`,
  genes: `${name}.genes.tsv`,
  samples: `${name}.samples.tsv`,
});

/** Bytes of one value, of every matrix. */
export const VALUE_BYTES = 4;

/** Columns that each table begins with; others may follow. */
export const TABLE_COLUMNS = {
  samples: ['sample', 'patient', 'type', 'code', 'tissue', 'survival', 'paired'],
  clinical: ['patient'],
  survival: ['patient'],
  truth: ['gene'],
} as const satisfies Record<string, readonly string[]>;
export type TableName = keyof typeof TABLE_COLUMNS;

export const tableFile = (name: TableName): string => `${name}.tsv`;
