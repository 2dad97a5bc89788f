import { type Group, groupsOf } from '../../data/groups.ts';
import { SUBJECT_WORDS, type Subject, subjectOf } from '../../data/subject.ts';
import { ChartDataError, numbersOf, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { type AnnotationBar, annotationBarsOf } from './annotation-bars.ts';
import { countValues, gridOf } from './cells.ts';
import { type Trees, treesOf } from './tree.ts';

export interface HeatmapData {
  genes: readonly string[];
  samples: readonly string[];
  /** Group of each sample, empty where it has none. */
  membership: readonly string[];
  groups: readonly Group[];
  /** Further bars over the columns. */
  bars: readonly AnnotationBar[];
  /** The same items on both sides: the cells are squares, and both sides are named together. */
  square: boolean;
  subject: Subject;
  trees: Trees;
}

/** Group of each sample by the table `samples`. */
function membershipOf({ figure, tables }: FigureData, samples: readonly string[]): string[] {
  if (tables.samples === undefined) return samples.map(() => '');
  const listed = textsOf(tables.samples, figure.columns.sample);
  const group = textsOf(tables.samples, figure.columns.group);
  const byName = new Map(listed.map((sample, i) => [sample, group[i] ?? '']));
  return samples.map((sample) => byName.get(sample) ?? '');
}

const labelColumn = ({ figure }: FigureData) => figure.columns.label ?? 'gene';

/** Everything of a heatmap but its cells. Throws `ChartDataError` where there is no row or no column. */
export function readHeatmap(data: FigureData): HeatmapData {
  const { figure, tables, style, words } = data;
  const table = tableOf(tables, 'cells');
  const genes = textsOf(table, labelColumn(data));
  const samples = table.order.filter((name) => name !== labelColumn(data));
  const subject = subjectOf(figure, words);
  if (genes.length === 0) throw new ChartDataError(`没有${SUBJECT_WORDS[subject]}可画：没有缺失值、数值又有变化的太少`);
  if (samples.length === 0) throw new ChartDataError('没有样本可画');
  const membership = membershipOf(data, samples);
  const groups = groupsOf(membership, words, style).filter(({ name }) => name !== '');
  return {
    genes,
    samples,
    membership,
    groups,
    bars: annotationBarsOf(data, samples, groups.length),
    square: genes.length === samples.length && samples.every((name, i) => name === genes[i]),
    subject,
    trees: treesOf(tables.tree),
  };
}

/** The cells, row by row, and what they are. Throws `ChartDataError` where none is a number. */
export function readCells(data: FigureData, { genes, samples, subject }: HeatmapData) {
  const table = tableOf(data.tables, 'cells');
  const columns = samples.map((sample) => numbersOf(table, sample));
  const grid = gridOf(columns, table.rowCount);
  const counts = countValues(grid);
  if (counts.finite === 0)
    throw new ChartDataError(
      `${genes.length} 个${SUBJECT_WORDS[subject]}、${samples.length} 个样本里没有一个数值可画：都是缺失或无穷大。请检查输入的数值`,
    );
  return { grid, ...counts };
}
