import type { SeriesFetch } from '@oncoloom/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { seriesFetches } from '../../api/accessions.ts';
import { keys } from '../../api/query-keys.ts';

const POLL_MS = 1_000;

export const goesOn = ({ state }: Pick<SeriesFetch, 'state'>): boolean => state === 'fetching' || state === 'reading';

/** What is being fetched for the user, asked for as long as something is. */
export function useFetches() {
  const queries = useQueryClient();
  const { data = [], isFetched } = useQuery({
    queryKey: keys.seriesFetches,
    queryFn: ({ signal }) => seriesFetches({ silent: true, signal }),
    refetchInterval: ({ state }) => (state.data?.some(goesOn) ? POLL_MS : false),
  });
  const done = data.filter(({ state }) => state === 'done').length;
  useEffect(() => {
    if (done > 0) for (const queryKey of [keys.files, keys.directories, keys.profile]) void queries.invalidateQueries({ queryKey });
  }, [done, queries]);
  return {
    fetches: data,
    isFetched,
    set: (fetches: SeriesFetch[]) => queries.setQueryData(keys.seriesFetches, fetches),
  };
}
