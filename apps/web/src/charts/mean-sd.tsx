import { formatCount, rowSubjectOf } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { writeDecimal } from './differential-points.ts';
import { facetsOf } from './facets.ts';
import { omittedNote } from './omitted-note.ts';
import { padSpan } from './scale.ts';
import { spanText } from './scatter-data.ts';
import { linePoints, ScatterPanels, spanWithLines } from './scatter-panels.tsx';
import { SUBJECT_WORDS, subjectOf } from './subject.ts';
import { numbersOf, optionalTexts, styleNumber, styleText, tableOf, textsOf } from './table.ts';
import type { ChartProps } from './types.ts';

const TITLES = { x: '均值的秩', y: '标准差' };
const ONE_LOOK = () => 0;

/**
 * Standard deviation against the rank of the mean, with a running median. Tables `points`: columns `label`, `x` (rank), `y` (sd),
 * optionally `mean`, `facet`; `trend`: columns `trend_x`, `trend_y`, and `facet` where the points have it.
 */
export default function MeanSd(props: ChartProps) {
  const { figure, tables, style, words } = props;
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const trend = tableOf(tables, 'trend');
  const names = textsOf(table, columns.label);
  const x = numbersOf(table, columns.x);
  const y = numbersOf(table, columns.y);
  const mean = columns.mean === undefined ? null : numbersOf(table, columns.mean);
  const [pointColour, lineColour] = [styleText(style, 'point_color', '#8fa3ad'), styleText(style, 'line_color', '#D55E00')];
  const panels = useMemo(() => {
    const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
    const trendFacets = facetsOf(optionalTexts(trend, columns.facet), trend.rowCount);
    const medians = linePoints(trendFacets, facets.names, numbersOf(trend, columns.trend_x), numbersOf(trend, columns.trend_y));
    const lines = medians.map((points) => [{ points, colour: lineColour }]);
    const home = {
      x: padSpan(spanWithLines(x, lines.flat(), 0) ?? [0, 1], 0.02),
      y: [0, (spanWithLines(y, lines.flat(), 1)?.[1] ?? 1) * 1.04] as const,
    };
    return facets.names.map((name, i) => ({ name, rows: facets.rows[i] ?? [], home, lines: lines[i] ?? [], titles: TITLES, text: '' }));
  }, [table, trend, columns, x, y, lineColour]);
  const looks = useMemo(
    () => [{ colour: pointColour, radius: styleNumber(style, 'point_size', 1.6), opacity: styleNumber(style, 'point_opacity', 0.6) }],
    [style, pointColour],
  );
  const perPanel = panels[0]?.rows.length ?? 0;
  const rowWord = SUBJECT_WORDS[rowSubjectOf(words)];
  const legend = useMemo(
    () => [
      { label: rowWord, colour: pointColour, count: formatCount(perPanel) },
      { label: '移动中位数', colour: lineColour, count: '', mark: 'line' as const },
    ],
    [pointColour, lineColour, perPanel, rowWord],
  );
  const italic = subjectOf(figure, words) === 'gene';
  return (
    <ScatterPanels
      chart={props}
      panels={panels}
      names={names}
      x={x}
      y={y}
      look={ONE_LOOK}
      looks={looks}
      thinned={0}
      legend={legend}
      italic={italic}
      describe={(row) => ({
        name: names[row] as string,
        italic,
        tag: '',
        rows: [
          ['标准差', writeDecimal(y[row])],
          ...(mean === null ? [] : [['均值', writeDecimal(mean[row])] as const]),
          ['均值的秩', formatCount(x[row] as number)],
        ],
      })}
      rangeText={(xs, ys) =>
        [spanText(TITLES.x, xs, formatCount), spanText(TITLES.y, ys, writeDecimal)].filter((part) => part !== '').join('，')
      }
      note={(omitted) => omittedNote(perPanel, omitted)}
    />
  );
}
