import type { Analysis } from '@oncoloom/contract';
import type { TableDeclaration, ToolDefinition } from '@oncoloom/tool-kit';
import { useQueries, useQuery } from '@tanstack/react-query';
import { analysisFileText } from '../api/analyses.ts';
import { parseTsv } from '../charts/tsv.ts';
import type { ColumnarTable } from '../charts/types.ts';

const UNDECLARED: TableDeclaration = { title: '', role: 'figure', columns: [] };

/** One query per table of an analysis: a result never changes, so each is fetched and parsed once. */
function tableQuery(analysis: Analysis, tool: ToolDefinition, table: string) {
  return {
    queryKey: ['result-table', analysis.id, table],
    staleTime: Number.POSITIVE_INFINITY,
    // Typed arrays are not to be walked through.
    structuralSharing: false as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ColumnarTable> => {
      const file = analysis.result?.tables.find(({ id }) => id === table);
      if (file === undefined) throw new Error('这次结果里没有这张表。');
      const text = await analysisFileText(analysis.id, file.file_key, file.filename, { signal, silent: true });
      return parseTsv(text, tool.tables[table] ?? UNDECLARED);
    },
  };
}

/** One table of a result. */
export function useTable(analysis: Analysis, tool: ToolDefinition, table: string) {
  return useQuery(tableQuery(analysis, tool, table));
}

/** The tables of a figure by role, all or none; why there are none, in a sentence. */
export function useFigureTables(analysis: Analysis, tool: ToolDefinition, roles: Readonly<Record<string, string>>) {
  const entries = Object.entries(roles);
  const queries = useQueries({ queries: entries.map(([, table]) => tableQuery(analysis, tool, table)) });
  const failed = queries.find(({ error }) => error !== null);
  const loaded = queries.every(({ data }) => data !== undefined);
  const tables = loaded
    ? Object.fromEntries(
        entries.flatMap(([role], i): [string, ColumnarTable][] => {
          const data = queries[i]?.data;
          return data === undefined ? [] : [[role, data]];
        }),
      )
    : undefined;
  return { tables, failure: failed?.error?.message };
}
