import type {
  CohortReads,
  ColumnType,
  FigureLook,
  FigureThemes,
  Finding,
  GeneSetCollection,
  MatrixFacts,
  RowSubject,
} from '@oncoloom/contract';
import type { InputValue, RobustnessCheck, Value } from '@oncoloom/tool-kit';
import { getTableColumns, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { shareColumns } from '../platform/share-links.ts';
import { geneReports, projectReruns, projects } from '../projects/tables.ts';
import type { StoredBlob } from '../storage/storage.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** An input as the run used it. Blobs are kept by checksum, so deleting the file later does not change the analysis. */
export interface UsedInput {
  /** Request field, and the name under which R finds it. */
  field: string;
  input: string;
  type: 'matrix' | 'table' | 'cohort' | 'genes' | 'ranking' | 'gene-sets' | 'signature';
  name: string;
  /** Of the original bytes. */
  sha256: string;
  /** What R reads: the parsed form of a file, pasted rows as JSON, or a result's table as TSV; of a cohort the checksum alone, its files lie in its folder. */
  blob: string;
  format: 'bin' | 'json' | 'tsv' | 'gmt' | 'folder';
  /** Of `blob`, where it is kept for its user's sake. */
  bytes?: number | undefined;
  rows: number | null;
  columns: number | null;
  /** Declared types of the columns, where the input is a table of an earlier analysis: R need not guess them. */
  types?: Record<string, ColumnType>;
  /** The release of a public cohort. `folder`: its name beside the cohort's others. `several`: one of a list. */
  cohort?: { code: string; release: string; folder: string; simulated: boolean; several: boolean };
  /** What is known of an installed collection of gene sets: R names it in the result. */
  collection?: Pick<GeneSetCollection, 'title' | 'release' | 'date' | 'organism' | 'family' | 'subset'>;
  /** Rows of one name were merged when the file was read: in the file's words, and whether they were added up or the highest mean stayed. */
  merged?: { message: string; added: boolean };
  /** Its place among several matrices or collections of one field, from 1. */
  place?: number;
  /** It is the result of an analysis on a simulated cohort. */
  simulated?: true;
  /** The request's own value, to fill the form again; of several matrices, of this one. */
  request: Exclude<InputValue, { from: 'files' }>;
}

/** What a finished run left behind. */
export interface StoredResult {
  facts: Record<string, string | number | boolean | null>;
  tables: {
    id: string;
    sha256: string;
    bytes: number;
    rows: number;
    columns: string[];
    /** Of a matrix: the blob that the engine reads, its size, and what is known of it. */
    matrix?: { blob: string; bytes?: number; facts: MatrixFacts };
  }[];
  findings: Finding[];
  /** What checks of whether it stands have found, by their codes. */
  robustness?: Partial<Record<RobustnessCheck, Finding>>;
  /** What the rows are; results from before it was told have genes. */
  rowSubject?: RowSubject;
  seed: number;
  versions: Record<string, string>;
  seconds: { read: number; analyse: number; write: number };
  /** What was read of each cohort, by its code: the genes of each matrix, null for all. */
  cohortReads?: Record<string, CohortReads>;
}

/** A table that a run has told before its end. */
export interface EarlyTable {
  id: string;
  sha256: string;
  bytes: number;
  rows: number;
  /** Rows of the whole table, of which the first were told. */
  total: number;
  columns: string[];
  /** Its number among all that this run has told: a later one of the same id has a higher one. */
  told: number;
}

export interface Step {
  name: string;
  at: string;
}

export const analyses = pgTable(
  'analyses',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    taskType: text('task_type').notNull(),
    /** The other name of the type, where its client asked by that: messages of the live channel are routed by the name in them. */
    askedType: text('asked_type'),
    toolVersion: text('tool_version').notNull(),
    family: text('family').notNull(),
    name: text('name').notNull(),
    /** What it is about, in words: the cohort or the user's file that its numbers come from; null where there is none. */
    dataSet: text('data_set'),
    /** By its user. */
    starred: boolean('starred').notNull().default(false),
    projectId: integer('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** The analysis in whose place it was run again. */
    replaces: integer('replaces').references((): AnyPgColumn => analyses.id, { onDelete: 'set null' }),
    /** The re-run of a project's steps that it is one of: others wait for its end. */
    rerunId: integer('rerun_id').references(() => projectReruns.id, { onDelete: 'set null' }),
    /** The gene's report that it is one of: others may wait for its end. */
    reportId: integer('report_id').references(() => geneReports.id, { onDelete: 'set null' }),
    status: text('status', { enum: ['pending', 'running', 'completed', 'failed'] }).notNull(),
    progress: real('progress').notNull().default(0),
    steps: jsonb('steps').$type<Step[]>().notNull().default([]),
    values: jsonb('values').$type<Record<string, Value>>().notNull(),
    inputs: jsonb('inputs').$type<UsedInput[]>().notNull(),
    /** Contents that are kept for these inputs, for the space of their user: `inputs` may hold megabytes of pasted rows. */
    inputContents: jsonb('input_contents').$type<StoredBlob[]>().notNull().default([]),
    /** What was set for single figures. */
    styles: jsonb('styles').$type<Record<string, Record<string, Value>>>().notNull().default({}),
    /** What was set for all its figures; what was set for one of them is stronger. */
    look: jsonb('look').$type<FigureLook>().notNull().default({}),
    /** What the form warned of when it was sent; it stands with the result, too, and with what is saved of it. */
    warned: jsonb('warned').$type<Finding[]>().notNull().default([]),
    points: integer('points').notNull(),
    example: boolean('example').notNull(),
    /** Of an example: the id of the published figure that it draws anew; null for the tool's own one. */
    published: text('published'),
    /** Checksum of tool version, values, seed and inputs: equal ones compute the same. */
    fingerprint: text('fingerprint'),
    /** What its run takes, MiB. */
    memoryMiB: integer('memory_mib').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    queueJob: text('queue_job'),
    /** The worker that runs it: the number of the advisory lock that worker holds while it lives. */
    worker: integer('worker'),
    /** Of a running analysis, in the order in which they were told; none of another. */
    early: jsonb('early').$type<EarlyTable[]>().notNull().default([]),
    result: jsonb('result').$type<StoredResult>(),
    headline: text('headline'),
    errorCode: text('error_code'),
    errorField: text('error_field'),
    errorMessage: text('error_message'),
    createdAt: time('created_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('analyses_list').on(table.userId, table.taskType, table.id),
    index('analyses_status').on(table.status, table.id),
    index('analyses_fingerprint').on(table.userId, table.fingerprint),
    index('analyses_project').on(table.projectId).where(sql`${table.projectId} IS NOT NULL`),
    index('analyses_replaces').on(table.replaces).where(sql`${table.replaces} IS NOT NULL`),
    index('analyses_rerun').on(table.rerunId).where(sql`${table.rerunId} IS NOT NULL`),
    index('analyses_report').on(table.reportId).where(sql`${table.reportId} IS NOT NULL`),
  ],
);

export const analysisLogs = pgTable(
  'analysis_logs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id, { onDelete: 'cascade' }),
    time: time('time').notNull().defaultNow(),
    level: text('level', { enum: ['info', 'warning', 'error'] }).notNull(),
    text: text('text').notNull(),
  },
  (table) => [index('analysis_logs_analysis').on(table.analysisId, table.id)],
);

/** How long runs took, to tell the next user: of whom and of what data they were is not kept. */
export const runDurations = pgTable(
  'run_durations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    taskType: text('task_type').notNull(),
    toolVersion: text('tool_version').notNull(),
    /** Seconds that the declaration expects of these values and sizes. */
    expected: real('expected').notNull(),
    /** Seconds that it took. */
    seconds: real('seconds').notNull(),
  },
  (table) => [index('run_durations_tool').on(table.taskType, table.toolVersion, table.id)],
);

