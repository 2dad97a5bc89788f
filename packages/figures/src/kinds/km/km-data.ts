import { COLOURS } from '@oncoloom/tool-kit';
import { type Group, groupsOf } from '../../data/groups.ts';
import { ChartDataError, numbersOf, rowsWhere, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData } from '../../data/types.ts';
import { type Curve, curvesOf, type StepTable } from './km-curves.ts';

/** Numbers at risk as the engine counted them; columns of one length. */
interface RiskNumbers {
  group: readonly string[];
  time: Float64Array;
  n: Float64Array;
}

/** What a figure's own rows hold. */
export interface KmData {
  steps: StepTable;
  /** At risk at each step. */
  atRisk: Float64Array;
  /** In the order of the groups, which are those of the legend and the table below. */
  curves: readonly { curve: Curve; group: Group }[];
  risk: RiskNumbers;
  /** The values are shares that had the event: curves rise from 0. */
  rising: boolean;
  words: Readonly<Record<string, string>>;
}

/** Groups on either side of a cut-off, for which the figure declares colours, the high one first in the table; other groups have those of every figure. */
function kmGroups(curves: readonly Curve[], { figure, style }: FigureData): Group[] {
  const names = curves.map(({ name }) => name);
  const [high, low, more] = names;
  if (figure.style.high_color === undefined || high === undefined || low === undefined || more !== undefined)
    return groupsOf(names, {}, style);
  const colours = {
    case_color: styleText(style, 'high_color', COLOURS.kmHigh),
    control_color: styleText(style, 'low_color', COLOURS.kmLow),
  };
  return groupsOf(names, { case_group: high, control_group: low }, { ...style, ...colours });
}

/** The texts of the figure's own row of the parts. */
function ownWords({ figure, tables: { parts } }: FigureData): Record<string, string> {
  const { row } = figure;
  if (row === undefined || parts === undefined) return {};
  const texts = Object.entries(parts.columns).flatMap(([name, cells]): [string, string][] =>
    cells instanceof Float64Array ? [] : [[name, cells[row - 1] ?? '']],
  );
  return Object.fromEntries(texts);
}

/** The rows of a table that belong to the figure. */
function ownRows({ figure, tables }: FigureData, role: string, words: Readonly<Record<string, string>>): ColumnarTable {
  const table = tableOf(tables, role);
  const { part } = figure.columns;
  if (figure.row === undefined || part === undefined) return table;
  const names = textsOf(table, part);
  return rowsWhere(table, (row) => names[row] === words[part]);
}

/** Reads the tables of a figure; see `layout`. Throws `ChartDataError` where nobody was followed. */
export function kmDataOf(data: FigureData): KmData {
  const { columns } = data.figure;
  const own = ownWords(data);
  const table = ownRows(data, 'curve', own);
  const risk = ownRows(data, 'risk', own);
  const steps: StepTable = {
    group: textsOf(table, columns.group),
    time: numbersOf(table, columns.time),
    survival: numbersOf(table, columns.incidence ?? columns.survival),
    lower: columns.lower === undefined ? null : numbersOf(table, columns.lower),
    upper: columns.upper === undefined ? null : numbersOf(table, columns.upper),
    censored: numbersOf(table, columns.censored),
  };
  const curves = curvesOf(steps);
  if (curves.length === 0) throw new ChartDataError('没有可画的患者：表里没有一例有随访时间');
  const groups = kmGroups(curves, data);
  return {
    steps,
    atRisk: numbersOf(table, columns.at_risk),
    curves: groups.flatMap((group) => curves.filter(({ name }) => name === group.name).map((curve) => ({ curve, group }))),
    risk: { group: textsOf(risk, columns.group), time: numbersOf(risk, columns.time), n: numbersOf(risk, columns.n) },
    rising: columns.incidence !== undefined,
    words: { ...data.words, ...own },
  };
}
