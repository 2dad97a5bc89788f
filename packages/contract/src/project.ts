import { z } from 'zod';
import { TASK_STATUSES } from './tasks.ts';

/** How many projects a user may keep: as many as one page of a list has. */
export const PROJECTS_MAX = 100;
export const PROJECT_NAME_MAX = 80;
export const PROJECT_NOTES_MAX = 20_000;
/** Things that one call puts into a project or takes out of it, of each kind. */
export const PROJECT_THINGS_MAX = 200;
/** Analyses that a project may hold: its graph shows all of them. */
export const PROJECT_STEPS_MAX = 300;

export const projectNameSchema = z
  .string('请给课题起个名字')
  .trim()
  .min(1, '请给课题起个名字')
  .max(PROJECT_NAME_MAX, `课题的名字最多 ${PROJECT_NAME_MAX} 个字`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  .regex(/^[^\u0000-\u001f\u007f]*$/, '课题的名字里有看不见的字符');

export const projectNotesSchema = z.string('备注要填文字').max(PROJECT_NOTES_MAX, `备注最多 ${PROJECT_NOTES_MAX} 个字`);

const projectRowSchema = z.object({
  id: z.number(),
  name: z.string(),
  /** Nothing new is made in an archived one. */
  archived: z.boolean(),
  counts: z.object({ analyses: z.number(), files: z.number(), boards: z.number() }),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ProjectRow = z.infer<typeof projectRowSchema>;

export const projectSchema = projectRowSchema.extend({ notes: z.string() });
export type Project = z.infer<typeof projectSchema>;

export const projectListSchema = z.object({
  results: z.array(projectRowSchema),
  count: z.number(),
  page: z.number(),
  page_size: z.number(),
  current_page: z.number(),
});
export type ProjectList = z.infer<typeof projectListSchema>;

/** Why a result is no longer what one would get today. */
const staleReasonSchema = z.discriminatedUnion('kind', [
  /** The file has another content now. */
  z.object({ kind: z.literal('file'), file_id: z.number(), name: z.string() }),
  /** The analysis that it takes its input from was run again, and found something else. */
  z.object({ kind: z.literal('parent_replaced'), analysis_id: z.number(), name: z.string() }),
  /** The analysis that it takes its input from is out of date itself. */
  z.object({ kind: z.literal('parent_stale'), analysis_id: z.number(), name: z.string() }),
  /** The tool has another version now: its numbers may be others. */
  z.object({ kind: z.literal('tool'), from: z.string(), to: z.string() }),
  /** R or packages that it ran with have other versions now. */
  z.object({ kind: z.literal('packages'), packages: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })) }),
  /** Reference data that it read, a public cohort or gene sets, are there in another release, which it would read now. */
  z.object({ kind: z.literal('release'), name: z.string(), from: z.string(), to: z.string() }),
]);
export type StaleReason = z.infer<typeof staleReasonSchema>;

const lineageStepSchema = z.object({
  /** Of the newest completed run. */
  id: z.number(),
  task_type: z.string(),
  family: z.string(),
  name: z.string(),
  tool_title: z.string(),
  status: z.enum(TASK_STATUSES),
  headline: z.string().nullable(),
  /** Outside of the project: drawn because a step of the project takes its input from it. */
  outside: z.boolean(),
  created_at: z.string(),
  stale: z.array(staleReasonSchema),
  /** Earlier runs in whose place it stands, the newest first. */
  replaced: z.array(z.number()),
  /** A newer run in its place that has not been completed. */
  again: z.object({ id: z.number(), status: z.enum(TASK_STATUSES) }).nullable(),
});
export type LineageStep = z.infer<typeof lineageStepSchema>;

const lineageFileSchema = z.object({
  id: z.number(),
  name: z.string(),
  version: z.number(),
  outside: z.boolean(),
});
export type LineageFile = z.infer<typeof lineageFileSchema>;

