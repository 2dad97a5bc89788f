import type { Analysis } from '@oncoloom/contract';
import { type ColumnarTable, parseTsv } from '@oncoloom/figures';
import type { AnyTool, ToldTable } from '@oncoloom/tool-kit';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiFailure } from '../api/client.ts';

import { type ResultAccess, useResultAccess } from './result-access.ts';

const UNDECLARED: ToldTable = { title: '', role: 'figure', columns: [] };

/** The server counts the calls of a second. */
const ANOTHER_SECOND_MS = 1_100;

/** A result of many tables, looked at twice in a row, asks for more at once than the server lets through. */
function isWorthAnotherCall(count: number, error: Error): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return (error.status === 429 && count < 3) || (error.status === 0 && count < 1);
}

/** One query per table of an analysis: a result never changes, so each is fetched and parsed once. */
export function tableQuery(access: ResultAccess, analysis: Analysis, tool: AnyTool, table: string) {
  return {
    queryKey: [...access.key, table],
    staleTime: Number.POSITIVE_INFINITY,
    retry: isWorthAnotherCall,
    retryDelay: ANOTHER_SECOND_MS,
    // Typed arrays are not to be walked through.
    structuralSharing: false as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ColumnarTable> => {
      const file = analysis.result?.tables.find(({ id }) => id === table);
      if (file === undefined) throw new Error('这次结果里没有这张表。');
      const text = await access.text(file.file_key, file.filename, { signal, silent: true });
      return parseTsv(text, tool.tables[table] ?? UNDECLARED);
    },
  };
}

/** One table of a result, fetched once it is `wanted`. */
export function useTable(analysis: Analysis, tool: AnyTool, table: string, wanted: boolean) {
  return useQuery({ ...tableQuery(useResultAccess(analysis.id), analysis, tool, table), enabled: wanted });
}

interface Loading {
  data: ColumnarTable | undefined;
  error: Error | null;
}

/** Of one and the same function: its answer stays the same object while the queries' answers do. */
function allLoaded(queries: readonly Loading[]): { loaded: ColumnarTable[] | undefined; failure: string | undefined } {
  const loaded = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ error }) => error !== null);
  return { loaded: loaded.length === queries.length ? loaded : undefined, failure: failed?.error?.message };
}

/**
 * The tables of a figure by role, all or none, fetched once they are `wanted`; why there are none, in a sentence. The same object at each
 * rendering, so that a figure is laid out again only when something has changed.
 */
export function useFigureTables(analysis: Analysis, tool: AnyTool, roles: Readonly<Record<string, string>>, wanted: boolean) {
  const access = useResultAccess(analysis.id);
  const queries = Object.values(roles).map((table) => ({ ...tableQuery(access, analysis, tool, table), enabled: wanted }));
  const { loaded, failure } = useQueries({ queries, combine: allLoaded });
  const tables = useMemo(
    () =>
      loaded &&
      Object.fromEntries(Object.keys(roles).flatMap((role, i): [string, ColumnarTable][] => (loaded[i] ? [[role, loaded[i]]] : []))),
    [loaded, roles],
  );
  return { tables, failure };
}
