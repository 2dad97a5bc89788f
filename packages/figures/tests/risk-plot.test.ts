import { REFERENCE_LINES, RISK_SIDES } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { kind } from '../src/kinds/risk-plot/index.ts';
import { layout } from '../src/kinds/risk-plot/layout.ts';
import { drawnTexts, figureData, tableFrom } from './support/figures.ts';

const COLUMNS = {
  patient: 'id',
  score: 'score',
  time: 'time',
  status: 'status',
  group: 'group',
  gene: 'gene',
  line: 'line',
  at: 'at',
  line_label: 'text',
};
const SIZE = { width: 410, height: 450 };
const IDS = ['P1', 'P2', 'P3', 'P4', 'P5'];
const PATIENTS = {
  id: IDS,
  score: [0.9, -1.2, 2.1, 0.1, -0.4],
  time: [120, 900, 30, 400, 700],
  status: [1, 0, 1, 0, 1],
  group: ['高风险', '低风险', '高风险', '低风险', '低风险'],
};
/** Another order of the columns than that of the patients. */
const CELLS = { gene: ['TP53', 'MYC'], P5: [5, -5], P4: [4, -4], P3: [3, -3], P2: [2, -2], P1: [1, -1] };
const CUT = { line: ['horizontal'], at: [0.5], text: ['截断值 0.50'] };
const CALLED = Object.fromEntries(Object.values(COLUMNS).map((name) => [name, { codes: { ...RISK_SIDES, ...REFERENCE_LINES } }]));
const figure = (tables: Record<string, Record<string, string[] | number[] | Float64Array>> = {}, style = {}) =>
  figureData(
    'risk-plot',
    COLUMNS,
    Object.fromEntries(
      Object.entries({ patients: PATIENTS, cells: CELLS, lines: CUT, ...tables }).map(([role, table]) => [
        role,
        { ...tableFrom(table), words: CALLED },
      ]),
    ),
    style,
    { unit_word: '天', unit_word_en: 'days' },
  );
const drawn = layout(figure(), SIZE);

