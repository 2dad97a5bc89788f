import { withinScale } from '../../plot/axes/scale.ts';
import type { AxesFrame, PlotFrame } from '../../plot/plot-frame.ts';
import { writeNumber } from '../../plot/written.ts';
import type { Step } from '../kind.ts';
import type { RiskHeat } from './heat.ts';
import type { RiskData } from './risk-data.ts';

const STATES = ['存活', '死亡'];

/** Items: the patients, then the cells row by row. Arrows down lead from a patient to the genes. */
export function itemsOf(
  { patients, cells }: RiskData,
  frame: PlotFrame,
  panels: { score: AxesFrame; time: AxesFrame },
  heat: RiskHeat | null,
) {
  const count = patients.names.length;
  const genes = heat === null ? [] : (cells?.genes ?? []);
  const patientOf = (item: number) => item % count;
  /** −1 over the cells. */
  const rowOf = (item: number) => Math.floor(item / count) - 1;
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  const itemAt = (row: number, patient: number) => (row + 1) * count + patient;
  return {
    items: '图中的患者和基因',
    stops: [0, itemAt(genes.length - 1, count - 1)],
    walk: (from: number | null, { across, down }: Step): number => {
      if (from === null) return 0;
      return itemAt(clamp(rowOf(from) + down, -1, genes.length - 1), clamp(patientOf(from) + across, 0, count - 1));
    },
    hit: (at: { x: number; y: number }): number | null => {
      const { plot } = frame;
      if (at.x < plot.x || at.x > plot.x + plot.width || at.y < plot.y || at.y > plot.y + plot.height) return null;
      const patient = clamp(Math.round(frame.x.invert(at.x)) - 1, 0, count - 1);
      if (heat === null || at.y < heat.cells.y) return patient;
      const row = Math.floor(((at.y - heat.cells.y) / heat.cells.height) * genes.length);
      return itemAt(clamp(row, 0, genes.length - 1), patient);
    },
    anchor: (item: number) => {
      const [row, patient] = [rowOf(item), patientOf(item)];
      const y =
        row < 0 || heat === null
          ? withinScale(panels.score.y, panels.score.y(patients.score[patient] as number))
          : heat.cells.y + ((row + 0.5) / genes.length) * heat.cells.height;
      return { x: frame.x(patient + 1), y };
    },
    describe: (item: number) => {
      const [row, patient] = [rowOf(item), patientOf(item)];
      const status = STATES[patients.status[patient] as number] ?? '—';
      const own = [
        ['风险评分', writeNumber(patients.score[patient])],
        ['生存时间', writeNumber(patients.time[patient])],
        ['状态', status],
      ] as (readonly [string, string])[];
      const name = patients.names[patient] ?? '';
      if (row < 0) return { name, italic: false, tag: patients.group[patient] ?? '', rows: own };
      const value = writeNumber(heat?.grid.values[row * count + patient]);
      return { name: genes[row] ?? '', italic: true, tag: name, rows: [[heat?.scale.title ?? '', value] as const, ...own] };
    },
    find: (name: string): number | null => {
      const wanted = name.toUpperCase();
      const patient = patients.names.findIndex((one) => one.toUpperCase() === wanted);
      if (patient !== -1) return patient;
      const row = genes.findIndex((one) => one.toUpperCase() === wanted);
      return row === -1 ? null : itemAt(row, 0);
    },
    named: (item: number) => (rowOf(item) < 0 ? '' : (genes[rowOf(item)] ?? '')),
  };
}
