import {
  type Analysis,
  type AnalysisList,
  type AnalysisRow,
  canonicalStatus,
  canonicalTaskType,
  type TaskUpdate,
} from '@oncoloom/contract';
import type { ListRequest } from '../api/analyses.ts';

type Changed = Pick<
  AnalysisRow,
  'status' | 'progress' | 'step' | 'queue_position' | 'early' | 'error_msg' | 'error_message' | 'finished' | 'updated_at' | 'modified'
>;

/** What an update changes in a row; both spellings of each field. */
function changes(update: TaskUpdate): Changed {
  return {
    status: canonicalStatus(update.status) ?? update.status,
    progress: update.progress,
    step: update.step,
    queue_position: update.queue_position,
    early: update.early,
    error_msg: update.error_msg,
    error_message: update.error_msg,
    finished: update.finished,
    updated_at: update.modified,
    modified: update.modified,
  };
}

/** Updates may overtake the answer of a list, and the other way round: the later one holds. */
function isNews(row: AnalysisRow, update: TaskUpdate): boolean {
  return row.id === update.id && Date.parse(update.modified) >= Date.parse(row.modified);
}

/** The row with the update in it; the same object when it is about another row or older than it. */
export function mergeRow(row: AnalysisRow, update: TaskUpdate): AnalysisRow {
  if (!isNews(row, update)) return row;
  return { ...row, ...changes(update), result: update.result ?? row.result, output: update.result ?? row.output };
}

/** Brings a list up to the updates that are known. */
export function mergeList(list: AnalysisList, updates: readonly TaskUpdate[]): AnalysisList {
  if (updates.length === 0) return list;
  const known = new Map(updates.map((update) => [update.id, update]));
  const results = list.results.map((row) => {
    const update = known.get(row.id);
    return update ? mergeRow(row, update) : row;
  });
  return results.some((row, i) => row !== list.results[i]) ? { ...list, results } : list;
}

/** A whole analysis: its result is far more than an update carries, so it is left alone and asked for anew at the end. */
export function mergeAnalysis(analysis: Analysis, update: TaskUpdate): Analysis {
  return isNews(analysis, update) ? { ...analysis, ...changes(update) } : analysis;
}

/** Whether a list is the one that a task belongs to. Types are compared by their one name, families only where a list asks for one. */
export function belongsTo(request: ListRequest, update: TaskUpdate): boolean {
  const type = (name: string) => canonicalTaskType(name) ?? name;
  if (request.task_type !== undefined && !request.task_type.split(',').map(type).includes(type(update.task_type))) return false;
  return request.family === undefined || request.family === update.family;
}
