import {
  Axes,
  type ColumnarTable,
  type FigureStyle,
  formatTick,
  type Group,
  groupsOf,
  heightFor,
  Legend,
  layoutFrame,
  MARK,
  numbersOf,
  type PlotFrame,
  percentTicksOf,
  rowsWhere,
  shorten,
  styleFlag,
  styleNumber,
  styleText,
  tableOf,
  textsOf,
  textWidth,
  typefaceOf,
  writeDecimal,
} from '@oncoloom/figures';
import { formatCount, formatPercent } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { ItemStage } from './item-stage.tsx';
import { type Curve, curvesOf, kmSentences, lastTime, medianOf, rowAt, type StepTable, stepPoints, textCorner } from './km-curves.ts';
import { TitleHints } from './title-hints.tsx';

import type { ChartProps } from './types.ts';

/** Height of a row of numbers under the plot, in the size of its text. */
const ROW = 1.6;
const REACH = 40;
const CENSOR_TICK = 4;

/** High and low take the style's own colours, other groups those of every figure. */
function kmGroups(curves: readonly Curve[], style: FigureStyle): Group[] {
  const colours = { case_color: styleText(style, 'high_color', '#D55E00'), control_color: styleText(style, 'low_color', '#0072B2') };
  const names = curves.map(({ name }) => name);
  return groupsOf(names, { case_group: '高表达', control_group: '低表达' }, { ...style, ...colours });
}

/**
 * Kaplan–Meier curves with the numbers at risk below. Table `curve`, a row per step from time 0: columns `group`, `time`, `survival`, `lower`,
 * `upper`, `at_risk`, `censored`. Table `risk`: columns `group`, `time` as above, and `n`; its times are the ticks of the axis. What the
 * tests say stands in the words `p_name`, `p`, `hr`, `hr_low`, `hr_high`, `hr_unknown`; `unit_word` is the unit of time. A figure of one `row` has a
 * table `parts` too: of its row the column `part` says which rows of the others are its own, and the texts are words of its own.
 */
