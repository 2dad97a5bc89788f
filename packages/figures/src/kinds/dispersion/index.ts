import { formatCount, formatDecimal } from '@oncoloom/tool-kit';
import { subjectOf } from '../../data/subject.ts';
import { numbersOf, styleNumber, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { formatLogTick, logTicksOf } from '../../plot/axes/log-ticks.ts';
import { padSpan } from '../../plot/axes/scale.ts';
import type { FrameOptions } from '../../plot/plot-frame.ts';
import { spanWithLines } from '../../points/lines.ts';
import { omittedNote } from '../../points/omitted-note.ts';
import { type OpenSpan, spanText } from '../../points/scatter-data.ts';
import { type ScatterModel, STOPS_MAX } from '../../points/scatter-model.ts';
import type { ScatterKind } from '../kind.ts';
import { dispersionPoints, ESTIMATE, FINAL, fittedLine, OUTLIER } from './dispersion-points.ts';

const TITLES = { x: '标准化计数的平均值', y: '离散度' };
const TICKS: FrameOptions['ticks'] = {
  x: (scale, wanted) => logTicksOf(scale, wanted ?? 70, wanted !== undefined),
  y: (scale, wanted) => logTicksOf(scale, wanted ?? 40, wanted !== undefined),
};
const KIND_WORDS = ['离群基因', '最终值', '基因自身的估计'] as const;

/** Bounds of a logarithmic axis as numbers. */
function powers({ low, high }: OpenSpan): OpenSpan {
  return { low: low === null ? null : 10 ** low, high: high === null ? null : 10 ** high };
}

/** 0.0321; very small ones as 1e−8. */
function writeDispersion(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '—';
  return value < 0.001 ? formatLogTick(value) : formatDecimal(value, 3);
}

/**
 * DESeq2's dispersions against the mean on logarithmic axes. Table `points`, a row per gene; columns `label`, `mean`, `estimate`
 * (the gene's own), `fitted`, `final`, `outlier` (flag: the gene's own estimate was kept).
 */
function model({ figure, tables, style, words }: FigureData): ScatterModel {
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const genes = textsOf(table, columns.label);
  const mean = numbersOf(table, columns.mean);
  const estimate = numbersOf(table, columns.estimate);
  const fitted = numbersOf(table, columns.fitted);
  const final = numbersOf(table, columns.final);
  const outlier = textsOf(table, columns.outlier).map((flag) => flag === 'TRUE');
  const colours = {
    estimate: styleText(style, 'estimate_color', '#8fa3ad'),
    fitted: styleText(style, 'fitted_color', '#D55E00'),
    final: styleText(style, 'final_color', '#0072B2'),
  };
  const points = dispersionPoints({ mean, estimate, final, outlier });
  const lines = [{ ...fittedLine(mean, fitted, colours.fitted), width: styleNumber(style, 'line_width', 2) }];
  const [radius, opacity] = [styleNumber(style, 'point_size', 1.6), styleNumber(style, 'point_opacity', 0.6)];
  const countOf = (kind: number) => points.kind.reduce((sum, own) => sum + (own === kind ? 1 : 0), 0);
  const rows = [...points.gene.keys()];
  const italic = subjectOf(figure, words) === 'gene';
  return {
    names: Array.from(points.gene, (row) => genes[row] as string),
    x: points.x,
    y: points.y,
    look: points.kind,
    looks: [
      { colour: colours.final, radius: radius + 1.6, opacity: 1, shape: 'ring' },
      { colour: colours.final, radius, opacity },
      { colour: colours.estimate, radius, opacity },
    ],
    thinned: ESTIMATE,
    legend: [
      { label: KIND_WORDS[ESTIMATE], colour: colours.estimate, count: '' },
      { label: '拟合曲线', colour: colours.fitted, count: '', mark: 'line' },
      { label: KIND_WORDS[FINAL], colour: colours.final, count: '' },
      { label: KIND_WORDS[OUTLIER], colour: colours.final, count: formatCount(countOf(OUTLIER)), mark: 'ring' },
    ],
    guides: [],
    ticks: TICKS,
    places: { x: Math.log10, y: Math.log10 },
    italic,
    panels: [
      {
        name: '',
        rows,
        home: {
          x: padSpan(spanWithLines(points.x, lines, 0) ?? [0, 1], 0.03),
          y: padSpan(spanWithLines(points.y, lines, 1) ?? [-1, 0], 0.03),
        },
        lines,
        titles: TITLES,
        text: '',
        labelled: [],
        stops: rows.slice(0, STOPS_MAX),
      },
    ],
    style,
    describe: (row) => {
      const gene = points.gene[row] as number;
      return {
        name: genes[gene] as string,
        italic,
        tag: KIND_WORDS[points.kind[row] as 0 | 1 | 2],
        rows: [
          ['平均计数', formatCount(mean[gene] as number)],
          ['自身的估计', writeDispersion(estimate[gene])],
          ['拟合值', writeDispersion(fitted[gene])],
          ['最终值', writeDispersion(final[gene])],
        ],
      };
    },
    rangeText: (xs, ys) =>
      [spanText('平均计数', powers(xs), formatCount), spanText('离散度', powers(ys), writeDispersion)]
        .filter((part) => part !== '')
        .join('，'),
    note: (omitted) => omittedNote(countOf(ESTIMATE), omitted),
  };
}

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '标准化计数的平均值', en: 'Mean of normalized counts' },
  { zh: '离散度', en: 'Dispersion' },
  { zh: '离群基因', en: 'Outlier' },
  { zh: '最终值', en: 'Final' },
  { zh: '基因自身的估计', en: 'Gene-wise estimate' },
  { zh: '拟合曲线', en: 'Fitted curve' },
];

export const kind: ScatterKind = { family: 'scatter', words, model };
