import { describe, expect, it } from 'vitest';
import { layout, paperHeight } from '../src/kinds/nomogram/layout.ts';
import { type LabelKind, tickLabels } from '../src/kinds/nomogram/tick-labels.ts';
import { drawnTexts, figureData, tableFrom } from './support/figures.ts';

const COLUMNS = { axis: 'axis', kind: 'kind', tick: 'tick', position: 'at', value: 'value' };
const SIZE = { width: 820, height: 330 };
const AXES = {
  axis: ['得分', '年龄（岁）', '体能状态', '总分', '线性预测值', '1 年生存率'],
  kind: ['points', 'variable', 'variable', 'total', 'linear', 'probability'],
};
/** By nomogram of rms 6.3 on the patients of survival::lung: age, ECOG score, survival at a year. */
const TICKS: readonly (readonly [string, string, number])[] = [
  ...[0, 20, 40, 60, 80, 100].map((at) => ['得分', String(at), at] as const),
  ['年龄（岁）', '35', 0],
  ['年龄（岁）', '60', 15.04],
  ['年龄（岁）', '85', 30.09],
  ['体能状态', '0', 0],
  ['体能状态', '1', 21.11],
  ['体能状态', '2', 46.12],
  ['体能状态', '3', 100],
  ...[0, 50, 100, 150].map((at) => ['总分', String(at), at] as const),
  ['线性预测值', '-1', 20],
  ['线性预测值', '1', 110],
  ['1 年生存率', '0.8', 12],
  ['1 年生存率', '0.4', 75],
  ['1 年生存率', '0.1', 130],
];
const ticksOf = (rows: typeof TICKS) =>
  tableFrom({ axis: rows.map(([axis]) => axis), tick: rows.map(([, tick]) => tick), at: rows.map(([, , at]) => at) });
const EXAMPLE = {
  axis: ['年龄（岁）', '体能状态', '总分', '1 年生存率'],
  at: [16.84, 46.12, 62.96, 62.96],
  value: ['63', '2', '', '0.46'],
};
const CALLED = {
  points: { zh: '得分', en: 'Points' },
  total: { zh: '总分', en: 'Total points' },
  linear: { zh: '线性预测值', en: 'Linear predictor' },
  survival: { zh: '{n} 年生存率', en: '{n}-year survival' },
  age: { zh: '年龄（岁）', en: 'Age (years)' },
};
const figure = (style = {}, tables = {}) =>
  figureData(
    'nomogram',
    COLUMNS,
    { axes: { ...tableFrom(AXES), words: { axis: { codes: CALLED } } }, ticks: ticksOf(TICKS), example: tableFrom(EXAMPLE), ...tables },
    style,
  );