/** Files drawn on first request. `key` covers data, style, format and tool version: it is the ETag too. */
export const renderings = pgTable(
  'renderings',
  {
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    sha256: text('sha256').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.key] })],
);

/** Styles that were drawn without being saved, so that a file key of `/api/replot_analysis` can be fetched. */
export const styleVariants = pgTable(
  'style_variants',
  {
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    figure: text('figure').notNull(),
    style: jsonb('style').$type<Record<string, Value>>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.hash] })],
);

/** Looks of figures that users keep under names, and the one of all their figures. */
export const figureThemes = pgTable('figure_themes', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  themes: jsonb('themes').$type<FigureThemes['themes']>().notNull(),
  /** Of all figures of the user that have no look of their own. */
  look: jsonb('look').$type<FigureLook>().notNull().default({}),
  changedAt: time('changed_at').notNull(),
});

/** Links to results for readers without an account. Only their hash is kept; they go with their analysis, and so with its user. */
export const analysisShares = pgTable(
  'analysis_shares',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    analysisId: integer('analysis_id')
      .notNull()
      .references(() => analyses.id, { onDelete: 'cascade' }),
    ...shareColumns(),
  },
  (table) => [uniqueIndex('analysis_shares_hash').on(table.hash), index('analysis_shares_analysis').on(table.analysisId)],
);
export type ShareRecord = typeof analysisShares.$inferSelect;

/** A row with the look that its user has for all figures: whoever shows or draws one needs both. */
export const analysisRecord = {
  ...getTableColumns(analyses),
  userLook: sql<FigureLook>`coalesce((SELECT t.look FROM ${figureThemes} t WHERE t.user_id = ${analyses}.user_id), '{}'::jsonb)`.mapWith(
    figureThemes.look,
  ),
};
export type AnalysisRecord = typeof analyses.$inferSelect & { userLook: FigureLook };
