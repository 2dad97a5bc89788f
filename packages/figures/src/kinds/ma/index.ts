import { CHANGES, rowSubjectOf } from '@oncoloom/tool-kit';
import { SUBJECT_WORDS } from '../../data/subject.ts';
import { numbersOf, styleNumber, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { padSpan, spanOf } from '../../plot/axes/scale.ts';
import { classify, countClasses, UNCHANGED } from '../../points/differential.ts';
import {
  CLASS_WORDS,
  changeName,
  changeTitle,
  classLegend,
  classLooks,
  meanTitle,
  thinningNote,
  writeDecimal,
  writeP,
} from '../../points/differential-points.ts';
import { spanText } from '../../points/scatter-data.ts';
import type { ScatterModel } from '../../points/scatter-model.ts';
import type { ScatterKind } from '../kind.ts';

const STOPS_WITHOUT_SIGNIFICANT = 50;

/** MA plot: effect against mean expression. Table `points`; columns `label`, `x` (mean), `y` (effect), `padj`. */
function model({ figure, tables, style, words }: FigureData): ScatterModel {
  const table = tableOf(tables, 'points');
  const names = textsOf(table, figure.columns.label);
  const x = numbersOf(table, figure.columns.x);
  const y = numbersOf(table, figure.columns.y);
  const padj = numbersOf(table, figure.columns.padj);
  const classes = classify(y, padj, styleNumber(style, 'log2fc', 1), styleNumber(style, 'padj', 0.05));
  const counts = countClasses(classes, x, y);
  const rows = [...names.keys()];
  const significant = rows.filter((i) => classes[i] !== UNCHANGED);
  const looks = classLooks(style);
  const subject = rowSubjectOf(words);
  return {
    names,
    x,
    y,
    look: classes,
    looks,
    thinned: UNCHANGED,
    legend: classLegend(counts, looks),
    guides: [{ axis: 'y', value: 0, width: styleNumber(style, 'line_width', 1) }],
    italic: subject === 'gene',
    panels: [
      {
        name: '',
        rows,
        home: { x: padSpan(spanOf(x) ?? [0, 1], 0.04), y: padSpan(spanOf(y) ?? [-1, 1], 0.08) },
        lines: [],
        titles: { x: meanTitle(words), y: changeTitle(words, style) },
        text: '',
        labelled: [],
        stops: significant.length > 0 ? significant : rows.slice(0, STOPS_WITHOUT_SIGNIFICANT),
      },
    ],
    style,
    describe: (row) => ({
      name: names[row] as string,
      italic: subject === 'gene',
      tag: CLASS_WORDS[classes[row] as 0 | 1 | 2],
      rows: [
        [changeName(words), writeDecimal(y[row])],
        ['平均表达', writeDecimal(x[row])],
        ['校正后 P', writeP(padj[row])],
      ],
    }),
    rangeText: (xs, ys) =>
      [spanText('平均表达', xs, writeDecimal), spanText(changeName(words), ys, writeDecimal)].filter((part) => part !== '').join('，'),
    note: (omitted) => thinningNote(counts, omitted, SUBJECT_WORDS[subject]),
  };
}

/** Names that stand in it, beside those of its data. */
const words = [
  { zh: '平均表达', en: 'Mean expression' },
  { zh: '平均表达（log~2~）', en: 'Mean expression (log~2~)' },
  ...Object.values(CHANGES),
];

export const kind: ScatterKind = { family: 'scatter', words, model };
