import { type Group, groupsOf } from '../../data/groups.ts';
import { ChartDataError, numbersOf, optionalTexts, styleText, styleTuples, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { countValues, type Grid } from '../heatmap/cells.ts';

/** Patients in the order of their score, lowest first; all columns of one length. */
export interface Patients {
  names: readonly string[];
  score: readonly number[];
  /** NaN where not known. */
  time: readonly number[];
  /** 1 dead, 0 alive, NaN where not known. */
  status: readonly number[];
  group: readonly string[];
}

export interface RiskData {
  patients: Patients;
  /** Groups from the lowest score upwards. */
  groups: readonly Group[];
  /** Patients without a score, and those without a time or a status. */
  left: { score: number; survival: number };
  /** A row of values a gene, a column a patient; null where the figure has no genes. */
  cells: { genes: readonly string[]; grid: Grid; unknown: number } | null;
}

/** Genes in the order of the table, patients in that of the figure. A patient whom the table does not have stands as missing. */
function cellsOf({ figure: { columns }, tables }: FigureData, patients: readonly string[]): RiskData['cells'] {
  const table = tables.cells;
  if (table === undefined || table.rowCount === 0) return null;
  const genes = textsOf(table, columns.gene);
  const values = new Float64Array(genes.length * patients.length).fill(Number.NaN);
  let unknown = 0;
  patients.forEach((patient, column) => {
    const own = table.columns[patient];
    if (!(own instanceof Float64Array) || patient === columns.gene) {
      unknown += 1;
      return;
    }
    for (let row = 0; row < genes.length; row += 1) values[row * patients.length + column] = own[row] as number;
  });
  const grid = { rows: genes.length, columns: patients.length, values };
  return countValues(grid).finite === 0 ? null : { genes, grid, unknown };
}

/** Colours of the lowest and the highest group, unless the user chose others by name. */
function colouredGroups({ style, words }: FigureData, names: readonly string[], order: readonly string[]): Group[] {
  const [low, high] = [order[0], order.length > 1 ? order.at(-1) : undefined];
  const own = [
    ...(low === undefined ? [] : [low, styleText(style, 'low_risk_color', '#377eb8')]),
    ...(high === undefined ? [] : [high, styleText(style, 'high_risk_color', '#e41a1c')]),
  ];
  const groups = groupsOf(names, words, { ...style, group_colours: [...own, ...styleTuples(style, 'group_colours', 2).flat()] });
  return order.map((name) => groups.find((group) => group.name === name) as Group);
}

/** Reads the tables `patients` and `cells`. Throws `ChartDataError` where no patient has a score. */
export function riskDataOf(data: FigureData): RiskData {
  const { columns } = data.figure;
  const table = tableOf(data.tables, 'patients');
  const [names, score] = [textsOf(table, columns.patient), numbersOf(table, columns.score)];
  const [time, status] = [numbersOf(table, columns.time), numbersOf(table, columns.status)];
  const group = optionalTexts(table, columns.group) ?? names.map(() => '');
  const rows = [...names.keys()].filter((row) => Number.isFinite(score[row]));
  if (rows.length === 0) throw new ChartDataError('没有可画的患者：表里没有一位患者有风险评分');
  rows.sort((a, b) => (score[a] as number) - (score[b] as number));
  const isKnown = (row: number) => (time[row] as number) >= 0 && Number.isFinite(time[row]) && (status[row] === 0 || status[row] === 1);
  const patients = {
    names: rows.map((row) => names[row] as string),
    score: rows.map((row) => score[row] as number),
    time: rows.map((row) => (isKnown(row) ? (time[row] as number) : Number.NaN)),
    status: rows.map((row) => (isKnown(row) ? (status[row] as number) : Number.NaN)),
    group: rows.map((row) => group[row] as string),
  };
  const order = [...new Set(patients.group)].filter((name) => name !== '');
  return {
    patients,
    groups: colouredGroups(
      data,
      patients.group.filter((name) => name !== ''),
      order,
    ),
    left: { score: names.length - rows.length, survival: rows.filter((row) => !isKnown(row)).length },
    cells: cellsOf(data, patients.names),
  };
}
