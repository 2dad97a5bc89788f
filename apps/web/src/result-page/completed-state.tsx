import { FolderOpenOutlined } from '@ant-design/icons';
import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import { formatCount, shownFigures, type ToldFigure, type ToldTool } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ResultLook } from '../figure-looks/result-look.tsx';
import { useResultAccess } from '../result-data/result-access.ts';
import { Folded } from './about/folded.tsx';
import { MethodsCard } from './about/methods-card.tsx';
import { ParametersCard } from './about/parameters-card.tsx';
import { RobustnessCard } from './about/robustness-card.tsx';
import { DataCard, SummaryCard } from './about/summary-card.tsx';
import { FilesCard } from './downloads/files-card.tsx';
import { Figures } from './figures/figures.tsx';
import { ResultContents } from './result-contents.tsx';
import { Sourced } from './sources/context.ts';
import { EmptyHints, isEmptyResult } from './steps/empty-hints.tsx';
import { NextSteps } from './steps/next-steps.tsx';
import { PartSteps } from './steps/part-steps.tsx';
import { MatrixCard } from './tables/matrix-card.tsx';
import { ResultTable } from './tables/result-table.tsx';

type NamedFigure = readonly [string, ToldFigure];

/** Where nothing was found, the distributions say most: they stand first, side by side. */
const TELLING = ['histogram', 'volcano', 'comparison', 'km', 'venn', 'upset'];

function splitFigures(tool: ToldTool, result: AnalysisResult, empty: boolean): { first: NamedFigure[]; later: NamedFigure[] } {
  const all = shownFigures(tool, result.tables);
  if (!empty) return { first: all, later: [] };
  const telling = TELLING.flatMap((chart) => all.filter(([, figure]) => figure.chart === chart));
  const narrow = telling.map(([id, figure]): NamedFigure => [id, { ...figure, wide: telling.length === 1 }]);
  return { first: narrow, later: all.filter(([, figure]) => !TELLING.includes(figure.chart)) };
}

/** A table that a number of a sentence has led to, and the rows that it rests on; null: all. */
interface OpenedTable {
  id: string;
  rows: readonly number[] | null;
}

interface CompletedStateProps {
  entry: MenuEntry;
  tool: ToldTool;
  analysis: Analysis;
  result: AnalysisResult;
}

/** A result, from what was found to how it was made. */
export function CompletedState({ entry, tool, analysis, result }: CompletedStateProps) {
  const { readOnly } = useResultAccess(analysis.id);
  const [only, setOnly] = useState<readonly string[] | null>(null);
  const [opened, setOpened] = useState<OpenedTable | null>(null);
  const tables = useRef<HTMLDivElement>(null);
  const empty = isEmptyResult(tool, analysis);
  const [{ first, later }] = useState(() => splitFigures(tool, result, empty));
  const shownTables = Object.entries(tool.tables).filter(
    ([id, { role, hideEmpty }]) => role === 'result' && !(hideEmpty === true && result.tables.find((table) => table.id === id)?.rows === 0),
  );
  const openTable = useCallback((id: string, rows: readonly number[] | null) => {
    const place = tables.current?.querySelector(`[data-table="${id}"]`);
    if (place == null) return false;
    setOpened({ id, rows });
    place.scrollIntoView({ block: 'start' });
    return true;
  }, []);
  const sourced = useMemo(() => ({ analysis, result, tool, openTable }), [analysis, result, tool, openTable]);
  const narrowTo = (genes: string[]) => {
    setOpened(null);
    setOnly(genes);
    tables.current?.scrollIntoView({ block: 'start' });
  };
  const shared = { analysis, result, tool, onOnlyThese: shownTables.length > 0 ? narrowTo : undefined };
  const showAll = () => {
    setOnly(null);
    setOpened(null);
  };
  return (
    <Sourced value={sourced}>
      <SummaryCard result={result} />
      <ResultContents />
      {!empty && !readOnly && <NextSteps tool={tool} analysis={analysis} />}
      {!empty && !readOnly && <PartSteps tool={tool} analysis={analysis} />}
      {first.length + later.length > 0 && !readOnly && (
        <div className="figures-head">
          <ResultLook analysis={analysis} look={result.looks.own} />
        </div>
      )}
      <Figures {...shared} figures={first} />
      <RobustnessCard analysis={analysis} result={result} />
      <DataCard result={result} />
      {empty && !readOnly && <EmptyHints entry={entry} tool={tool} analysis={analysis} />}
      <div ref={tables} className="result-tables">
        {shownTables.map(([id, declaration]) => {
          const matrix = result.tables.find((table) => table.id === id)?.matrix ?? null;
          const shownRows = opened?.id === id ? opened.rows : null;
          if (matrix !== null)
            return (
              <div key={id} data-table={id}>
                <MatrixCard {...{ analysis, result, id, declaration, matrix }} />
              </div>
            );
          const table = (
            <ResultTable
              {...{ analysis, result, tool, id, declaration }}
              only={declaration.columns.some(({ type }) => type === 'gene') ? only : null}
              onlyRows={shownRows}
              onShowAll={showAll}
            />
          );
          const rows = result.tables.find((one) => one.id === id)?.rows ?? 0;
          return (
            <div key={id} data-table={id}>
              {declaration.folded === true ? (
                <Folded name={declaration.title} count={`${formatCount(rows)} 行`} unfolded={opened?.id === id}>
                  {table}
                </Folded>
              ) : (
                table
              )}
            </div>
          );
        })}
      </div>
      <Figures {...shared} figures={later} />
      <div className="two-thirds">
        <div className="column">
          <MethodsCard analysis={analysis} result={result} />
          <FilesCard analysis={analysis} result={result} />
        </div>
        <ParametersCard title="参数与版本" tool={tool} analysis={analysis} result={result}>
          {result.files.some(({ file_key }) => file_key === 'bundle') && (
            <p className="reproducible">
              <FolderOpenOutlined />
              结果包含脚本、参数、表、图和运行环境。审稿人可以在自己的电脑上重做一遍。
            </p>
          )}
        </ParametersCard>
      </div>
    </Sourced>
  );
}
