import { formatCount, rowSubjectOf } from '@oncoloom/tool-kit';
import { facetsOf } from '../../data/facets.ts';
import { SUBJECT_WORDS, subjectOf } from '../../data/subject.ts';
import { numbersOf, optionalTexts, styleNumber, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { padSpan } from '../../plot/axes/scale.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import { linePoints, spanWithLines } from '../../points/lines.ts';
import { omittedNote } from '../../points/omitted-note.ts';
import { spanText } from '../../points/scatter-data.ts';
import { type ScatterModel, STOPS_MAX } from '../../points/scatter-model.ts';
import type { ScatterKind } from '../kind.ts';

const TITLES = { x: '均值的秩', y: '标准差' };

/**
 * Standard deviation against the rank of the mean, with a running median. Tables `points`: columns `label`, `x` (rank), `y` (sd),
 * optionally `mean`, `facet`; `trend`: columns `trend_x`, `trend_y`, and `facet` where the points have it.
 */
function model({ figure, tables, style, words }: FigureData): ScatterModel {
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const trend = tableOf(tables, 'trend');
  const names = textsOf(table, columns.label);
  const x = numbersOf(table, columns.x);
  const y = numbersOf(table, columns.y);
  const mean = columns.mean === undefined ? null : numbersOf(table, columns.mean);
  const [pointColour, lineColour] = [styleText(style, 'point_color', '#8fa3ad'), styleText(style, 'line_color', '#D55E00')];
  const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
  const trendFacets = facetsOf(optionalTexts(trend, columns.facet), trend.rowCount);
  const medians = linePoints(trendFacets, facets.names, numbersOf(trend, columns.trend_x), numbersOf(trend, columns.trend_y));
  const lines = medians.map((points) => [{ points, colour: lineColour, width: styleNumber(style, 'line_width', 2) }]);
  const [lowest, highest] = spanWithLines(y, lines.flat(), 1) ?? [0, 1];
  const home = {
    x: padSpan(spanWithLines(x, lines.flat(), 0) ?? [0, 1], 0.02),
    y: [Math.min(lowest, 0), Math.max(highest, 0) * 1.04] as const,
  };
  const perPanel = facets.rows[0]?.length ?? 0;
  const drawn = facets.rows[0]?.filter((row) => Number.isFinite(x[row]) && Number.isFinite(y[row])).length ?? 0;
  const italic = subjectOf(figure, words) === 'gene';
  return {
    names,
    x,
    y,
    look: new Uint8Array(names.length),
    looks: [{ colour: pointColour, radius: styleNumber(style, 'point_size', 1.6), opacity: styleNumber(style, 'point_opacity', 0.72) }],
    thinned: 0,
    legend: [
      { label: SUBJECT_WORDS[rowSubjectOf(words)], colour: pointColour, count: formatCount(drawn) },
      { label: '移动中位数', colour: lineColour, count: '', mark: 'line' },
    ],
    guides: [],
    italic,
    panels: facets.names.map((name, i) => {
      const rows = facets.rows[i] ?? [];
      return { name, rows, home, lines: lines[i] ?? [], titles: TITLES, text: '', labelled: [], stops: rows.slice(0, STOPS_MAX) };
    }),
    style,
    describe: (row) => ({
      name: names[row] as string,
      italic,
      tag: '',
      rows: [
        ['标准差', writeDecimal(y[row])],
        ...(mean === null ? [] : [['均值', writeDecimal(mean[row])] as const]),
        ['均值的秩', formatCount(x[row] as number)],
      ],
    }),
    rangeText: (xs, ys) =>
      [spanText(TITLES.x, xs, formatCount), spanText(TITLES.y, ys, writeDecimal)].filter((part) => part !== '').join('，'),
    note: (omitted) => omittedNote(perPanel, omitted),
  };
}

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '均值的秩', en: 'Rank of mean' },
  { zh: '标准差', en: 'Standard deviation' },
  { zh: '移动中位数', en: 'Running median' },
  { zh: '基因', en: 'Gene' },
  { zh: '探针', en: 'Probe' },
];

export const kind: ScatterKind = { family: 'scatter', words, model };
