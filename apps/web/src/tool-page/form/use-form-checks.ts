import type { Finding } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AnalysisRequest, checkAnalysis } from '../../api/analyses.ts';
import { keys } from '../../api/query-keys.ts';
import { isData } from './form-state.ts';
import { requestKey } from './request-key.ts';

const NOTHING: readonly Finding[] = [];

/** The parts of a request that decide what the check finds: its data, and the parameters that the tool names. */
function decidingOf(tool: ToolDefinition, request: AnalysisRequest): AnalysisRequest {
  const kept = ([name]: [string, unknown]) => {
    const parameter = tool.parameters[name];
    return parameter === undefined || isData(parameter) || tool.checkedBy?.includes(name) === true;
  };
  return Object.fromEntries(Object.entries(request).filter(kept)) as AnalysisRequest;
}

/**
 * What the engine finds in the inputs of a complete request: some seconds for a large file, asked once for the same data.
 * @param ready Is the request complete, and has it passed all other checks?
 * @returns `unanswered`: is its answer still to come? A check that fails has none, and the run will tell.
 */
export function useFormChecks(
  tool: ToolDefinition,
  request: AnalysisRequest,
  ready: boolean,
): { findings: readonly Finding[]; checking: boolean; unanswered: boolean } {
  const enabled = ready && tool.checkedBy !== undefined;
  const query = useQuery({
    queryKey: [...keys.checks, useMemo(() => requestKey(decidingOf(tool, request)), [tool, request])],
    queryFn: ({ signal }) => checkAnalysis(request, { silent: true, signal }),
    enabled,
    // Contents do not change. A version of a file is another request.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    findings: ready && query.data !== undefined ? query.data.findings : NOTHING,
    checking: query.isFetching,
    unanswered: enabled && query.isPending,
  };
}