export default function KaplanMeier({ figure, tables, style, words: ofRun, width }: ChartProps) {
  const { columns } = figure;
  const table = useMemo(() => ownRows(figure, tables, 'curve'), [figure, tables]);
  const risk = useMemo(() => ownRows(figure, tables, 'risk'), [figure, tables]);
  const words = useMemo(() => ({ ...ofRun, ...ownWords(figure, tables) }), [ofRun, figure, tables]);
  const steps = useMemo(
    (): StepTable => ({
      group: textsOf(table, columns.group),
      time: numbersOf(table, columns.time),
      survival: numbersOf(table, columns.survival),
      lower: columns.lower === undefined ? null : numbersOf(table, columns.lower),
      upper: columns.upper === undefined ? null : numbersOf(table, columns.upper),
      censored: numbersOf(table, columns.censored),
    }),
    [table, columns],
  );
  const atRisk = numbersOf(table, columns.at_risk);
  const curves = useMemo(() => curvesOf(steps), [steps]);
  const groups = useMemo(() => kmGroups(curves, style), [curves, style]);
  const numbers = useMemo(
    () => ({ group: textsOf(risk, columns.group), time: numbersOf(risk, columns.time), n: numbersOf(risk, columns.n) }),
    [risk, columns],
  );
  const typeface = typefaceOf(style);
  const end = useMemo(() => lastTime(steps.time, styleNumber(style, 'time_limit', 0)), [steps, style]);
  const withRisk = styleFlag(style, 'risk_table', true);
  const height = heightFor(style, width);
  const below = withRisk ? typeface.size * ROW * (groups.length + 1) : 0;
  const frame = useMemo(
    () =>
      layoutFrame({
        width,
        height: height - below,
        view: { x: [0, end], y: [0, 1.03] },
        titles: { x: words.unit_word === undefined ? '时间' : `时间（${words.unit_word}）`, y: '生存率' },
        style,
        legendAbove: true,
        legend: groups.map(({ name, colour }) => ({
          label: name,
          colour,
          count: formatCount(startOf(curves, name, atRisk)),
          mark: 'line',
        })),
        ticks: {
          x: () => tickTimes(numbers.time, end).map((value) => ({ value, text: formatTick(value, Number.isInteger(value) ? 0 : 1) })),
          y: (scale) => percentTicksOf(scale, height / 5).filter(({ value }) => value <= 1),
        },
      }),
    [width, height, below, words.unit_word, style, groups, curves, atRisk, numbers, end],
  );
  const colourOf = new Map(groups.map(({ name, colour }) => [name, colour]));
  const ordered = groups.flatMap(({ name }) => curves.find((curve) => curve.name === name) ?? []);
  const stops = ordered.flatMap(({ rows }) => rows.filter((row) => (steps.time[row] as number) <= end));

  return (
    <ItemStage
      width={width}
      height={height}
      alternative={words.alternative ?? figure.title}
      items="曲线的每一步"
      stops={stops}
      hit={(at) => nearest(at)}
      anchor={(row) => ({ x: frame.x(steps.time[row] as number), y: frame.y(steps.survival[row] as number) })}
      describe={(row) => ({
        name: steps.group[row] as string,
        italic: false,
        tag: `${writeDecimal(steps.time[row])}${words.unit_word === undefined ? '' : ` ${words.unit_word}`}`,
        rows: [
          ['生存率', formatPercent(steps.survival[row] as number)],
          ...intervalOf(row),
          ['风险人数', formatCount(atRisk[row] as number)],
        ],
      })}
      highlighted={null}
      hints={<TitleHints frame={frame} />}
    >
      {(active) => (
        <>
          {styleFlag(style, 'show_median', true) && <Medians curves={ordered} steps={steps} frame={frame} end={end} />}
          {ordered.map((curve) => (
            <CurveMarks
              key={curve.name}
              curve={curve}
              steps={steps}
              frame={frame}
              end={end}
              colour={colourOf.get(curve.name) ?? MARK.ink}
              width={styleNumber(style, 'line_width', 1.6)}
              band={styleFlag(style, 'conf_int', true)}
              censored={styleFlag(style, 'show_censored', true)}
            />
          ))}
          {active !== null && (
            <circle
              cx={frame.x(steps.time[active] as number)}
              cy={frame.y(steps.survival[active] as number)}
              r={4}
              fill={colourOf.get(steps.group[active] as string)}
              stroke="#fff"
            />
          )}
          <Sentences texts={kmSentences(words)} frame={frame} corner={textCorner(curves, steps, end)} />
          <Axes frame={frame} />
          <Legend frame={frame} />
          {withRisk && <RiskRows groups={groups} numbers={numbers} frame={frame} top={height - below} end={end} />}
        </>
      )}
    </ItemStage>
  );

  /** The step of the curve that is nearest to a place of the plot. */
  function nearest(at: { x: number; y: number }): number | null {
    const { plot, x, y } = frame;
    if (at.x < plot.x || at.x > plot.x + plot.width || at.y > plot.y + plot.height) return null;
    const rows = ordered.flatMap((curve) => rowAt(curve, steps.time, x.invert(at.x)) ?? []);
    const distance = (row: number) => Math.abs(y(steps.survival[row] as number) - at.y);
    const [best] = rows.sort((a, b) => distance(a) - distance(b));
    return best === undefined || distance(best) > REACH ? null : best;
  }

  function intervalOf(row: number): (readonly [string, string])[] {
    const [low, high] = [steps.lower?.[row], steps.upper?.[row]];
    if (low === undefined || high === undefined || Number.isNaN(low) || Number.isNaN(high)) return [];
    return [['95% CI', `${formatPercent(low)}–${formatPercent(high)}`]];
  }
}

type Parted = Pick<ChartProps['figure'], 'row' | 'columns'>;

/** The texts of the figure's own row of the parts. */
function ownWords({ row }: Parted, { parts }: ChartProps['tables']): Record<string, string> {
  if (row === undefined || parts === undefined) return {};
  const texts = Object.entries(parts.columns).flatMap(([name, cells]): [string, string][] =>
    cells instanceof Float64Array ? [] : [[name, cells[row - 1] ?? '']],
  );
  return Object.fromEntries(texts);
}

/** The rows of a table that belong to the figure. */
function ownRows(figure: Parted, tables: ChartProps['tables'], role: string): ColumnarTable {
  const table = tableOf(tables, role);
  const { part } = figure.columns;
  if (figure.row === undefined || part === undefined) return table;
  const own = ownWords(figure, tables)[part];
  const names = textsOf(table, part);
  return rowsWhere(table, (row) => names[row] === own);
}

/** Patients at the beginning of a curve. */
function startOf(curves: readonly Curve[], name: string, atRisk: Float64Array): number {
  const first = curves.find((curve) => curve.name === name)?.rows[0];
  return first === undefined ? 0 : (atRisk[first] as number);
}

function tickTimes(times: Float64Array, end: number): number[] {
  return [...new Set(times)].filter((time) => time <= end).sort((a, b) => a - b);
}

interface CurveProps {
  curve: Curve;
  steps: StepTable;
  frame: PlotFrame;
  end: number;
  colour: string;
  width: number;
  band: boolean;
  censored: boolean;
}