const lineageEdgeSchema = z.object({
  /** What it comes from: a file or a step. */
  from: z.object({ kind: z.enum(['file', 'analysis']), id: z.number() }),
  to: z.number(),
  /** The field of the request that names it. */
  field: z.string(),
});
export type LineageEdge = z.infer<typeof lineageEdgeSchema>;

export const lineageSchema = z.object({
  /** Each after those that it follows. */
  steps: z.array(lineageStepSchema),
  files: z.array(lineageFileSchema),
  edges: z.array(lineageEdgeSchema),
});
export type Lineage = z.infer<typeof lineageSchema>;

const rerunPlanStepSchema = z.object({
  analysis_id: z.number(),
  name: z.string(),
  tool_title: z.string(),
  /** What it costs, or at most costs; one that is identical with an earlier run costs nothing. */
  points: z.number(),
  /** Its price is not known before the steps that it follows have ended. */
  at_most: z.boolean(),
  /** Why it cannot be run again; null where it can. */
  problem: z.string().nullable(),
});
export type RerunPlanStep = z.infer<typeof rerunPlanStepSchema>;

/** What running again all that is out of date would do; each step after those that it follows. */
export const rerunPlanSchema = z.object({
  steps: z.array(rerunPlanStepSchema),
  /** Of all steps that can be run, at most. */
  points: z.number(),
  remaining_points: z.number(),
});
export type RerunPlan = z.infer<typeof rerunPlanSchema>;

/** Steps that were or are run again. */
export const rerunSchema = z.object({
  id: z.number(),
  steps: z.array(
    z.object({
      old: z.number(),
      name: z.string(),
      /** Null while it waits for others, or where it was not submitted. */
      new: z.number().nullable(),
      status: z.enum(['waiting', ...TASK_STATUSES, 'left']),
      problem: z.string().nullable(),
    }),
  ),
  created_at: z.string(),
  /** Null while some of its steps wait or run. */
  ended_at: z.string().nullable(),
});
export type Rerun = z.infer<typeof rerunSchema>;
export const lastRerunSchema = z.object({ rerun: rerunSchema.nullable() });

/** What lists of a result hold, as they are compared. */
export const COMPARED_NAMES_MAX = 200;

/** Sentences of a result, without marks, that the other of two runs does not have. */
const changedSentencesSchema = z.object({ old: z.array(z.string()), new: z.array(z.string()) });

/** An analysis beside the one in whose place it was run. */
export const comparisonSchema = z.object({
  old: z.object({ id: z.number(), headline: z.string().nullable(), finished: z.string().nullable(), tool_version: z.string() }),
  new: z.object({ id: z.number(), headline: z.string().nullable(), finished: z.string().nullable(), tool_version: z.string() }),
  tables: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** Byte for byte the same. */
      same: z.boolean(),
      rows: z.object({ old: z.number().nullable(), new: z.number().nullable() }),
    }),
  ),
  /** `same`: drawn from the same tables with the same words of the result and the same style; one that only the old or the new run has is not the same. A figure that shows none of the words that changed is named all the same. */
  figures: z.array(z.object({ id: z.string(), title: z.string(), same: z.boolean() })),
  sentences: changedSentencesSchema,
  /** Genes or sets that pass the run's own cut-off: what came, what went, how many stayed. The first names of each. */
  lists: z.array(
    z.object({
      what: z.string(),
      stayed: z.number(),
      came: z.object({ count: z.number(), names: z.array(z.string()) }),
      went: z.object({ count: z.number(), names: z.array(z.string()) }),
    }),
  ),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** What the last re-run of a project has changed: a step for each that was completed, each after those that it follows. */
export const rerunChangesSchema = z.object({
  steps: z.array(
    z.object({
      old: z.number(),
      new: z.number(),
      name: z.string(),
      sentences: changedSentencesSchema,
      /** Titles of the tables and of the figures that are not the same. */
      tables: z.array(z.string()),
      figures: z.array(z.string()),
    }),
  ),
});
export type RerunChanges = z.infer<typeof rerunChangesSchema>;
