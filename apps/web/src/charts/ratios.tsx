import { formatCount } from '@oncoloom/tool-kit';
import { useCallback, useMemo } from 'react';
import { writeDecimal } from './differential-points.ts';
import { distinctGroups, groupPlaceOf, groupsOf, legendOf } from './groups.ts';
import { ratioSpan, ratioTicks } from './ratio-axis.ts';
import { padSpan, spanOf } from './scale.ts';
import { type OpenSpan, spanText } from './scatter-data.ts';
import type { DataLine, Guide } from './scatter-marks.tsx';
import { ScatterPanels } from './scatter-panels.tsx';
import { numbersOf, styleNumber, styleText, tableOf, textsOf } from './table.ts';
import { plainTitle } from './title-marks.ts';
import type { ChartProps } from './types.ts';

/** Place of the group in use, and how much larger its point is; figure-ratios.R has the same. */
const MARKED = 1;
const MARKED_LARGER = 1.7;
const NO_DIFFERENCE: readonly Guide[] = [{ axis: 'y', value: 0 }];
const TICKS = { y: ratioTicks };

/** Bounds of a logarithmic axis as numbers. */
function powers({ low, high }: OpenSpan): OpenSpan {
  return { low: low === null ? null : 10 ** low, high: high === null ? null : 10 ** high };
}

/**
 * Hazard ratios with their intervals along a number, on a logarithmic axis; the dashed line is HR = 1. Table `points`, a row per ratio; columns
 * `label`, `x`, `y`, `low`, `high`, `group`, and `high_n`, `low_n`: patients on both sides. The second group is marked. `figure-ratios.R` draws the same.
 */
export default function Ratios(props: ChartProps) {
  const { figure, tables, style, words } = props;
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, columns.label);
  const group = textsOf(table, columns.group);
  const x = numbersOf(table, columns.x);
  const [ratio, low, high] = [numbersOf(table, columns.y), numbersOf(table, columns.low), numbersOf(table, columns.high)];
  const [above, below] = [numbersOf(table, columns.high_n), numbersOf(table, columns.low_n)];
  const y = useMemo(() => ratio.map(Math.log10), [ratio]);
  const groups = useMemo(() => groupsOf(distinctGroups(names, group), words, style), [names, group, words, style]);
  const look = useCallback((row: number) => groupPlaceOf(groups, group[row] as string), [groups, group]);
  const panels = useMemo(() => {
    const span = ratioSpan(ratio, low, high);
    const lines = names.map((_, row): DataLine => {
      const [from, to] = [Math.log10(low[row] as number), Math.log10(high[row] as number)];
      const ends = [Math.max(from, span[0]), Math.min(to, span[1])].map((end): [number, number] => [x[row] as number, end]);
      return { points: ends, colour: groups[look(row)]?.colour ?? '', ...(look(row) === MARKED ? {} : { thin: true }) };
    });
    const home = { x: padSpan(spanOf(x) ?? [0, 1], 0.05), y: span };
    return [{ name: '', rows: [...names.keys()], home, lines, titles: { x: '', y: 'HR（95% CI）' }, text: '' }];
  }, [names, x, ratio, low, high, groups, look]);
  const looks = useMemo(() => {
    const [radius, opacity] = [styleNumber(style, 'point_size', 3.2), styleNumber(style, 'point_opacity', 0.8)];
    return groups.map(({ colour }, i) =>
      i === MARKED ? { colour, radius: radius * MARKED_LARGER, opacity: 1 } : { colour, radius, opacity },
    );
  }, [groups, style]);
  const legend = useMemo(() => legendOf(groups), [groups]);
  const along = plainTitle(styleText(style, 'axis_title_x', ''));
  return (
    <ScatterPanels
      chart={props}
      panels={panels}
      names={names}
      x={x}
      y={y}
      look={look}
      looks={looks}
      thinned={null}
      legend={legend}
      guides={NO_DIFFERENCE}
      ticks={TICKS}
      italic={false}
      describe={(row) => ({
        name: names[row] as string,
        italic: false,
        tag: group[row] as string,
        rows: [
          ['HR', writeDecimal(ratio[row])],
          ['95% CI', `${writeDecimal(low[row])}–${writeDecimal(high[row])}`],
          ['高表达', `${formatCount(above[row] as number)} 例`],
          ['低表达', `${formatCount(below[row] as number)} 例`],
        ],
      })}
      rangeText={(xs, ys) =>
        [spanText(along, xs, writeDecimal), spanText('HR', powers(ys), writeDecimal)].filter((part) => part !== '').join('，')
      }
      note={() => ''}
    />
  );
}
