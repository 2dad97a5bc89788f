import { type Analysis, type AnalysisList, type LiveMessage, statusGroup, type TaskUpdate } from '@oncoloom/contract';
import type { QueryClient } from '@tanstack/react-query';
import { loadUser, useSession } from '../accounts/session.ts';
import type { ListRequest } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { belongsTo, mergeAnalysis, mergeList } from './merge.ts';
import { isFinished, rememberUpdate } from './task-store.ts';

/** Writes an update into the lists of its type and into the open analysis. */
export function applyUpdate(queries: QueryClient, update: TaskUpdate): void {
  rememberUpdate(update);
  for (const [key, list] of queries.getQueriesData<AnalysisList>({ queryKey: keys.analysisLists })) {
    if (!list || !belongsTo((key[2] ?? {}) as ListRequest, update)) continue;
    if (list.results.some((row) => row.id === update.id)) queries.setQueryData(key, mergeList(list, [update]));
    // A task that this list does not know yet, made in another tab: the server knows whether and where it stands.
    else void queries.invalidateQueries({ queryKey: key });
  }
  const key = keys.analysis(update.id);
  queries.setQueryData<Analysis>(key, (analysis) => analysis && mergeAnalysis(analysis, update));
  if (!isFinished(update)) return;
  void queries.invalidateQueries({ queryKey: keys.analysisCounts });
  void queries.invalidateQueries({ queryKey: key });
  // The same request again is free from now on.
  void queries.invalidateQueries({ queryKey: keys.estimates });
}

/** One message of the live channel. */
export function routeMessage(queries: QueryClient, message: LiveMessage, onFinished: (update: TaskUpdate) => void): void {
  if (message.type === 'update_points') useSession.getState().setPoints(message.data.points);
  if (message.type !== 'update_task') return;
  applyUpdate(queries, message.data);
  if (isFinished(message.data)) onFinished(message.data);
}

const isRunning = ({ status }: Pick<Analysis, 'status'>): boolean => statusGroup(status) === 'in-progress';

/** At the first opening: a task may have ended between its loading and this moment; what had ended before stays as it was loaded. */
export function refreshRunning(queries: QueryClient): void {
  for (const [queryKey, list] of queries.getQueriesData<AnalysisList>({ queryKey: keys.analysisLists })) {
    if (list?.results.some(isRunning) === true) void queries.invalidateQueries({ queryKey });
  }
  for (const [queryKey, analysis] of queries.getQueriesData<Analysis>({ queryKey: keys.analysisPages })) {
    if (analysis !== undefined && isRunning(analysis)) void queries.invalidateQueries({ queryKey });
  }
}

/** After a time without the channel: everything that it would have changed is asked for again. */
export function refreshAfterGap(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: ['analyses'] });
  // A server that was away has an engine that warms up.
  void queries.invalidateQueries({ queryKey: keys.engine });
  // Without an answer the balance follows with its next change.
  void loadUser().catch(() => undefined);
}

/** The name of a task, where a list or its page holds it: updates do not carry it. */
export function knownName(queries: QueryClient, id: number): string | undefined {
  const open = queries.getQueryData<Analysis>(keys.analysis(id));
  if (open) return open.task_name;
  const lists = queries.getQueriesData<AnalysisList>({ queryKey: keys.analysisLists });
  return lists.flatMap(([, list]) => list?.results ?? []).find((row) => row.id === id)?.task_name;
}
