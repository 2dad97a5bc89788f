import type { GeneReport, GeneReportPart } from '@oncoloom/contract';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import type { Transaction } from '../platform/postgres/database.ts';
import { shareColumns } from '../platform/share-links.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

/** What belongs to one question. Analyses, files and boards name the one that they are in; they stay when it is deleted. */
export const projects = pgTable(
  'projects',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    notes: text('notes').notNull().default(''),
    /** Null: it is open. Nothing new is made in an archived one. */
    archivedAt: time('archived_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** When it was changed, or something was put into it. */
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('projects_list').on(table.userId, table.id)],
);

/** One analysis that is to be run again, the new one once it was submitted, or why it was not. */
export interface RerunStep {
  old: number;
  new: number | null;
  problem: string | null;
}

/** Steps of a project that are run again, each after those that it takes its inputs from. */
export const projectReruns = pgTable(
  'project_reruns',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Each after those that it follows. */
    steps: jsonb('steps').$type<RerunStep[]>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Null while steps wait for others. */
    endedAt: time('ended_at'),
  },
  (table) => [index('project_reruns_project').on(table.projectId, table.id), index('project_reruns_user').on(table.userId)],
);

/** One analysis of a gene's report. */
export interface GeneReportStep {
  part: GeneReportPart;
  taskType: string;
  /** Of a part that follows another without what it takes of that. */
  request: Record<string, unknown>;
  /** What it costs where it is not free. */
  points: number;
  analysis: number | null;
  problem: string | null;
}

/** Reports on a gene in a cohort: analyses of a project of their own. */
export const geneReports = pgTable(
  'gene_reports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** Its symbol. */
    gene: text('gene').notNull(),
    cohort: jsonb('cohort').$type<GeneReport['cohort']>().notNull(),
    /** Each after the one that it follows. */
    steps: jsonb('steps').$type<GeneReportStep[]>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Null while some of its steps wait or run. */
    endedAt: time('ended_at'),
  },
  (table) => [index('gene_reports_user').on(table.userId, table.gene), index('gene_reports_project').on(table.projectId)],
);

/** Read-only links to a project: to its graph and to the results that are in it when somebody looks. */
export const projectShares = pgTable(
  'project_shares',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    projectId: integer('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    ...shareColumns(),
  },
  (table) => [uniqueIndex('project_shares_hash').on(table.hash), index('project_shares_project').on(table.projectId)],
);

export type ProjectRecord = typeof projects.$inferSelect;
export type RerunRecord = typeof projectReruns.$inferSelect;
export type GeneReportRecord = typeof geneReports.$inferSelect;

/** Lets something new into a project of the user. Throws 422 where there is none of this number or it is archived. */
export type EnterProject = (tx: Transaction, userId: number, projectId: number) => Promise<void>;