/** One group's line with its band and the ticks of those who left. */
function CurveMarks({ curve, steps, frame, end, colour, width, band, censored }: CurveProps) {
  const place = ([x, y]: [number, number]) => `${frame.x(x).toFixed(1)},${frame.y(y).toFixed(1)}`;
  const line = stepPoints(curve.rows, steps.time, steps.survival, end);
  const marks = censored ? curve.rows.filter((row) => (steps.censored[row] as number) > 0 && (steps.time[row] as number) <= end) : [];
  return (
    <g stroke={colour}>
      {band && <Band curve={curve} steps={steps} end={end} place={place} colour={colour} />}
      <polyline points={line.map(place).join(' ')} fill="none" strokeWidth={width} strokeLinejoin="miter" />
      {marks.map((row) => {
        const [x, y] = [frame.x(steps.time[row] as number), frame.y(steps.survival[row] as number)];
        return <line key={row} x1={x} x2={x} y1={y - CENSOR_TICK} y2={y + CENSOR_TICK} strokeWidth={1} />;
      })}
    </g>
  );
}

function Band(props: { curve: Curve; steps: StepTable; end: number; place: (point: [number, number]) => string; colour: string }) {
  const { curve, steps, end, place, colour } = props;
  const { lower, upper } = steps;
  if (lower === null || upper === null) return null;
  // Where nobody is left the bounds are not known: the band ends.
  const known = curve.rows.filter((row) => !Number.isNaN(lower[row] as number) && !Number.isNaN(upper[row] as number));
  const edge = (values: Float64Array) => stepPoints(known, steps.time, values, end);
  const points = [...edge(upper), ...edge(lower).reverse()];
  return <polygon points={points.map(place).join(' ')} fill={colour} fillOpacity={0.14} stroke="none" />;
}

/** Dashed lines from one half to each median. */
function Medians({ curves, steps, frame, end }: { curves: readonly Curve[]; steps: StepTable; frame: PlotFrame; end: number }) {
  const medians = curves.flatMap((curve) => medianOf(curve, steps) ?? []).filter((median) => median <= end);
  if (medians.length === 0) return null;
  const half = frame.y(0.5);
  const down = medians.map((median) => `M${frame.x(median).toFixed(1)},${half}V${frame.y(0)}`).join('');
  return (
    <path
      d={`M${frame.x(0)},${half}H${frame.x(Math.max(...medians)).toFixed(1)}${down}`}
      fill="none"
      stroke={MARK.threshold}
      strokeWidth={1}
      strokeDasharray="4 3"
    />
  );
}

/** What the tests say, in a corner that is free. */
function Sentences({ texts, frame, corner }: { texts: readonly string[]; frame: PlotFrame; corner: ReturnType<typeof textCorner> }) {
  const [above, atRight] = [corner === 'upper', corner !== 'left'];
  const { plot, typeface } = frame;
  const line = typeface.size * 1.4;
  const width = Math.max(...texts.map((text) => textWidth(text, typeface)), 0);
  const right = atRight ? plot.x + plot.width - 4 : plot.x + plot.width * 0.03 + width;
  const bottom = above ? plot.y + line * texts.length : plot.y + plot.height - 10;
  const ground = { x: right - width - 2, y: bottom - line * texts.length, width: width + 4, height: line * (texts.length + 0.4) };
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
      {/* The dashes of a median may come down here. */}
      <rect {...ground} fill="#fff" fillOpacity={0.85} />
      {texts.map((text, i) => (
        <text
          key={text}
          x={atRight ? right : right - width}
          y={bottom - line * (texts.length - 1 - i)}
          textAnchor={atRight ? 'end' : 'start'}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

interface RiskProps {
  groups: readonly Group[];
  numbers: { group: readonly string[]; time: Float64Array; n: Float64Array };
  frame: PlotFrame;
  /** Pixels from above. */
  top: number;
  end: number;
}

/** Patients at risk under the ticks of the axis. */
function RiskRows({ groups, numbers, frame, top, end }: RiskProps) {
  const { plot, typeface, x } = frame;
  const row = typeface.size * ROW;
  // The numbers under time 0 stand around the axis.
  const widest = Math.max(...Array.from(numbers.n, (n) => textWidth(formatCount(n), typeface)), 0);
  const edge = plot.x - widest / 2 - 8;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
      <text x={2} y={top + row * 0.65}>
        风险人数
      </text>
      {groups.map(({ name, colour }, i) => {
        const y = top + row * (i + 1.65);
        return (
          <g key={name}>
            <text x={edge} y={y} textAnchor="end" fill={colour}>
              <title>{name}</title>
              {shorten(name, edge - 2, (text) => textWidth(text, typeface))}
            </text>
            {numbers.group.map((group, at) => {
              const time = numbers.time[at] as number;
              if (group !== name || time > end) return null;
              return (
                <text key={time} x={x(time)} y={y} textAnchor="middle">
                  {formatCount(numbers.n[at] as number)}
                </text>
              );
            })}
          </g>
        );
      })}
    </g>
  );
}
