import type {
  Analysis,
  AnalysisCounts,
  AnalysisList,
  AnalysisRow,
  CreatedAnalysis,
  Estimate,
  FigureLook,
  Finding,
  ListOrder,
  LogLine,
  StatusGroup,
} from '@oncoloom/contract';
import { ApiFailure, type CallOptions, fetchFile, post } from './client.ts';

/** What a list is narrowed to. */
export interface ListNarrowing {
  /** Several are joined with commas. Left out: analyses of every type. */
  task_type?: string;
  family?: string;
  status?: StatusGroup;
  /** Empty: those of none. */
  data_set?: string;
  starred?: boolean;
  search_name?: string;
}

export interface ListRequest extends ListNarrowing {
  /** Left out: the newest first. */
  order?: ListOrder;
  project_id?: number;
  page?: number;
  page_size?: number;
}

/** Task type and its fields, flat; `example` runs the server's own inputs, free of points: `true`, or the id of a published figure. */
export type AnalysisRequest = { task_type: string; task_name?: string; example?: boolean | string } & Record<string, unknown>;

export function createAnalysis(request: AnalysisRequest, options?: CallOptions): Promise<CreatedAnalysis> {
  return post('/create_analysis', request, options);
}

/** Price, expected time and the checks' findings; creates nothing. */
export function estimateAnalysis(request: AnalysisRequest, options?: CallOptions): Promise<Estimate> {
  return post('/estimate_analysis', request, options);
}

/** What the engine finds in the inputs before a run; creates nothing. */
export function checkAnalysis(request: AnalysisRequest, options?: CallOptions): Promise<{ findings: Finding[] }> {
  return post('/check_analysis', request, options);
}

export function getAnalysis(id: number, options?: CallOptions): Promise<Analysis> {
  return post('/get_analysis', { analysis_id: id }, options);
}

/** The same without the data of its inputs: pasted rows may be megabytes, and a page of a result shows none of them. */
export function getAnalysisValues(id: number, options?: CallOptions): Promise<Analysis> {
  return post('/get_analysis', { analysis_id: id, values_only: true }, options);
}

export function getAnalysisList(request: ListRequest, options?: CallOptions): Promise<AnalysisList> {
  return post('/get_analysis_list', request, options);
}

/** How many analyses each choice of a list leads to. */
export function countAnalyses(request: ListNarrowing, options?: CallOptions): Promise<AnalysisCounts> {
  return post('/count_analyses', request, options);
}

/** Marks an analysis, or takes the mark away. */
export function starAnalysis(id: number, starred: boolean, options?: CallOptions): Promise<AnalysisRow> {
  return post('/star_analysis', { analysis_id: id, starred }, options);
}

/** The first figure of a result, small; null where it has none. */
export async function resultThumbnail(id: number, options?: CallOptions): Promise<Blob | null> {
  try {
    return await fetchFile(`/analysis/${id}/thumbnail`, options);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 204) return null;
    throw error;
  }
}

/** Stops a waiting or running analysis; its points come back. */
export function cancelAnalysis(id: number, options?: CallOptions): Promise<AnalysisRow> {
  return post('/cancel_analysis', { analysis_id: id }, options);
}

export function deleteAnalysis(id: number, options?: CallOptions): Promise<{ success: boolean }> {
  return post('/delete_analysis', { analysis_id: id }, options);
}

export function renameAnalysis(id: number, name: string, options?: CallOptions): Promise<AnalysisRow> {
  return post('/rename_analysis', { analysis_id: id, task_name: name }, options);
}

/** Runs it again with the same inputs and parameters, as a new analysis. */
export function rerunAnalysis(id: number, options?: CallOptions): Promise<CreatedAnalysis> {
  return post('/rerun_analysis', { analysis_id: id }, options);
}

export async function analysisLog(id: number, options?: CallOptions): Promise<LogLine[]> {
  return (await post<{ lines: LogLine[] }>('/get_analysis_log', { analysis_id: id }, options)).lines;
}

interface ReplotRequest {
  analysis_id: number;
  /** Id of the figure in the declaration. */
  plot: string;
  /** All fields that differ from the run's own style; they take the place of earlier edits. */
  style: Record<string, unknown>;
  /** Keeps the style with the result. */
  save?: boolean;
}
interface Replot {
  files: { file_key: string; filename: string }[];
  style: Record<string, unknown>;
}

/** Draws a figure's files anew from the stored result: nothing is computed, nothing is charged. */
export function replotAnalysis(request: ReplotRequest, options?: CallOptions): Promise<Replot> {
  return post('/replot_analysis', request, options);
}

/** Sets the look of all figures of a result that have none of their own. */
export function setFigureLook(id: number, look: FigureLook, options?: CallOptions): Promise<{ success: true }> {
  return post('/set_figure_look', { analysis_id: id, look }, options);
}

/** Address of a file of a result below `/api`. */
function analysisFilePath(id: number, fileKey: string, filename: string): string {
  return `/analysis/${id}/files/${encodeURIComponent(fileKey)}/${encodeURIComponent(filename)}`;
}

/** A file of a result as text, with the session's token: a table to show. */
export async function analysisFileText(id: number, fileKey: string, filename: string, options?: CallOptions): Promise<string> {
  return (await fetchFile(analysisFilePath(id, fileKey, filename), options)).text();
}

/** A table that a running analysis has told before its end. */
export async function earlyTableText(id: number, table: string, options?: CallOptions): Promise<string> {
  return (await fetchFile(`/analysis/${id}/early/${encodeURIComponent(table)}`, options)).text();
}

/** A file of a result as it is. */
export function analysisFile(id: number, fileKey: string, filename: string, options?: CallOptions): Promise<Blob> {
  return fetchFile(analysisFilePath(id, fileKey, filename), options);
}
