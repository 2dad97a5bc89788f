import { inWordsOf, rowSubjectOf } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import {
  classify,
  countClasses,
  indexOfNames,
  largestPassingP,
  minusLog10,
  nearestToSignificant,
  smallestP,
  UNCHANGED,
} from './differential.ts';
import {
  classLegend,
  classLooks,
  classWords,
  contrastWords,
  nearestNote,
  thinningNote,
  writeDecimal,
  writeP,
} from './differential-points.ts';
import { spanOf, symmetricSpan } from './scale.ts';
import { Scatter } from './scatter.tsx';
import { type OpenSpan, spanText } from './scatter-data.ts';
import { numbersOf, styleFlag, styleList, styleNumber, styleText, tableOf, textsOf } from './table.ts';
import { plainTitle } from './title-marks.ts';
import type { ChartProps } from './types.ts';

/** Arrow keys walk over these many when nothing is significant. */
const STOPS_WITHOUT_SIGNIFICANT = 50;

/** P bounds from −log10 bounds: the order turns round. */
function pSpan(y: OpenSpan): OpenSpan {
  return { low: y.high === null ? null : 10 ** -y.high, high: y.low === null ? null : 10 ** -y.low };
}

/**
 * Volcano plot: effect against −log10 P. Table `points`; columns `label`, `x`, `p`, `padj`, and where it is not the adjusted P that decides what is
 * significant, `judged`. Thresholds are the style's `log2fc` and `padj`, or `pvalue_threshold`.
 */
export default function Volcano(props: ChartProps) {
  const { figure, tables, style, words, width, highlight } = props;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, figure.columns.label);
  const x = numbersOf(table, figure.columns.x);
  const p = numbersOf(table, figure.columns.p);
  const padj = numbersOf(table, figure.columns.padj);
  const judged = numbersOf(table, figure.columns.judged ?? figure.columns.padj);
  const log2fc = styleNumber(style, 'log2fc', 1);
  const subject = rowSubjectOf(words);
  const cut = styleNumber(style, 'padj', styleNumber(style, 'pvalue_threshold', 0.05));
  const top = styleNumber(style, 'label_top', 0);
  const chosen = styleList(style, 'label_genes');

  const y = useMemo(() => minusLog10(p), [p]);
  const rows = useMemo(() => indexOfNames(names), [names]);
  const classes = useMemo(() => classify(x, judged, log2fc, cut), [x, judged, log2fc, cut]);
  const counts = useMemo(() => countClasses(classes, x, y), [classes, x, y]);
  const data = useMemo(() => ({ names, x, y, looks: classes }), [names, x, y, classes]);
  const significant = useMemo(() => smallestP(p, p.length, (i) => classes[i] !== UNCHANGED && Number.isFinite(x[i])), [p, x, classes]);
  const stops = useMemo(
    () => (significant.length > 0 ? significant : smallestP(p, STOPS_WITHOUT_SIGNIFICANT, (i) => Number.isFinite(x[i]))),
    [significant, p, x],
  );
  const nearest = useMemo(
    () => (significant.length > 0 ? [] : nearestToSignificant(x, p, judged, log2fc, top)),
    [significant, x, p, judged, log2fc, top],
  );
  const labelled = useMemo(() => {
    const wanted = chosen.map((gene) => rows.get(gene.toUpperCase())).filter((row) => row !== undefined);
    return [...new Set([...wanted, ...(significant.length > 0 ? significant.slice(0, top) : nearest)])];
  }, [chosen, rows, significant, nearest, top]);
  const home = useMemo(() => {
    const highest = spanOf(y)?.[1] ?? 1;
    return { x: symmetricSpan(spanOf(x), 1), y: [0, Math.max(highest, 1) * 1.06] as const };
  }, [x, y]);
  const looks = useMemo(() => classLooks(style), [style]);
  const classNames = useMemo(() => classWords(figure), [figure]);
  const legend = useMemo(() => classLegend(counts, looks, classNames), [counts, looks, classNames]);
  const effect = plainTitle(styleText(style, 'axis_title_x', 'log2FC'));
  const contrast = contrastWords(words);
  const titles = useMemo(() => ({ x: `log~2~(FC)${contrast === '' ? '' : `　${contrast}`}`, y: '−log~10~(P)' }), [contrast]);
  const guides = useMemo(() => {
    if (!styleFlag(style, 'show_thresholds', true)) return [];
    const sides = log2fc > 0 ? [-log2fc, log2fc] : [0];
    const line = -Math.log10(largestPassingP(p, judged, cut));
    return [
      ...sides.map((value) => ({ axis: 'x' as const, value })),
      ...(Number.isFinite(line) ? [{ axis: 'y' as const, value: line }] : []),
    ];
  }, [style, log2fc, p, judged, cut]);

  return (
    <Scatter
      data={data}
      looks={looks}
      thinned={UNCHANGED}
      home={home}
      titles={titles}
      legend={legend}
      guides={guides}
      labelled={labelled}
      italic={subject === 'gene'}
      stops={stops}
      describe={(row) => ({
        name: names[row] as string,
        italic: subject === 'gene',
        tag: classNames[classes[row] as 0 | 1 | 2],
        rows: [
          [effect, writeDecimal(x[row])],
          ['P', writeP(p[row])],
          ['校正后 P', writeP(padj[row])],
        ],
      })}
      rangeText={(xs, ys) =>
        [spanText(effect, xs, writeDecimal), spanText('P', pSpan(ys), writeP)].filter((part) => part !== '').join('，')
      }
      note={(omitted, unplaced) =>
        inWordsOf(
          nearestNote(nearest.map((row) => padj[row] as number)) +
            thinningNote(counts, omitted) +
            (unplaced > 0 ? `有 ${unplaced} 个基因名放不下，没有写出；放大图面可以看到。` : ''),
          subject,
        )
      }
      style={style}
      width={width}
      alternative={words.alternative ?? figure.title}
      highlighted={highlight === undefined ? null : (rows.get(highlight.toUpperCase()) ?? null)}
      onSelect={props.onSelect}
      onPointClick={props.onPointClick}
    />
  );
}
