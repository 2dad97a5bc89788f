import { CHANGES, rowSubjectOf } from '@oncoloom/tool-kit';
import { facetsOf } from '../../data/facets.ts';
import { indexOfNames } from '../../data/names.ts';
import { SUBJECT_WORDS } from '../../data/subject.ts';
import { numbersOf, optionalTexts, styleFlag, styleList, styleNumber, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, FigureStyle } from '../../data/types.ts';
import { spanOf, symmetricSpan } from '../../plot/axes/scale.ts';
import {
  classify,
  countClasses,
  largestPassingP,
  minusLog10,
  nearestToSignificant,
  smallestP,
  UNCHANGED,
} from '../../points/differential.ts';
import {
  changeName,
  changeTitle,
  classLegend,
  classLooks,
  classWords,
  nearestNote,
  thinningNote,
  writeDecimal,
  writeP,
} from '../../points/differential-points.ts';
import type { Guide } from '../../points/lines.ts';
import { omittedInPanel } from '../../points/omitted-note.ts';
import { type OpenSpan, spanText } from '../../points/scatter-data.ts';
import type { ScatterModel } from '../../points/scatter-model.ts';
import { plainTitle } from '../../text/title-marks.ts';
import type { ScatterKind } from '../kind.ts';

/** Arrow keys walk over these many when nothing is significant. */
const STOPS_WITHOUT_SIGNIFICANT = 50;

/** P bounds from −log10 bounds: the order turns round. */
function pSpan(y: OpenSpan): OpenSpan {
  return { low: y.high === null ? null : 10 ** -y.high, high: y.low === null ? null : 10 ** -y.low };
}

/** Dashed lines at the thresholds; the horizontal one at the largest P whose adjusted value passes, which NaN leaves out. */
function thresholdsOf(style: FigureStyle, log2fc: number, passing: number): Guide[] {
  if (!styleFlag(style, 'show_thresholds', true)) return [];
  const sides = log2fc > 0 ? [-log2fc, log2fc] : [0];
  const line = -Math.log10(passing);
  const width = styleNumber(style, 'line_width', 1);
  return [
    ...sides.map((value): Guide => ({ axis: 'x', value, width })),
    ...(Number.isFinite(line) ? [{ axis: 'y' as const, value: line, width }] : []),
  ];
}

/**
 * Volcano plot: effect against −log10 P. Table `points`; columns `label`, `x`, `p`, `padj`, where it is not the adjusted P that
 * decides what is significant `judged`, and `facet` where several comparisons stand side by side. Thresholds are the style's
 * `log2fc` and `padj`, or `pvalue_threshold`.
 */
function model({ figure, tables, style, words }: FigureData): ScatterModel {
  const table = tableOf(tables, 'points');
  const names = textsOf(table, figure.columns.label);
  const x = numbersOf(table, figure.columns.x);
  const p = numbersOf(table, figure.columns.p);
  const padj = numbersOf(table, figure.columns.padj);
  const judged = numbersOf(table, figure.columns.judged ?? figure.columns.padj);
  const log2fc = styleNumber(style, 'log2fc', 1);
  const cut = styleNumber(style, 'padj', styleNumber(style, 'pvalue_threshold', 0.05));
  const top = styleNumber(style, 'label_top', 0);

  const y = minusLog10(p);
  const classes = classify(x, judged, log2fc, cut);
  const counts = countClasses(classes, x, y);
  const significant = smallestP(p, p.length, (i) => classes[i] !== UNCHANGED && Number.isFinite(x[i]));
  const none = significant.length === 0;
  const facets = facetsOf(optionalTexts(table, figure.columns.facet), table.rowCount);
  const several = facets.names.length > 1;
  const nearest = none && !several ? nearestToSignificant(x, p, judged, log2fc, top) : [];
  const wanted = facets.rows.flatMap((own) => {
    const rows = indexOfNames(own.map((row) => names[row] as string));
    return styleList(style, 'label_genes').flatMap((gene) => own[rows.get(gene.toUpperCase()) ?? -1] ?? []);
  });
  const looks = classLooks(style);
  const classNames = classWords(figure);
  const effect = plainTitle(styleText(style, 'axis_title_x', changeName(words)));
  const subject = rowSubjectOf(words);
  const rowWord = SUBJECT_WORDS[subject];
  return {
    names,
    x,
    y,
    look: classes,
    looks,
    thinned: UNCHANGED,
    legend: classLegend(counts, looks, classNames),
    // Each comparison is adjusted by itself, so that the P that passes differs from panel to panel.
    guides: thresholdsOf(style, log2fc, several ? Number.NaN : largestPassingP(p, judged, cut)),
    italic: subject === 'gene',
    panels: facets.names.map((name, i) => {
      const inside = (row: number) => facets.of[row] === i;
      const own = significant.filter(inside);
      return {
        name,
        rows: facets.rows[i] ?? [],
        home: { x: symmetricSpan(spanOf(x), 1), y: [0, Math.max(spanOf(y)?.[1] ?? 1, 1) * 1.06] },
        lines: [],
        titles: { x: changeTitle(words, style), y: '−log~10~(P)' },
        text: '',
        labelled: [...new Set([...wanted.filter(inside), ...(own.length === 0 ? nearest : own.slice(0, top))])],
        stops: own.length > 0 ? own : smallestP(p, STOPS_WITHOUT_SIGNIFICANT, (row) => inside(row) && Number.isFinite(x[row])),
      };
    }),
    style,
    describe: (row) => ({
      name: names[row] as string,
      italic: subject === 'gene',
      tag: classNames[classes[row] as 0 | 1 | 2],
      rows: [
        [effect, writeDecimal(x[row])],
        ['P', writeP(p[row])],
        ['校正后 P', writeP(padj[row])],
      ],
    }),
    rangeText: (xs, ys) => [spanText(effect, xs, writeDecimal), spanText('P', pSpan(ys), writeP)].filter((part) => part !== '').join('，'),
    note: (omitted, unplaced) =>
      nearestNote(
        nearest.map((row) => padj[row] as number),
        rowWord,
      ) +
      // The counts are of all panels, what is omitted is of one.
      (several ? omittedInPanel(omitted, rowWord) : thinningNote(counts, omitted, rowWord)) +
      (unplaced > 0 ? `有 ${unplaced} 个${rowWord}名放不下，没有写出；放大图面可以看到。` : ''),
  };
}

export const kind: ScatterKind = { family: 'scatter', words: Object.values(CHANGES), model };
