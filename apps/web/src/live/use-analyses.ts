import { type Analysis, type AnalysisList, type AnalysisRow, LIVE_FALLBACK_POLL_MS, statusGroup } from '@oncoloom/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getAnalysisList, getAnalysisValues, type ListRequest } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { useChannelState } from './channel.ts';
import { mergeAnalysis, mergeList } from './merge.ts';
import { isFinished, useTaskUpdates } from './task-store.ts';

/** Milliseconds to the next poll: only while something runs and the live channel does not tell of it. */
function pollEvery(rows: readonly AnalysisRow[], live: boolean): number | false {
  return !live && rows.some((row) => statusGroup(row.status) === 'in-progress') ? LIVE_FALLBACK_POLL_MS : false;
}

/**
 * A page of analyses that stays live: updates are merged into its rows by id, and running rows are polled while the channel is down.
 * The former page stays in view while the next one loads.
 */
export function useAnalysisList(request: ListRequest): UseQueryResult<AnalysisList> {
  const live = useChannelState(({ state }) => state !== 'down');
  return useQuery({
    queryKey: keys.analysisList(request),
    queryFn: async ({ signal }) => {
      const list = await getAnalysisList(request, { signal });
      const { updates } = useTaskUpdates.getState();
      return mergeList(
        list,
        updates.map(({ update }) => update),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: (query) => pollEvery(query.state.data?.results ?? [], live),
  });
}

/** One analysis, live until it ends; its result is loaded when the end is told. The page shows a failure itself. */
export function useAnalysis(id: number): UseQueryResult<Analysis> {
  const live = useChannelState(({ state }) => state !== 'down');
  return useQuery({
    queryKey: keys.analysis(id),
    queryFn: async ({ signal }) => {
      const analysis = await getAnalysisValues(id, { signal, silent: true });
      const cached = useTaskUpdates.getState().updates.find(({ update }) => update.id === id);
      if (!cached) return analysis;
      // The end was told while this answer was under way: it left too early to hold the result.
      if (isFinished(cached.update) && !isFinished(analysis)) return getAnalysisValues(id, { signal, silent: true });
      return mergeAnalysis(analysis, cached.update);
    },
    refetchInterval: (query) => pollEvery(query.state.data ? [query.state.data] : [], live),
  });
}
