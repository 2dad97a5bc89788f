import { formatCount } from '@oncoloom/tool-kit';
import { styleFlag } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import { logTicksOf } from '../plot/axes/log-ticks.ts';
import type { DataLine } from './lines.ts';
import type { OpenSpan } from './scatter-data.ts';
import type { ScatterModel } from './scatter-model.ts';

/** Units per tick of logarithmic axes. */
const SPACING = { x: 70, y: 40 };

interface Drawn {
  x: Float64Array;
  y: Float64Array;
  /** Of each panel. */
  lines: readonly (readonly DataLine[])[];
}

/** Points and lines where they stand on axes that the style may want logarithmic: a model of such axes holds powers of ten. */
interface LogAxes extends Drawn, Pick<ScatterModel, 'ticks' | 'places' | 'logAxes'> {
  /** Points that have no logarithm. */
  lost: number;
  /** A drawn box in the data's numbers. */
  spanOf: (axis: 'x' | 'y', span: OpenSpan) => OpenSpan;
}

const powerOf = (value: number): number => (value > 0 ? Math.log10(value) : Number.NaN);
const numberOf = (power: number | null): number | null => (power === null ? null : 10 ** power);

/** Puts what is positive on the logarithmic axes that the style asks for; an axis without any positive value stays as it is. */
export function onLogAxes(style: FigureStyle, { x, y, lines }: Drawn): LogAxes {
  const offered = { x: x.some((value) => value > 0), y: y.some((value) => value > 0) };
  const log = { x: offered.x && styleFlag(style, 'axis_log_x', false), y: offered.y && styleFlag(style, 'axis_log_y', false) };
  const place = (axis: 'x' | 'y', value: number) => (log[axis] ? powerOf(value) : value);
  const lost = x.reduce((sum, value, row) => {
    const other = y[row] as number;
    const whole = Number.isFinite(value) && Number.isFinite(other);
    return sum + (whole && Number.isNaN(place('x', value) + place('y', other)) ? 1 : 0);
  }, 0);
  const placed = ({ points, ...line }: DataLine): DataLine => ({
    ...line,
    points: points.map(([px, py]) => [place('x', px), place('y', py)] as const).filter((point) => point.every(Number.isFinite)),
  });
  const ticks = (axis: 'x' | 'y') => (scale: Parameters<typeof logTicksOf>[0], wanted?: number) =>
    logTicksOf(scale, wanted ?? SPACING[axis], true);
  return {
    x: log.x ? x.map(powerOf) : x,
    y: log.y ? y.map(powerOf) : y,
    lines: log.x || log.y ? lines.map((own) => own.map(placed)) : lines,
    ticks: { ...(log.x && { x: ticks('x') }), ...(log.y && { y: ticks('y') }) },
    places: { ...(log.x && { x: Math.log10 }), ...(log.y && { y: Math.log10 }) },
    logAxes: offered,
    lost,
    spanOf: (axis, { low, high }) => (log[axis] ? { low: numberOf(low), high: numberOf(high) } : { low, high }),
  };
}

/** How many points a logarithmic axis has no place for; empty where there are none. */
export const lostNote = (lost: number): string =>
  lost === 0 ? '' : `有 ${formatCount(lost)} 个点是 0 或负数，对数坐标上没有位置，没有画出。`;