describe('risk scores', () => {
  it('stand from the lowest to the highest, each patient at one place of all three panels', () => {
    const scores = drawn.scores.flatMap(({ places }) => places).toSorted((a, b) => a[0] - b[0]);
    expect(scores.map(([x, y]) => [drawn.frame.x.invert(x), drawn.panels.score.y.invert(y)])).toEqual(
      [-1.2, -0.4, 0.1, 0.9, 2.1].map((score, i) => [expect.closeTo(i + 1, 9), expect.closeTo(score, 9)]),
    );
    const times = drawn.times.flatMap(({ places }) => places).toSorted((a, b) => a[0] - b[0]);
    expect(times.map(([x]) => x)).toEqual(scores.map(([x]) => x));
    expect(times.map(([, y]) => Math.round(drawn.panels.time.y.invert(y)))).toEqual([900, 700, 400, 120, 30]);
    // A column of the cells is as wide as a patient, around the same middle.
    const { cells, grid } = drawn.heat ?? { cells: drawn.frame.plot, grid: { columns: 0, values: [] } };
    expect(scores.map(([x]) => x)).toEqual(
      [0, 1, 2, 3, 4].map((i) => expect.closeTo(cells.x + ((i + 0.5) / grid.columns) * cells.width, 6)),
    );
    expect(Array.from(grid.values)).toEqual([2, 5, 4, 1, 3, -2, -5, -4, -1, -3]);
  });

  it('are parted by group and by state', () => {
    expect(drawn.scores.map(({ name, colour, places }) => [name, colour, places.length])).toEqual([
      ['低风险', '#377eb8', 3],
      ['高风险', '#e41a1c', 2],
    ]);
    expect(drawn.times.map(({ name, symbol, places }) => [name, symbol, places.length])).toEqual([
      ['存活', 'circle', 2],
      ['死亡', 'triangle', 3],
    ]);
    expect(drawn.frame.legend.entries.map(({ label, count }) => `${label} ${count}`)).toEqual(['低风险 3', '高风险 2', '存活 2', '死亡 3']);
  });

  it('have their cut-off between the groups, its name off the points', () => {
    expect(drawn.panels.score.y.invert(drawn.cut?.at ?? 0)).toBeCloseTo(0.5, 9);
    expect(drawn.frame.x.invert(drawn.cut?.across ?? 0)).toBeCloseTo(3.5, 9);
    const { label } = drawn.cut ?? { label: null };
    expect(label?.text).toBe('截断值 0.50');
    expect(label?.y).toBeLessThan(drawn.cut?.at ?? 0);
    expect(layout(figure({ lines: { line: ['horizontal'], at: [9], text: ['截断值'] } }), SIZE).panels.score.y.domain[1]).toBeGreaterThan(
      9,
    );
  });

  it('stack panels without overlap, within the figure', () => {
    for (const size of [SIZE, { width: 840, height: 400 }, { width: 320, height: 420 }]) {
      const { panels, heat, frame } = layout(figure(), size);
      expect(panels.time.plot.y).toBeGreaterThan(panels.score.plot.y + panels.score.plot.height);
      expect(heat?.cells.y).toBeGreaterThan(panels.time.plot.y + panels.time.plot.height);
      expect((heat?.cells.y ?? 0) + (heat?.cells.height ?? 0)).toBeLessThanOrEqual(frame.plot.y + frame.plot.height + 1e-6);
      expect((heat?.key.x ?? 0) + (heat?.key.width ?? 0)).toBeLessThan(size.width);
    }
  });

  it('are told of by patient and by gene', () => {
    expect(drawn.describe(0)).toMatchObject({
      name: 'P2',
      tag: '低风险',
      rows: [
        ['风险评分', '−1.2'],
        ['生存时间', '900'],
        ['状态', '存活'],
      ],
    });
    // The second gene of the third patient.
    const item = drawn.find('MYC');
    expect(item).toBe(10);
    expect(drawn.describe(12)).toMatchObject({
      name: 'MYC',
      italic: true,
      tag: 'P4',
      rows: [['行 z 值', '−4'], ['风险评分', '0.1'], expect.anything(), expect.anything()],
    });
    expect(drawn.find('p3')).toBe(4);
    const { walk } = drawn;
    if (walk === undefined) throw new Error('no walk');
    expect(walk(null, { across: 1, down: 0 })).toBe(0);
    expect(walk(2, { across: 0, down: 1 })).toBe(7);
    expect(walk(12, { across: 1, down: 1 })).toBe(13);
    for (const at of [0, 3, 7, 14]) expect(drawn.hit(drawn.anchor(at))).toBe(at);
    expect(drawn.hit({ x: 0, y: 0 })).toBeNull();
  });

  it('say which patients are not drawn', () => {
    const some = layout(
      figure({
        patients: { ...PATIENTS, score: [0.9, Number.NaN, 2.1, 0.1, -0.4], status: [1, 0, 2, 0, 1] },
        cells: { gene: ['TP53'], P1: [1], P3: [2], P4: [3] },
      }),
      SIZE,
    );
    expect(some.note).toContain('有 1 位患者没有风险评分');
    expect(some.note).toContain('有 1 位患者没有生存时间或状态');
    expect(some.note).toContain('有 1 位患者没有基因的数值');
    expect(some.scores.flatMap(({ places }) => places)).toHaveLength(4);
    expect(some.times.flatMap(({ places }) => places)).toHaveLength(3);
  });

  it('are drawn without genes, of one patient, and of a thousand as an image', async () => {
    const { tables, ...rest } = figure();
    const { patients } = tables;
    expect(layout({ ...rest, tables: { patients: patients ?? tableFrom({}) } }, SIZE).heat).toBeNull();
    const one = { id: ['P1'], score: [1], time: [3], status: [1], group: ['高风险'] };
    expect(layout(figure({ patients: one }), SIZE).stops).toEqual([0, 2]);
    const ids = Array.from({ length: 1000 }, (_, i) => `S${i}`);
    const many = {
      patients: {
        id: ids,
        score: ids.map((_, i) => Math.sin(i)),
        time: ids.map((_, i) => i),
        status: ids.map((_, i) => i % 2),
        group: ids.map((_, i) => (Math.sin(i) > 0.5 ? '高风险' : '低风险')),
      },
      cells: {
        gene: Array.from({ length: 20 }, (_, i) => `G${i}`),
        ...Object.fromEntries(ids.map((id, i) => [id, Float64Array.from({ length: 20 }, (_, k) => Math.cos(i * k))])),
      },
    };
    const large = layout(figure(many), { width: 840, height: 560 });
    expect(large.radius).toBeGreaterThan(1);
    expect(large.heat?.grid.values).toHaveLength(20_000);
    const { drawFigure } = await import('../src/file/index.tsx');
    const { svg } = await drawFigure('risk-plot', figure(many, { plot_pdf_width: 6.85, plot_pdf_height: 4.5 }), []);
    expect(svg).toContain('<image');
  });

  it('are English where that is chosen', async () => {
    const texts = await drawnTexts('risk-plot', figure({}, { figure_language: 'en', plot_pdf_width: 6.85, plot_pdf_height: 4 }));
    expect(texts).toEqual(
      expect.arrayContaining(['Risk score', 'Survival time (days)', 'High risk', 'Dead', 'Cut-off 0.50', 'Row z-score']),
    );
    expect(texts.join('')).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it('say why nothing is drawn', () => {
    expect(() => layout(figure({ patients: { ...PATIENTS, score: PATIENTS.score.map(() => Number.NaN) } }), SIZE)).toThrow(
      /没有可画的患者/,
    );
    expect(() => layout(figure(), { width: 410, height: 110 })).toThrow(/高度/);
  });

  it('paint their cells on the canvas of the screen', () => {
    const painted: unknown[] = [];
    if (kind.paint === undefined) throw new Error('no paint');
    kind.paint(new Proxy({} as never, {}), drawn, (place) => painted.push(place));
    expect(painted).toEqual([drawn.heat?.cells]);
  });
});
