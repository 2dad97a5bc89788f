import type { Analysis, AnalysisResult, GeneReport } from '@oncoloom/contract';
import { rowSubjectOf, shownFigures, type ToldTool, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { LinkButton } from '../base/parts/link-button.tsx';
import { resultPath, toolOf } from '../live/result-path.ts';
import { TaskProgress, TaskStatus } from '../live/task-status.tsx';
import { useAnalysis } from '../live/use-analyses.ts';
import { SummaryCard } from '../result-page/about/summary-card.tsx';
import { Figures } from '../result-page/figures/figures.tsx';
import { Sourced } from '../result-page/sources/context.ts';
import { anchorOf } from './report-contents.tsx';
import '../result-page/about/result-about.css';
import '../result-page/result-page.css';

type Part = GeneReport['parts'][number];

/** Figures of each result that the report shows; its page has all. */
const FIGURES_SHOWN = 2;

function Completed({ tool, analysis, result }: { tool: ToldTool; analysis: Analysis; result: AnalysisResult }) {
  const sourced = useMemo(() => ({ analysis, result, tool, openTable: () => false }), [analysis, result, tool]);
  return (
    <Sourced value={sourced}>
      <SummaryCard result={result} />
      <Figures
        {...{ analysis, result, tool }}
        figures={shownFigures(tool, result.tables).slice(0, FIGURES_SHOWN)}
        onOnlyThese={undefined}
      />
    </Sourced>
  );
}

function Told({ entry, analysis }: { entry: MenuEntry; analysis: Analysis }) {
  const { data: tool } = useQuery({
    queryKey: ['tool', entry.taskType],
    queryFn: (): Promise<ToolDefinition> => entry.load(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { result } = analysis;
  const told = useMemo(() => tool && tellTool(tool, 'zh', rowSubjectOf(result?.words ?? {})), [tool, result]);
  if (result !== null) return told === undefined ? <Skeleton active /> : <Completed tool={told} analysis={analysis} result={result} />;
  return (
    <section className="card report-state">
      <TaskStatus row={analysis} />
      {analysis.status === 'running' && <TaskProgress row={analysis} />}
      {analysis.status === 'failed' && <p>{analysis.error_msg}</p>}
    </section>
  );
}

function WithAnalysis({ part: { title }, id }: { part: Part; id: number }) {
  const { data: analysis, error } = useAnalysis(id);
  const entry = analysis && toolOf(analysis);
  return (
    <>
      <div className="report-part-head">
        <h2 className="report-part-title">{title}</h2>
        {entry !== undefined && (
          <LinkButton to={resultPath(entry, id)} className="soft-button">
            {analysis?.status === 'completed' ? '看完整结果' : '打开这次分析'}
            <span className="visually-hidden">：{title}</span>
          </LinkButton>
        )}
      </div>
      {analysis !== undefined && entry !== undefined && <Told entry={entry} analysis={analysis} />}
      {analysis === undefined && (error === null ? <Skeleton active /> : <p role="alert">结果没有取到：{error.message}</p>)}
    </>
  );
}

/** What is said of a part without an analysis. */
function withoutAnalysis({ status, problem }: Part): string {
  if (problem !== null) return `没有做：${problem}。`;
  if (status === 'waiting') return '等前一项完成以后自动开始。';
  return '没有做：它要用的前一项没有结果，或者它的分析已经删除。';
}

/** A part of the report: what was found, its figures, and the way to the whole result. */
export function ReportPart({ part }: { part: Part }) {
  return (
    <section className="report-part" id={anchorOf(part)} aria-label={part.title}>
      {part.analysis_id === null ? (
        <>
          <h2 className="report-part-title">{part.title}</h2>
          <section className="card report-state">
            <p>{withoutAnalysis(part)}</p>
          </section>
        </>
      ) : (
        <WithAnalysis key={part.analysis_id} part={part} id={part.analysis_id} />
      )}
    </section>
  );
}
