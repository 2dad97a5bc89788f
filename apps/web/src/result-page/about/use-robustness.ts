import type { AnalysisResult, Robustness } from '@oncoloom/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRobustness, startRobustness, stopRobustness } from '../../api/analyses.ts';
import { keys } from '../../api/query-keys.ts';

const ASK_EVERY_MS = 1_500;

export const isGoing = ({ progress }: Robustness): boolean => progress !== null;

/** Checks of a result as they stand; asked for again while one of them runs. */
export function useRobustness(id: number, result: AnalysisResult, readOnly: boolean) {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.robustness(id),
    queryFn: ({ signal }) => getRobustness(id, { signal, silent: true }),
    placeholderData: { robustness: result.robustness },
    enabled: !readOnly && result.robustness.length > 0,
    refetchInterval: ({ state }) => (state.data?.robustness.some(isGoing) === true ? ASK_EVERY_MS : false),
  });
  const { robustness } = data ?? { robustness: result.robustness };
  const take = (answer: { robustness: Robustness[] }) => queries.setQueryData(keys.robustness(id), answer);
  return {
    robustness,
    start: async (checks: readonly Robustness[]) => {
      for (const { check } of checks) take(await startRobustness(id, check));
    },
    stop: async (checks: readonly Robustness[]) => {
      for (const { check } of checks) take(await stopRobustness(id, check));
    },
  };
}