const drawn = layout(figure(), SIZE);
const row = (name: string) => {
  const found = drawn.rows.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no axis ${name}`);
  return found;
};

describe('a nomogram', () => {
  it('has all axes of points on one scale, and all of total points on another', () => {
    const points = row('得分');
    const at = (value: number) => points.from + ((points.to - points.from) * value) / 100;
    expect(row('年龄（岁）').ticks).toEqual([0, 15.04, 30.09].map((value) => expect.closeTo(at(value), 6)));
    expect(row('体能状态').ticks).toEqual([0, 21.11, 46.12, 100].map((value) => expect.closeTo(at(value), 6)));
    const total = row('总分');
    const of = (value: number) => total.from + ((total.to - total.from) * value) / 150;
    expect(total.to).toBeCloseTo(points.to, 6);
    expect(row('1 年生存率').ticks).toEqual([12, 75, 130].map((value) => expect.closeTo(of(value), 6)));
    expect(row('线性预测值').labels.map(({ text }) => text)).toEqual(['−1', '1']);
  });

  it('works out a patient: marks, lines from them to the points and from the total down, and the numbers beside', () => {
    const points = row('得分');
    expect(row('体能状态').example?.x).toBeCloseTo(points.from + ((points.to - points.from) * 46.12) / 100, 6);
    expect([row('年龄（岁）').example, row('总分').example, row('1 年生存率').example].map((one) => [one?.value, one?.points])).toEqual([
      ['63', '16.8'],
      ['', '63.0'],
      ['0.46', ''],
    ]);
    const lowered = layout(figure({}, { example: tableFrom({ ...EXAMPLE, value: ['-0.5', '2', '', '0.46'] }) }), SIZE);
    expect(lowered.rows.find(({ name }) => name === '年龄（岁）')?.example?.value).toBe('−0.5');
    expect(row('1 年生存率').example?.x).toBeCloseTo(row('总分').example?.x ?? 0, 9);
    expect(drawn.guides.map(({ x, from, to }) => [x, from, to])).toEqual([
      [row('年龄（岁）').example?.x, points.y, row('年龄（岁）').y],
      [row('体能状态').example?.x, points.y, row('体能状态').y],
      [row('总分').example?.x, row('总分').y, row('1 年生存率').y],
    ]);
    expect(drawn.heads.map(({ text }) => text)).toEqual(['取值', '得分']);
    // Beside the axes, not over them.
    expect(drawn.columns.value - 20).toBeGreaterThan(points.to);
  });

  it('is drawn without a patient', () => {
    const { tables, ...rest } = figure();
    const { example: _, ...others } = tables;
    const plain = layout({ ...rest, tables: others }, SIZE);
    expect([plain.heads, plain.guides, plain.rows.every(({ example }) => example === null)]).toEqual([[], [], true]);
    expect(plain.rows[0]?.to).toBeGreaterThan(drawn.rows[0]?.to ?? 0);
  });

  it('tells points of each tick and is walked along and down', () => {
    const item = drawn.find('体能状态') ?? -1;
    expect(drawn.describe(item + 2)).toMatchObject({
      name: '体能状态',
      tag: '2',
      rows: [
        ['得分', '46.12'],
        ['示例患者', '2'],
      ],
    });
    expect(drawn.describe(drawn.find('1 年生存率') ?? -1).rows[0]).toEqual(['总分', '12']);
    const { walk } = drawn;
    if (walk === undefined) throw new Error('no walk');
    expect(walk(0, { across: 1, down: 0 })).toBe(1);
    expect(walk(0, { across: 0, down: 1 })).toBe(drawn.find('年龄（岁）'));
    for (const at of [0, item, item + 3]) expect(drawn.hit(drawn.anchor(at))).toBe(at);
  });

  it('says what is wrong: no ticks, an unknown kind, no room', () => {
    expect(() => layout(figure({}, { ticks: tableFrom({ axis: ['x'], tick: ['1'], at: [1] }) }), SIZE)).toThrow(/没有一条轴有刻度/);
    expect(() => layout(figure({}, { axes: tableFrom({ axis: ['得分'], kind: ['score'] }) }), SIZE)).toThrow(/不认识/);
    expect(() => layout(figure(), { width: 820, height: 160 })).toThrow(/高度/);
    const inches = paperHeight(figure());
    expect(layout(figure(), { width: 820, height: inches * 72 * (12 / 7) }).rows).toHaveLength(6);
    const some = layout(figure({}, { axes: tableFrom({ axis: ['得分', '空'], kind: ['points', 'variable'] }) }), SIZE);
    expect(some.note).toContain('有 1 条轴没有刻度');
  });

  it('says which labels are not there as they are', () => {
    const crowd = Array.from({ length: 30 }, (_, i) => ['体能状态', `很长的水平名称 ${i}`, i * i] as const);
    const { note } = layout(figure({}, { ticks: ticksOf([...TICKS.filter(([axis]) => axis !== '体能状态'), ...crowd]) }), SIZE);
    expect(note).toContain('「体能状态」的 ');
    expect(note).toContain('很长的水平名称 29');
    expect(note).toContain('没有写全。请加大图的宽度或缩小字号。');
  });

  it('writes both levels of a variable that counts little', () => {
    const close = [...TICKS.filter(([axis]) => axis !== '体能状态'), ['体能状态', '0', 0] as const, ['体能状态', '1', 2] as const];
    const few = layout(figure({}, { ticks: ticksOf(close) }), SIZE);
    expect(few.rows.find(({ name }) => name === '体能状态')?.labels.map(({ text }) => text)).toEqual(['0', '1']);
    expect(few.note).toBe('');
  });

  it('is English where that is chosen', async () => {
    const texts = await drawnTexts('nomogram', figure({ figure_language: 'en', plot_pdf_width: 6.85, plot_pdf_height: 3.4 }));
    expect(texts).toEqual(expect.arrayContaining(['Points', 'Age (years)', 'Total points', 'Linear predictor', '1-year survival']));
  });
});

describe('labels of the ticks', () => {
  const measure = (text: string) => text.length * 10;
  const labelled = (ticks: readonly (readonly [string, number])[], kind: LabelKind, from: number, to: number) =>
    tickLabels(
      ticks.map(([text, x]) => ({ text, x })),
      kind,
      { from, to, measure },
    );
  const textsOf = ({ labels }: ReturnType<typeof labelled>) => labels.map(({ text }) => text).toSorted();
  /** No label of one side stands over another one of it. */
  function expectApart({ labels }: ReturnType<typeof labelled>) {
    for (const above of [false, true]) {
      const side = labels.filter((label) => label.above === above).toSorted((a, b) => a.x - b.x);
      side.slice(1).forEach((label, i) => {
        const before = side[i] as (typeof side)[number];
        expect(label.x - before.x).toBeGreaterThanOrEqual((measure(label.text) + measure(before.text)) / 2);
      });
    }
  }

  it('of an even scale are every second or third number, the last among them where that takes few away', () => {
    const even = Array.from({ length: 11 }, (_, i) => [String(i * 10), i * 20] as const);
    expect(labelled(even, 'scale', 0, 200).labels.map(({ text }) => text)).toEqual(['0', '20', '40', '60', '80', '100']);
    const falling = [3500, 3000, 2500, 2000, 1500, 1000, 500, 0].map((value, i) => [String(value), i * 8] as const);
    expect(labelled(falling, 'scale', 0, 60).labels.map(({ text }) => text)).toEqual(['3500', '0']);
  });

  it('of two numbers, such as 0 and 1, are both there where they lie close together', () => {
    const both = labelled(
      [
        ['0', 0],
        ['1', 12],
      ],
      'values',
      -10,
      200,
    );
    expect([textsOf(both), both.missing]).toEqual([['0', '1'], []]);
    expectApart(both);
  });

  it('of uneven numbers stand above the line where there is no room below', () => {
    const uneven = [0, 40, 60, 75, 85].map((x, i) => [`0.${i}`, x] as const);
    const all = labelled(uneven, 'values', -20, 110);
    expect([textsOf(all), all.missing]).toEqual([['0.0', '0.1', '0.2', '0.3', '0.4'], []]);
    expectApart(all);
    expect(all.labels.find(({ text }) => text === '0.4')?.above).toBe(false);
  });

  it('that have no room at all are told', () => {
    const crowded = Array.from({ length: 12 }, (_, i) => [`0.0${i}`, i * i * 0.5] as const);
    const some = labelled(crowded, 'values', 0, 60);
    expect(some.missing.length).toBeGreaterThan(0);
    expect([...textsOf(some), ...some.missing].toSorted()).toEqual(crowded.map(([text]) => text).toSorted());
    expectApart(some);
  });

  it('of categories are all there, on both sides where one has no room', () => {
    const names = ['stage one', 'stage two', 'stage three', 'stage four'];
    const labels = labelled(
      names.map((text, i) => [text, i * 60] as const),
      'names',
      -40,
      260,
    );
    expect([textsOf(labels), labels.shortened]).toEqual([names.toSorted(), []]);
    expectApart(labels);
  });

  it('are shortened, and told, where even two sides have no room', () => {
    const names = Array.from({ length: 8 }, (_, i) => `category ${i}`);
    const cut = labelled(
      names.map((text, i) => [text, i * 20] as const),
      'names',
      0,
      140,
    );
    expect(cut.labels.every(({ text }) => text.endsWith('…'))).toBe(true);
    expect(cut.labels).toHaveLength(8);
    expect(cut.shortened.toSorted()).toEqual(names);
  });
});
