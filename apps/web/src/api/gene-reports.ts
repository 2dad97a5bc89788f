import type { GeneReport, GeneReportList, GeneReportPlan, GeneReportRequest } from '@oncoloom/contract';
import { type CallOptions, get, post } from './client.ts';

/** What a report on a gene could hold and cost. @param cohort the one with the most patients where left out. */
export function geneReportPlan(gene: string, cohort: string | undefined, options?: CallOptions): Promise<GeneReportPlan> {
  const query = cohort === undefined ? '' : `?${new URLSearchParams({ cohort })}`;
  return get(`/genes/${encodeURIComponent(gene)}/report_plan${query}`, options);
}

export function startGeneReport(request: GeneReportRequest, options?: CallOptions): Promise<GeneReport> {
  return post('/gene_reports', request, options);
}

export function geneReport(id: number, options?: CallOptions): Promise<GeneReport> {
  return get(`/gene_reports/${id}`, options);
}

/** The user's reports on a gene, the newest first. */
export function geneReports(gene: string, options?: CallOptions): Promise<GeneReportList> {
  return get(`/gene_reports?${new URLSearchParams({ gene })}`, options);
}
