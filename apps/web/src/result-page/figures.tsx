import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import { FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/formats';
import { completeStyle, type FigureDeclaration, fillTemplate, type ToolDefinition, type Value } from '@oncoloom/tool-kit';
import { useCallback, useMemo, useState } from 'react';
import { FigureCard } from '../charts/figure-card.tsx';
import { leftOver } from './left-over.ts';
import { otherThresholds } from './other-thresholds.ts';
import { type ResultAccess, useResultAccess } from './result-access.ts';
import { ThresholdsNote } from './thresholds-note.tsx';
import { useFigureStyle } from './use-figure-style.ts';
import { useFigureTables } from './use-tables.ts';

interface FigureProps {
  analysis: Analysis;
  result: AnalysisResult;
  tool: ToolDefinition;
  id: string;
  figure: FigureDeclaration;
  onOnlyThese: ((genes: string[]) => void) | undefined;
  /** Takes a row of its own without being wide. */
  alone: boolean;
}

async function download(access: ResultAccess, result: AnalysisResult, fileKey: string): Promise<void> {
  const file = result.files.find(({ file_key }) => file_key === fileKey);
  if (file !== undefined) await access.download(file.file_key, file.filename);
}

/** A figure's file. The list has the everyday formats; any other is called like its PDF, with its own ending. */
async function downloadFigure(access: ResultAccess, result: AnalysisResult, id: string, format: FigureFormat): Promise<void> {
  const pdf = result.files.find(({ file_key }) => file_key === `${id}_pdf`);
  if (pdf === undefined) return;
  const name = pdf.filename.slice(0, -FIGURE_FORMATS.pdf.suffix.length);
  await access.download(`${id}_${format}`, `${name}${FIGURE_FORMATS[format].suffix}`);
}

/** One figure of a result with its numbers, its editor and its files. */
function Figure({ analysis, result, tool, id, figure, onOnlyThese, alone }: FigureProps) {
  const [near, setNear] = useState(false);
  const { tables, failure } = useFigureTables(analysis, tool, figure.tables, near);
  const defaults = useMemo(
    // A request's values are what the declaration's parameters take; fields of other kinds have no style of their name.
    () => completeStyle(tool, id, analysis.parameters as Record<string, Value>),
    [tool, id, analysis.parameters],
  );
  const access = useResultAccess(analysis.id);
  const { style, change, saved } = useFigureStyle(analysis, id, defaults);
  const words = useMemo(
    () => ({ ...result.words, alternative: result.alternatives[id] ?? '', caption: result.captions[id] ?? '' }),
    [result, id],
  );
  const titled = useMemo(() => ({ ...figure, title: fillTemplate(figure.title, result.words) }), [figure, result.words]);
  return (
    <FigureCard
      figure={titled}
      tables={tables}
      failure={failure}
      style={style}
      defaults={defaults}
      words={words}
      {...(!access.readOnly && { onStyleChange: change })}
      onDownload={async (format) => {
        if (await saved()) await downloadFigure(access, result, id, format);
      }}
      onShowData={async () => {
        for (const table of new Set(Object.values(figure.tables))) await download(access, result, `${table}_tsv`);
      }}
      onOnlyThese={onOnlyThese}
      onNear={useCallback(() => setNear(true), [])}
      alone={alone}
      note={<ThresholdsNote analysis={analysis} thresholds={otherThresholds(tool, figure, style, analysis.parameters)} />}
    />
  );
}

/** Figures in a grid of two columns, one left over on a row of its own; on a phone one below the other. */
export function Figures(
  props: Omit<FigureProps, 'id' | 'figure' | 'alone'> & { figures: readonly (readonly [string, FigureDeclaration])[] },
) {
  const { figures, ...rest } = props;
  if (figures.length === 0) return null;
  const alone = leftOver(figures.map(([, figure]) => figure.wide === true));
  return (
    <div className="figures">
      {figures.map(([id, figure], i) => (
        <Figure key={id} {...rest} id={id} figure={figure} alone={alone.has(i)} />
      ))}
    </div>
  );
}
