import type { Analysis, AnalysisResult } from '@oncoloom/contract';
import type { FigureStyle } from '@oncoloom/figures';
import { ALL_FORMATS, FIGURE_FORMATS } from '@oncoloom/figures/formats';
import type { Told, ToldFigure, ToldTool } from '@oncoloom/tool-kit';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNear } from '../base/hooks/use-near.ts';
import '../charts/figure-card.css';
import { PrintedFigure } from '../charts/printed-figure.tsx';
import { useChart } from '../charts/use-chart.ts';
import { useWidth } from '../charts/use-size.ts';
import { useFigureTables } from '../result-data/use-tables.ts';
import { EnglishFile } from './english-file.tsx';
import { wordsIn } from './words.ts';

interface Props {
  analysis: Analysis;
  result: AnalysisResult;
  tool: ToldTool;
  id: string;
  figure: ToldFigure;
  title: string;
}

const say = wordsIn('en');

/** A figure as its English file has it, with its legend. */
export function EnglishFigure({ analysis, result, tool, id, figure, title }: Props) {
  const card = useRef<HTMLElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area);
  const [near, setNear] = useState(false);
  useNear(
    card,
    useCallback(() => setNear(true), []),
  );
  const { tables, failure } = useFigureTables(analysis, tool, figure.tables, near);
  const { kind, failure: unfetched } = useChart(figure.chart);
  const legend = result.legends[id]?.en ?? title;
  const words = useMemo(() => ({ ...result.words, caption: '', alternative: result.alternatives[id] ?? title }), [result, id, title]);
  const titled = useMemo(() => ({ ...figure, title }), [figure, title]);
  const failed = failure !== undefined || unfetched !== undefined;
  return (
    <section ref={card} className="card figure-card" style={figure.wide === true ? { gridColumn: '1 / -1' } : undefined} aria-label={title}>
      <header className="figure-head">
        <h2 className="card-title">{title}</h2>
        <div className="figure-actions">
          {ALL_FORMATS.map((format) => (
            <EnglishFile key={format} fileKey={`${id}_${format}`} name={`${id}${FIGURE_FORMATS[format].suffix}`}>
              {format.replace(
                /^([a-z]+)(\d*)$/,
                (_, kindOf: string, dpi: string) => `${kindOf.toUpperCase()}${dpi === '' ? '' : ` ${dpi} dpi`}`,
              )}
            </EnglishFile>
          ))}
        </div>
      </header>
      <div className="figure-main">
        <div ref={area} className="figure-area english-figure">
          {failed && <p className="chart-failure">{say('figureFailed')}</p>}
          {!failed && tables !== undefined && kind !== undefined && width > 0 && (
            <PrintedFigure
              kind={kind}
              figure={titled}
              tables={tables}
              style={(result.styles[id] ?? {}) as FigureStyle}
              words={words}
              notices={result.notices[id] ?? NO_NOTICES}
              width={width}
              quiet
            />
          )}
        </div>
        <p className="figure-caption">{legend}</p>
      </div>
    </section>
  );
}

const NO_NOTICES: readonly Told[] = [];
