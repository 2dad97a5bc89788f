import { type AnalysisList, type AnalysisRow, statusGroup } from '@oncoloom/contract';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getAnalysisList, type ListRequest } from '../../api/analyses.ts';
import { keys } from '../../api/query-keys.ts';

const OFFERED = 50;

/**
 * Completed analyses of these tools, newest first. One call for all of them: a call a tool, of which gene lists have twenty, is what the
 * server refuses as too frequent.
 * @param search A part of their names; empty: all.
 */
export function useCompleted(
  makers: readonly MenuEntry[],
  { search = '', enabled = true }: { search?: string; enabled?: boolean } = {},
): { rows: AnalysisRow[]; query: UseQueryResult<AnalysisList> } {
  const request: ListRequest = {
    task_type: makers.map(({ taskType }) => taskType).join(','),
    status: 'done',
    page: 1,
    page_size: OFFERED,
    ...(search === '' ? {} : { search_name: search }),
  };
  const query = useQuery({
    queryKey: keys.analysisList(request),
    queryFn: ({ signal }) => getAnalysisList(request, { signal, silent: true }),
    enabled: enabled && makers.length > 0,
  });
  // The live channel may bring a row that runs into a list that is kept.
  return { rows: (query.data?.results ?? []).filter((row) => statusGroup(row.status) === 'done'), query };
}
