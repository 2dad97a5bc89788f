import type { Analysis, BoardPanel } from '@oncoloom/contract';
import type { ColumnarTable, FigureStyle } from '@oncoloom/figures';
import type { BoardFigure } from '@oncoloom/figures/board';
import { type FigureKind, loadKind } from '@oncoloom/figures/kinds';
import { fillTemplate, rowSubjectOf, type ToldFigure, type ToldTool, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { analysisFileText, getAnalysis } from '../api/analyses.ts';
import { ApiFailure } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { toolOf } from '../live/result-path.ts';
import type { ResultAccess } from '../result-data/result-access.ts';
import { tableQuery } from '../result-data/use-tables.ts';

/** What a panel shows: a figure, nothing yet, or a sentence why there is none. */
export type PanelFigure =
  | { state: 'ready'; figure: BoardFigure; analysis: Analysis; title: string }
  | { state: 'loading' }
  | { state: 'gone' | 'absent' | 'failed'; message: string };

const GONE = '这张图的分析已经删除。';
const ABSENT = '这次分析里没有这张图，可能重新运行过。';

/** Of a panel's analysis: tables and all for its owner. */
const accessOf = (id: number): ResultAccess => ({
  readOnly: false,
  key: ['result-table', id],
  text: (fileKey, filename, options) => analysisFileText(id, fileKey, filename, options),
  file: () => Promise.reject(new Error('a board takes no files of a result')),
  download: () => Promise.resolve(false),
});

/** A tool whose texts name the rows of a result as these are. */
const inWordsOfResult = (tool: ToolDefinition, { result }: Analysis): ToldTool =>
  tellTool(tool, 'zh', result === null ? 'gene' : rowSubjectOf(result.words));

/** A figure of a result as a board draws it: today's style and texts. */
function figureOf(analysis: Analysis, id: string, declared: ToldFigure, kind: FigureKind, tables: readonly ColumnarTable[]) {
  const { result } = analysis;
  if (result === null) return null;
  const figure = { ...declared, title: fillTemplate(declared.title, result.words) };
  const roles = Object.keys(declared.tables);
  const data = {
    figure,
    tables: Object.fromEntries(roles.flatMap((role, i) => (tables[i] === undefined ? [] : [[role, tables[i]] as const]))),
    // Complete on the wire: the server fills every declared field.
    style: (result.styles[id] ?? {}) as FigureStyle,
    words: { ...result.words, alternative: result.alternatives[id] ?? '', caption: result.captions[id] ?? '' },
  };
  return { kind, data, notices: result.notices[id] ?? [] };
}

/**
 * The figures of a board's panels, each as its analysis has it now. Panels that have not changed keep the same object, so that only what
 * changed is laid out again.
 */
export function useBoardFigures(panels: readonly BoardPanel[]): PanelFigure[] {
  const ids = [...new Set(panels.map(({ analysis_id }) => analysis_id))];
  const analyses = useQueries({
    queries: ids.map((id) => ({
      queryKey: keys.analysis(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => getAnalysis(id, { signal, silent: true }),
    })),
  });
  const analysisOf = (id: number) => analyses[ids.indexOf(id)];
  const types = [...new Set(analyses.flatMap(({ data }) => (data === undefined ? [] : (toolOf(data) ?? []))))];
  const tools = useQueries({
    queries: types.map((entry) => ({
      queryKey: ['tool', entry.taskType],
      queryFn: (): Promise<ToolDefinition> => entry.load(),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const toolFor = (analysis: Analysis) => {
    const tool = tools[types.findIndex(({ taskType }) => taskType === toolOf(analysis)?.taskType)]?.data;
    return tool && inWordsOfResult(tool, analysis);
  };
  const wanted = panels.map(({ analysis_id, figure }) => {
    const analysis = analysisOf(analysis_id)?.data;
    const tool = analysis && toolFor(analysis);
    return { analysis, tool, declared: tool?.figures[figure] };
  });
  const charts = [...new Set(wanted.flatMap(({ declared }) => declared?.chart ?? []))];
  const kinds = useQueries({
    queries: charts.map((chart) => ({
      queryKey: ['figure-kind', chart],
      queryFn: () => loadKind(chart),
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false as const,
    })),
  });
  const needed = wanted.flatMap(({ analysis, tool, declared }) =>
    analysis?.result == null || tool === undefined || declared === undefined
      ? []
      : [...new Set(Object.values(declared.tables))]
          .filter((table) => analysis.result?.tables.some(({ id }) => id === table))
          .map((table) => ({ analysis, tool, table })),
  );
  // Two panels may need one table: it is asked for once.
  const distinct = needed.filter(
    ({ analysis, table }, i) => needed.findIndex((one) => one.analysis.id === analysis.id && one.table === table) === i,
  );
  const tables = useQueries({
    queries: distinct.map(({ analysis, tool, table }) => tableQuery(accessOf(analysis.id), analysis, tool, table)),
  });
  const tableOf = (analysis: Analysis, table: string) =>
    tables[distinct.findIndex((one) => one.analysis.id === analysis.id && one.table === table)];
  const known = useRef(new Map<string, { parts: readonly unknown[]; shown: PanelFigure }>());

  return panels.map(({ key, analysis_id, figure }, i): PanelFigure => {
    const query = analysisOf(analysis_id);
    const { analysis, tool, declared } = wanted[i] ?? {};
    if (query?.error instanceof ApiFailure && query.error.status === 404) return { state: 'gone', message: GONE };
    if (analysis === undefined) {
      return query?.error ? { state: 'failed', message: query.error.message } : { state: 'loading' };
    }
    if (tool === undefined) return toolOf(analysis) === undefined ? { state: 'absent', message: ABSENT } : { state: 'loading' };
    const roles = Object.values(declared?.tables ?? {});
    if (declared === undefined || analysis.result === null || !analysis.result.tables.some(({ id }) => id === roles[0]))
      return { state: 'absent', message: ABSENT };
    const queries = roles.map((table) => tableOf(analysis, table));
    const failed = queries.find((one) => one?.error);
    if (failed?.error) return { state: 'failed', message: failed.error.message };
    const kind = kinds[charts.indexOf(declared.chart)]?.data;
    // A table that the result lacks is not asked for: the figure says what it needs of it.
    if (kind === undefined || queries.some((one) => one !== undefined && one.data === undefined)) return { state: 'loading' };
    const parts = [analysis, tool, kind, ...queries.map((one) => one?.data)];
    const before = known.current.get(key);
    if (before !== undefined && before.parts.length === parts.length && before.parts.every((part, at) => part === parts[at]))
      return before.shown;
    const drawn = figureOf(analysis, figure, declared, kind, queries.map((one) => one?.data) as ColumnarTable[]);
    if (drawn === null) return { state: 'absent', message: ABSENT };
    const shown: PanelFigure = { state: 'ready', figure: drawn, analysis, title: drawn.data.figure.title };
    known.current.set(key, { parts, shown });
    return shown;
  });
}
