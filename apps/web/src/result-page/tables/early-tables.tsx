import type { Analysis, EarlyTable } from '@oncoloom/contract';
import { parseTsv } from '@oncoloom/figures';
import { formatCount, type ToldTable, type ToldTool } from '@oncoloom/tool-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { earlyTableText } from '../../api/analyses.ts';
import { TableRows } from './result-table.tsx';

/** Nothing chooses genes while an analysis runs. */
const nothing = () => undefined;

/** What a running analysis knows already, in the order of the result. */
export function EarlyTables({ tool, analysis }: { tool: ToldTool; analysis: Analysis }) {
  const known = Object.entries(tool.tables).flatMap(([id, declaration]) => {
    const early = analysis.early_tables.find((table) => table.id === id);
    return early === undefined || declaration.role !== 'result' ? [] : [{ early, declaration }];
  });
  if (known.length === 0) return null;
  return (
    <div className="result-tables">
      {known.map(({ early, declaration }) => (
        <OneTable key={early.id} {...{ analysis, early, declaration }} />
      ))}
    </div>
  );
}

function OneTable({ analysis, early, declaration }: { analysis: Analysis; early: EarlyTable; declaration: ToldTable }) {
  const { data } = useQuery({
    queryKey: ['early-table', analysis.id, early.id, early.told],
    staleTime: Number.POSITIVE_INFINITY,
    // Typed arrays are not to be walked through.
    structuralSharing: false as const,
    // A later one takes the place of an earlier one, which stays in view until then.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => parseTsv(await earlyTableText(analysis.id, early.id, { signal, silent: true }), declaration),
  });
  // The run may end while its table is under way: then the page shows the result.
  if (data === undefined) return null;
  const cut = early.total > early.rows ? `。先列出 ${formatCount(early.total)} 行中的前 ${formatCount(early.rows)} 行` : '';
  return (
    <section className="card result-table" aria-label={`初步结果：${declaration.title}`}>
      <p className="table-note">初步结果：还在计算，全部算完后可能补充{cut}</p>
      <TableRows
        analysis={analysis}
        declaration={declaration}
        table={data}
        downloads={null}
        only={null}
        onlyRows={null}
        onShowAll={nothing}
      />
    </section>
  );
}
