import { z } from 'zod';
import { TASK_STATUSES } from './tasks.ts';

/** What a gene's report may hold, in the order of its page. */
export const GENE_REPORT_PARTS = [
  'expression',
  'survival',
  'progression',
  'cohorts',
  'clinical',
  'immune',
  'partners',
  'enrichment',
] as const;
export type GeneReportPart = (typeof GENE_REPORT_PARTS)[number];
/** Each of these needs the result of another: it is asked for with it, and run after it. */
export const GENE_REPORT_FOLLOWS: Partial<Record<GeneReportPart, GeneReportPart>> = { enrichment: 'partners' };

/** What a report of two analyses or more costs of the sum of its analyses, %. */
const SHARE_OF_SUM = 80;

/**
 * What each analysis of a report costs: together the share of their sum, rounded up, so that each is within one point of its own share.
 * @param points what each costs by itself; 0: it is free, and stays so.
 */
export function geneReportPoints(points: readonly number[]): number[] {
  const share = points.filter((one) => one > 0).length > 1 ? SHARE_OF_SUM : 100;
  let before = 0;
  return points.map((one) => {
    const costs = Math.ceil(((before + one) * share) / 100) - Math.ceil((before * share) / 100);
    before += one;
    return costs;
  });
}

const partSchema = z.enum(GENE_REPORT_PARTS);

const partPlanSchema = z.object({
  part: partSchema,
  /** Chinese, for the part's place in the report. */
  title: z.string(),
  task_type: z.string(),
  /** By itself; 0 where the user has had the same before. */
  points: z.number(),
  /** A Chinese sentence where it cannot be run. */
  problem: z.string().nullable(),
});

/** GET /api/genes/{name}/report_plan: what a report on the gene in a cohort could hold. */
export const geneReportPlanSchema = z.object({
  symbol: z.string(),
  /** Installed cohorts that hold the gene, real ones before simulated ones. */
  cohorts: z.array(z.object({ code: z.string(), label: z.string(), name: z.string(), patients: z.number() })),
  /** The one that `parts` are for; null where no cohort holds the gene. */
  cohort: z.string().nullable(),
  parts: z.array(partPlanSchema),
  remaining_points: z.number(),
});
export type GeneReportPlan = z.infer<typeof geneReportPlanSchema>;

/** POST /api/gene_reports */
export const geneReportRequestSchema = z.object({
  gene: z.string('请填基因').trim().min(1, '请填基因').max(60, '基因的名字最多 60 个字'),
  cohort: z.string('请选队列').trim().min(1, '请选队列').max(60, '没有这个队列'),
  parts: z.array(partSchema, '请选报告的内容').min(1, '请至少选一项内容').max(GENE_REPORT_PARTS.length, '同一项内容选了两次'),
});
export type GeneReportRequest = z.infer<typeof geneReportRequestSchema>;

export const geneReportSchema = z.object({
  id: z.number(),
  gene: z.string(),
  cohort: z.object({ code: z.string(), label: z.string() }),
  /** Holds the analyses of the report. */
  project_id: z.number(),
  parts: z.array(
    z.object({
      part: partSchema,
      title: z.string(),
      task_type: z.string(),
      /** Null while it waits for another, where it could not be begun, and where its user has deleted it. */
      analysis_id: z.number().nullable(),
      status: z.enum(['waiting', ...TASK_STATUSES, 'left']),
      /** Why it could not be begun. */
      problem: z.string().nullable(),
      points: z.number(),
    }),
  ),
  created_at: z.string(),
  /** Null while some of its analyses wait or run. */
  ended_at: z.string().nullable(),
});
export type GeneReport = z.infer<typeof geneReportSchema>;

/** GET /api/gene_reports?gene=: the newest first. */
export const geneReportListSchema = z.object({
  results: z.array(geneReportSchema.pick({ id: true, gene: true, cohort: true, created_at: true, ended_at: true })),
});
export type GeneReportList = z.infer<typeof geneReportListSchema>;
/** Reports that one call lists. */
export const GENE_REPORTS_LISTED = 20;
