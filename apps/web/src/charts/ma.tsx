import { inWordsOf, rowSubjectOf } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { classify, countClasses, indexOfNames, UNCHANGED } from './differential.ts';
import { CLASS_WORDS, classLegend, classLooks, contrastWords, thinningNote, writeDecimal, writeP } from './differential-points.ts';
import { padSpan, spanOf } from './scale.ts';
import { Scatter } from './scatter.tsx';
import { spanText } from './scatter-data.ts';
import { numbersOf, styleNumber, tableOf, textsOf } from './table.ts';
import type { ChartProps } from './types.ts';

const NOTHING: readonly number[] = [];
const GUIDES = [{ axis: 'y', value: 0 }] as const;

/** MA plot: effect against mean expression. Table `points`; columns `label`, `x` (mean), `y` (effect), `padj`. */
export default function MaPlot(props: ChartProps) {
  const { figure, tables, style, words, width, highlight } = props;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, figure.columns.label);
  const x = numbersOf(table, figure.columns.x);
  const y = numbersOf(table, figure.columns.y);
  const padj = numbersOf(table, figure.columns.padj);
  const log2fc = styleNumber(style, 'log2fc', 1);
  const cut = styleNumber(style, 'padj', 0.05);

  const rows = useMemo(() => indexOfNames(names), [names]);
  const classes = useMemo(() => classify(y, padj, log2fc, cut), [y, padj, log2fc, cut]);
  const counts = useMemo(() => countClasses(classes, x, y), [classes, x, y]);
  const data = useMemo(() => ({ names, x, y, looks: classes }), [names, x, y, classes]);
  const stops = useMemo(() => {
    const found = Array.from(classes.keys()).filter((i) => classes[i] !== UNCHANGED);
    return found.length > 0 ? found : Array.from(classes.keys()).slice(0, 50);
  }, [classes]);
  const home = useMemo(() => ({ x: padSpan(spanOf(x) ?? [0, 1], 0.04), y: padSpan(spanOf(y) ?? [-1, 1], 0.08) }), [x, y]);
  const looks = useMemo(() => classLooks(style), [style]);
  const legend = useMemo(() => classLegend(counts, looks), [counts, looks]);
  const contrast = contrastWords(words);
  const subject = rowSubjectOf(words);
  const titles = useMemo(() => ({ x: '平均表达（log~2~）', y: `log~2~(FC)${contrast === '' ? '' : `　${contrast}`}` }), [contrast]);

  return (
    <Scatter
      data={data}
      looks={looks}
      thinned={UNCHANGED}
      home={home}
      titles={titles}
      legend={legend}
      guides={GUIDES}
      labelled={NOTHING}
      italic={subject === 'gene'}
      stops={stops}
      describe={(row) => ({
        name: names[row] as string,
        italic: subject === 'gene',
        tag: CLASS_WORDS[classes[row] as 0 | 1 | 2],
        rows: [
          ['log2FC', writeDecimal(y[row])],
          ['平均表达', writeDecimal(x[row])],
          ['校正后 P', writeP(padj[row])],
        ],
      })}
      rangeText={(xs, ys) =>
        [spanText('平均表达', xs, writeDecimal), spanText('log2FC', ys, writeDecimal)].filter((part) => part !== '').join('，')
      }
      note={(omitted) => inWordsOf(thinningNote(counts, omitted), subject)}
      style={style}
      width={width}
      alternative={words.alternative ?? figure.title}
      highlighted={highlight === undefined ? null : (rows.get(highlight.toUpperCase()) ?? null)}
      onSelect={props.onSelect}
      onPointClick={props.onPointClick}
    />
  );
}
