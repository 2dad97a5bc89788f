import { CHOSEN } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { layout, paperHeight, screenHeight } from '../src/kinds/importance/layout.ts';
import { drawnTexts, figureData, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = {
  label: 'gene',
  value: 'value',
  low: 'low',
  high: 'high',
  null_low: 'from',
  null_high: 'to',
  group: 'group',
  p: 'p',
  line: 'line',
  at: 'at',
  line_label: 'text',
};
const SIZE = { width: 410, height: 300 };
const FOUR = {
  gene: ['MYC', 'TP53', 'EGFR', 'KRAS'],
  value: [0.02, 0.06, -0.01, Number.NaN],
  low: [0.01, 0.05, -0.02, Number.NaN],
  high: [0.03, 0.08, 0, Number.NaN],
  from: [-0.01, -0.02, -0.01, -0.01],
  to: [0.012, 0.02, 0.01, 0.01],
  group: ['入选', '入选', '未入选', '未入选'],
  p: [0.02, 0.001, 0.7, Number.NaN],
};
const figure = (style = {}, more: Record<string, string[] | number[]> = {}, lines = {}) =>
  figureData(
    'importance',
    COLUMNS,
    { variables: { ...tableFrom({ ...FOUR, ...more }), words: { group: { codes: CHOSEN } } }, ...lines },
    style,
  );
const drawn = layout(figure(), SIZE);

describe('importance of variables', () => {
  it('stands from the largest down, what has none last and unmarked', () => {
    expect(drawn.rows.map(({ name }) => name)).toEqual(['TP53', 'MYC', 'EGFR', 'KRAS']);
    expect(drawn.rows.map(({ mark }) => (mark === null ? null : drawn.frame.x.invert(mark.x)))).toEqual([
      expect.closeTo(0.06, 9),
      expect.closeTo(0.02, 9),
      expect.closeTo(-0.01, 9),
      null,
    ]);
    expect(layout(figure({ sort_rows: false }), SIZE).rows.map(({ name }) => name)).toEqual(FOUR.gene);
    expect(layout(figure({ group_order: ['KRAS', 'EGFR'] }), SIZE).rows.map(({ name }) => name)).toEqual(['KRAS', 'EGFR', 'TP53', 'MYC']);
  });

  it('has room for its legend and axis where there is one variable', () => {
    const one = figureData('importance', COLUMNS, {
      variables: tableFrom(Object.fromEntries(Object.entries(FOUR).map(([name, cells]) => [name, cells.slice(0, 1)]))),
    });
    expect(layout(one, { width: 410, height: screenHeight(one) }).rows).toHaveLength(1);
  });

  it('has its interval and what chance gives in its own row', () => {
    const [first, second] = drawn.rows;
    expect([first?.mark?.low, first?.mark?.high].map((x) => drawn.frame.x.invert(x ?? Number.NaN))).toEqual([
      expect.closeTo(0.05, 9),
      expect.closeTo(0.08, 9),
    ]);
    const chance = first?.chance ?? { x: 0, width: 0, y: 0, height: 0 };
    expect(drawn.frame.x.invert(chance.x)).toBeCloseTo(-0.02, 9);
    expect(drawn.frame.x.invert(chance.x + chance.width)).toBeCloseTo(0.02, 9);
    expect(chance.y + chance.height).toBeLessThan(second?.chance?.y ?? 0);
    expect(drawn.chance).toBeNull();
    expect(drawn.frame.legend.entries.map(({ label, count }) => `${label} ${count}`)).toEqual([
      '入选 2',
      '未入选 2',
      '随机（2.5%–97.5%） ',
    ]);
  });

  it('has one band where chance is the same for all', () => {
    const { chance, rows, frame } = layout(figure({}, { from: [-0.01, -0.01, -0.01, -0.01], to: [0.01, 0.01, 0.01, 0.01] }), SIZE);
    expect(rows.every((row) => row.chance === null)).toBe(true);
    expect([frame.x.invert(chance?.x ?? 0), chance?.height]).toEqual([expect.closeTo(-0.01, 9), frame.plot.height]);
  });

  it('has bars from zero, towards both sides', () => {
    const { shape, zero, frame } = layout(figure({ importance_mark: 'bars' }), SIZE);
    expect(shape).toBe('bars');
    expect(frame.x.invert(zero)).toBeCloseTo(0, 9);
    const { label, value } = COLUMNS;
    const positive = layout(
      figureData('importance', { label, value }, { variables: tableFrom({ gene: ['a', 'b'], value: [3, 5] }) }),
      SIZE,
    );
    expect([positive.frame.x.domain[0], positive.zero]).toEqual([0, positive.frame.plot.x]);
  });

  it('draws a cut-off with its name off the bars', () => {
    const lines = { lines: tableFrom({ line: ['vertical'], at: [0.03], text: ['截断值 0.03'] }) };
    const some = layout(figure({ importance_mark: 'bars' }, {}, lines), SIZE);
    expect(some.lines).toHaveLength(1);
    const [label] = some.lineLabels;
    expect(label?.text).toBe('截断值 0.03');
    const rows = some.rows.filter(({ mark, y }) => mark !== null && Math.abs(y - (label?.y ?? 0)) < some.barHeight / 2);
    expect(rows.filter(({ mark }) => (mark?.x ?? 0) > (label?.x ?? 0))).toEqual([]);
  });

  it('tells all numbers of a variable, and finds it', () => {
    expect(drawn.describe(drawn.find('tp53') ?? -1)).toMatchObject({
      name: 'TP53',
      tag: '入选',
      rows: [
        ['重要性', '0.06'],
        ['区间', '0.05–0.08'],
        ['随机的 2.5%–97.5%', '−0.02 ~ 0.02'],
        ['P', '0.001'],
      ],
    });
    expect(drawn.hit({ x: 0, y: drawn.rows[2]?.y ?? 0 })).toBe(2);
  });

  it('says how many have no room, and asks for the height of all in print', () => {
    const many = Array.from({ length: 90 }, (_, i) => i);
    const table = tableFrom({ gene: many.map((i) => `GENE${i}`), value: many });
    const { label, value } = COLUMNS;
    const data = figureData('importance', { label, value }, { variables: table });
    const { rows, note, omitted } = layout(data, SIZE);
    expect(rows.length).toBeLessThan(25);
    expect(rows[0]?.name).toBe('GENE89');
    expect(note).toContain(`前 ${rows.length} 个`);
    expect(omitted?.text).toBe(`另有 ${90 - rows.length} 行放不下`);
    const inches = paperHeight(data);
    expect(layout(data, { width: 410, height: inches * 72 * (12 / 7) }).rows).toHaveLength(90);
  });

  it('is English where that is chosen, takes ugly names and says why nothing is drawn', async () => {
    const texts = await drawnTexts('importance', figure({ figure_language: 'en' }));
    expect(texts).toEqual(expect.arrayContaining(['Importance', 'Selected', 'By chance (2.5%–97.5%)']));
    expect(texts.join('')).not.toMatch(/[\u4e00-\u9fff]/);
    const { label, value } = COLUMNS;
    const ugly = tableFrom({ gene: UGLY_NAMES, value: UGLY_NAMES.map(() => 1) });
    expect((await drawnTexts('importance', figureData('importance', { label, value }, { variables: ugly }))).join('')).not.toContain(
      '<script>',
    );
    const none = tableFrom({ gene: ['a'], value: Float64Array.from([Number.NaN]) });
    expect(() => layout(figureData('importance', { label, value }, { variables: none }), SIZE)).toThrow(/没有可画的变量/);
  });
});
