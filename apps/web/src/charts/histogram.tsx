import {
  Axes,
  heightFor,
  layoutFrame,
  MARK,
  numbersOf,
  SUBJECT_WORDS,
  styleFlag,
  styleText,
  tableOf,
  textWidth,
  writeDecimal,
} from '@oncoloom/figures';
import { formatCount, rowSubjectOf } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { ItemStage } from './item-stage.tsx';
import { TitleHints } from './title-hints.tsx';

import type { ChartProps } from './types.ts';

/**
 * Counts of genes in equal bins of P values or of another quantity, which the style's horizontal title names. Table `bins`;
 * columns `from`, `to`, `count`. A figure whose style has `show_expected` tells the count expected when nothing differs.
 */
export default function Histogram({ figure, tables, style, words, width }: ChartProps) {
  const table = tableOf(tables, 'bins');
  const from = numbersOf(table, figure.columns.from);
  const to = numbersOf(table, figure.columns.to);
  const count = numbersOf(table, figure.columns.count);
  const height = heightFor(style, width);
  const expecting = Object.hasOwn(style, 'show_expected');
  const showsExpected = styleFlag(style, 'show_expected', false);
  const counted = `${SUBJECT_WORDS[rowSubjectOf(words)]}数`;
  const quantity = styleText(style, 'axis_title_x', '') || (expecting ? 'P 值' : '');

  const total = count.reduce((sum, value) => sum + value, 0);
  const expected = total / Math.max(count.length, 1);
  const frame = useMemo(() => {
    const highest = count.reduce((most, value) => Math.max(most, value), 1);
    const view = {
      x: [from[0] ?? 0, to[to.length - 1] ?? 1] as const,
      y: [0, Math.max(highest, showsExpected ? expected : 0) * 1.06] as const,
    };
    return layoutFrame({ width, height, view, titles: { x: quantity, y: counted }, style, legend: [] });
  }, [width, height, style, from, to, count, expected, showsExpected, quantity, counted]);

  const { plot, x, y, typeface } = frame;
  const line = y(expected);
  const lineText = `若没有差异，每格约 ${formatCount(expected)} 个`;
  const lineLabel = textWidth(lineText, typeface) < plot.width ? lineText : `约 ${formatCount(expected)}`;
  // Where bars stand taller than the line, the text stands on them.
  const labelFrom = plot.x + plot.width - textWidth(lineLabel, typeface);
  const under = Array.from(count, (value, bin) => (x(to[bin] ?? 1) > labelFrom ? value : 0));
  const labelY = y(Math.max(expected, ...under)) - 6;
  const barColour = styleText(style, 'bar_color', '#8fa3ad');
  const firstColour = styleText(style, 'first_color', barColour);
  const describe = (bin: number) => ({
    name: `${quantity} ${writeDecimal(from[bin])}–${writeDecimal(to[bin])}`.trim(),
    italic: false,
    tag: '',
    rows: [[counted, formatCount(count[bin] ?? 0)], ...(expecting ? [['没有差异时约', formatCount(expected)] as const] : [])] as const,
  });
  return (
    <ItemStage
      width={width}
      height={height}
      alternative={words.alternative ?? figure.title}
      items="图中的柱子"
      stops={Array.from(count.keys())}
      hit={(at) => {
        if (at.x < plot.x || at.x > plot.x + plot.width) return null;
        const bin = count.findIndex((_, i) => at.x <= x(to[i] as number));
        return bin < 0 ? null : bin;
      }}
      anchor={(bin) => ({ x: (x(from[bin] as number) + x(to[bin] as number)) / 2, y: y(count[bin] as number) })}
      describe={describe}
      highlighted={null}
      hints={<TitleHints frame={frame} />}
    >
      {(active) => (
        <>
          {Array.from(count, (value, bin) => {
            const [left, right] = [x(from[bin] as number), x(to[bin] as number)];
            return (
              <rect
                key={from[bin]}
                x={left + 0.5}
                width={Math.max(right - left - 1, 1)}
                y={y(value)}
                height={y(0) - y(value)}
                fill={bin === 0 ? firstColour : barColour}
                opacity={active === null || active === bin ? 1 : 0.72}
              />
            );
          })}
          {total > 0 && showsExpected && (
            <g pointerEvents="none">
              <line x1={plot.x} x2={plot.x + plot.width} y1={line} y2={line} stroke={MARK.ink} strokeDasharray="4 3" />
              <text
                x={plot.x + plot.width}
                y={labelY}
                textAnchor="end"
                fontFamily={typeface.family}
                fontSize={typeface.size}
                fill={MARK.ink}
                stroke="#fff"
                strokeWidth={4}
                strokeLinejoin="round"
                paintOrder="stroke"
              >
                {lineLabel}
              </text>
            </g>
          )}
          <Axes frame={frame} />
        </>
      )}
    </ItemStage>
  );
}
