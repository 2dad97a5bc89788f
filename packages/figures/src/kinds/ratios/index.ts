import { formatCount } from '@oncoloom/tool-kit';
import { distinctGroups, groupsOf, legendOf } from '../../data/groups.ts';
import { numbersOf, styleNumber, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { ratioSpan, ratioTicks } from '../../plot/axes/ratio-axis.ts';
import { padSpan, spanOf } from '../../plot/axes/scale.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import type { DataLine } from '../../points/lines.ts';
import { type OpenSpan, spanText } from '../../points/scatter-data.ts';
import { type ScatterModel, STOPS_MAX } from '../../points/scatter-model.ts';
import { plainTitle } from '../../text/title-marks.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ScatterKind } from '../kind.ts';

/** Place of the group in use, and how much larger its point is. */
const MARKED = 1;
const MARKED_LARGER = 1.7;
/** Height of a tick's number with what is free around it, in the size of the text. */
const TICK_ROOM = 1.4;

/** Bounds of a logarithmic axis as numbers. */
function powers({ low, high }: OpenSpan): OpenSpan {
  return { low: low === null ? null : 10 ** low, high: high === null ? null : 10 ** high };
}

/**
 * Hazard ratios with their intervals along a number, on a logarithmic axis; the dashed line is HR = 1. Table `points`, a row per ratio;
 * columns `label`, `x`, `y`, `low`, `high`, `group`, and `high_n`, `low_n`: patients on both sides. The second group is marked.
 */
function model({ figure, tables, style, words }: FigureData): ScatterModel {
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, columns.label);
  const group = textsOf(table, columns.group);
  const x = numbersOf(table, columns.x);
  const [ratio, low, high] = [numbersOf(table, columns.y), numbersOf(table, columns.low), numbersOf(table, columns.high)];
  const [above, below] = [numbersOf(table, columns.high_n), numbersOf(table, columns.low_n)];
  const groups = groupsOf(distinctGroups(names, group), words, style);
  const places = new Map(groups.map(({ name }, i) => [name, i]));
  const look = Uint16Array.from(names, (_, row) => places.get(group[row] as string) ?? 0);
  const [radius, opacity] = [styleNumber(style, 'point_size', 3.2), styleNumber(style, 'point_opacity', 0.8)];
  const span = ratioSpan(ratio, low, high);
  const width = styleNumber(style, 'line_width', 2);
  const { size } = typefaceOf(style);
  const lines = names.flatMap((_, row): DataLine[] => {
    const ends = [low, high].map((bound): [number, number] => {
      const power = Math.log10(bound[row] as number);
      return [x[row] as number, Math.min(Math.max(power, span[0]), span[1])];
    });
    if (!ends.flat().every(Number.isFinite)) return [];
    const own = look[row] as number;
    return [{ points: ends, colour: groups[own]?.colour ?? '', ...(own === MARKED ? { width } : { thin: true, width: width / 2 }) }];
  });
  const rows = [...names.keys()];
  const along = plainTitle(styleText(style, 'axis_title_x', ''));
  return {
    names,
    x,
    y: ratio.map(Math.log10),
    look,
    looks: groups.map(({ colour }, i) =>
      i === MARKED ? { colour, radius: radius * MARKED_LARGER, opacity: 1 } : { colour, radius, opacity },
    ),
    thinned: null,
    legend: legendOf(groups),
    guides: [{ axis: 'y', value: 0 }],
    ticks: { y: (scale, wanted) => ratioTicks(scale, wanted, () => size * TICK_ROOM) },
    places: { y: Math.log10 },
    italic: false,
    panels: [
      {
        name: '',
        rows,
        home: { x: padSpan(spanOf(x) ?? [0, 1], 0.05), y: span },
        lines,
        titles: { x: '', y: 'HR（95% CI）' },
        text: '',
        labelled: [],
        stops: rows.slice(0, STOPS_MAX),
      },
    ],
    style,
    describe: (row) => ({
      name: names[row] as string,
      italic: false,
      tag: group[row] as string,
      rows: [
        ['HR', writeDecimal(ratio[row])],
        ['95% CI', `${writeDecimal(low[row])}–${writeDecimal(high[row])}`],
        ['高表达', `${formatCount(above[row] as number)} 例`],
        ['低表达', `${formatCount(below[row] as number)} 例`],
      ],
    }),
    rangeText: (xs, ys) =>
      [spanText(along, xs, writeDecimal), spanText('HR', powers(ys), writeDecimal)].filter((part) => part !== '').join('，'),
    note: () => '',
  };
}

export const kind: ScatterKind = { family: 'scatter', model };
