import { type ColumnarTable, parseTsv } from '@oncoloom/figures';
import { completeStyle, type Told, type ToldTool, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { useMemo, useRef } from 'react';
import { ChartBoundary } from './chart-boundary.tsx';
import './figure-card.css';
import { heightFor } from '@oncoloom/figures';
import { PrintedFigure } from './printed-figure.tsx';
import type { ToldFigure, Value } from './types.ts';
import { useChart } from './use-chart.ts';
import { useWidth } from './use-size.ts';

/** What a figure is drawn from before anything is run. */
export interface Preview {
  /** TSV by table id. */
  tables: Record<string, string>;
  words: Record<string, string>;
  /** By figure. */
  texts: Record<string, { caption: string; alternative: string }>;
  /** The run's values, columns found included. */
  values: Record<string, Value>;
}

interface Props {
  tool: ToolDefinition;
  id: string;
  /** Undefined while it is on its way: a skeleton in the final shape. */
  preview: Preview | undefined;
  /** Values that stand above the preview's, such as colours. */
  values?: Readonly<Record<string, Value>>;
  /** In the proportions of its file, and not laid out for the screen. */
  printed?: boolean;
}

/** The same object as long as it says the same: a figure is laid out anew for another one. */
function useSame<T>(value: T): T {
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  return useMemo(() => value, [text]);
}

const NO_NOTICES: readonly Told[] = [];

/** A tool's figure of a preview. */
export function PreviewFigure({ tool, id, preview, values = {}, printed = false }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const told = tellTool(tool, 'zh', 'gene');
  const figure = told.figures[id] as ToldFigure;
  const { Picture, kind, failure } = useChart(figure.chart);
  const tables = useMemo(() => tablesOf(told, figure, preview), [told, figure, preview]);
  const style = useSame(completeStyle(tool, id, { ...preview?.values, ...values }));
  const words = useMemo(() => ({ ...preview?.words, alternative: preview?.texts[id]?.alternative ?? '' }), [preview, id]);
  return (
    <div ref={area} className="figure-area on-white">
      {failure !== undefined ? (
        <p className="chart-failure">{failure}</p>
      ) : tables === undefined || Picture === undefined || width === 0 ? (
        <div className="chart-skeleton" style={{ height: heightFor(style, width || 400) }} aria-hidden />
      ) : printed && kind !== undefined ? (
        <ChartBoundary drawnFrom={style}>
          <PrintedFigure kind={kind} figure={figure} tables={tables} style={style} words={words} notices={NO_NOTICES} width={width} />
        </ChartBoundary>
      ) : (
        <ChartBoundary drawnFrom={tables}>
          <Picture figure={figure} tables={tables} style={style} words={words} width={width} />
        </ChartBoundary>
      )}
    </div>
  );
}

function tablesOf(tool: ToldTool, figure: ToldFigure, preview: Preview | undefined): Record<string, ColumnarTable> | undefined {
  if (preview === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(figure.tables).flatMap(([role, id]) => {
      const declared = tool.tables[id];
      const text = preview.tables[id];
      return declared === undefined || text === undefined ? [] : [[role, parseTsv(text, declared)]];
    }),
  );
}
