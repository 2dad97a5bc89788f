import { tissueColours } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { drawFigure } from '../src/file/index.tsx';
import {
  type ColumnarTable,
  type FigureData,
  facetsOf,
  overlap,
  type Rect,
  sayIn,
  textWidth,
  typefaceOf,
  withRoomAbove,
} from '../src/index.ts';
import type { PlacedBracket } from '../src/kinds/comparison/brackets.ts';
import { type ComparisonLayout, layout } from '../src/kinds/comparison/layout.ts';
import { categorySpan, comparisonAxis, halfOf, jitterOf, placesOf, pointsOfBoxes } from '../src/kinds/comparison/places.ts';
import { bandwidthOf, shareAt, type Violin, violinOf } from '../src/kinds/comparison/violin.ts';
import { sayLevel } from '../src/kinds/comparison/words.ts';

describe('places of a comparison', () => {
  const labels = ['A', 'A', 'B', 'A'];
  const facets = facetsOf(['x', 'x', 'x', 'y'], 4);
  const places = placesOf(facets, labels, ['肿瘤', '正常', '肿瘤', '正常'], ['肿瘤', '正常']);

  it('puts groups side by side around their category, in each panel from its first', () => {
    expect(places.categories).toEqual([['A', 'B'], ['A']]);
    expect([...places.category]).toEqual([1, 1, 2, 1]);
    expect(places.offsets).toEqual([-0.2, 0.2]);
    expect(placesOf(facets, labels, ['', '', '', ''], ['']).offsets).toEqual([0]);
  });

  it('keeps boxes and their points out of each other, and near each other where there is much room', () => {
    expect(halfOf(places, 100) * 2).toBeLessThan(places.slot * 100);
    expect(halfOf(places, 1000)).toBe(28);
    const spread = Array.from({ length: 500 }, (_, n) => jitterOf(n));
    expect(Math.max(...spread.map(Math.abs))).toBeLessThanOrEqual(0.8);
    expect(new Set(spread.map((at) => at.toFixed(4))).size).toBeGreaterThan(490);
    expect(categorySpan(2, 1100)).toEqual([-1, 4]);
    expect(categorySpan(20, 1100)).toEqual([0.5, 20.5]);
  });

  it('gives each box its own points, and room above for what the test says', () => {
    expect(pointsOfBoxes(['A\t肿瘤', 'A\t正常'], ['A\t正常', 'A\t肿瘤', 'C\t肿瘤', 'A\t正常'])).toEqual([[1], [0, 3]]);
    const { span } = comparisonAxis([Float64Array.of(0, 10), Float64Array.of(Number.NaN)], {});
    expect(span).toEqual([-0.4, 10.4]);
    // A fifth of the height stays free.
    expect(withRoomAbove(span, 0.2, false)).toEqual([-0.4, expect.closeTo(-0.4 + 10.8 / 0.8, 9)]);
  });
});

const BOX_ROLES = {
  facet: 'facet',
  label: 'label',
  group: 'group',
  low: 'low',
  q1: 'q1',
  median: 'median',
  q3: 'q3',
  high: 'high',
  n: 'n',
  name: 'name',
  value: 'value',
} as const;
const NOTE_ROLES = { text: 'text', other: 'other', p: 'p' } as const;
const PAIR_ROLES = { feature: 'feature', level_1: 'level_1', level_2: 'level_2', pair_p: 'padj', p: 'p' } as const;
const SIZE = { width: 845, height: 389 };

const NUMBERS = ['n', 'low', 'q1', 'median', 'q3', 'high', 'p', 'padj'];
type Columns = Record<string, readonly (string | number)[]>;
function tableFrom(columns: Columns): ColumnarTable {
  const typed = Object.entries(columns).map(([name, cells]): [string, readonly string[] | Float64Array] => [
    name,
    NUMBERS.includes(name) ? Float64Array.from(cells as readonly number[]) : (cells as readonly string[]),
  ]);
  return { rowCount: Object.values(columns)[0]?.length ?? 0, order: Object.keys(columns), columns: Object.fromEntries(typed) };
}

interface GroupRows {
  facet?: string;
  label: string;
  group?: string;
  values: readonly number[];
}

/** Tables of a comparison; the five numbers of a box are the sorted values' own. */
function tablesOf(groups: readonly GroupRows[], paired = false): Record<string, ColumnarTable> {
  const sorted = groups.map(({ values }) => values.filter(Number.isFinite).toSorted((a, b) => a - b));
  const at = (share: number) => sorted.map((values) => values[Math.floor((values.length - 1) * share)] ?? Number.NaN);
  const names = {
    facet: groups.map(({ facet = '' }) => facet),
    label: groups.map(({ label }) => label),
    group: groups.map(({ group = '' }) => group),
  };
  const n = groups.map(({ values }) => values.length);
  const boxes = tableFrom({ ...names, n, low: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), high: at(1) });
  const rows = groups.flatMap(({ facet = '', label, group = '', values }, i) =>
    values.map((value, nth) => ({ facet, label, group, name: `S${i}-${nth}`, value, pair: paired ? `P${nth}` : '' })),
  );
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  const texts = { facet: column('facet'), label: column('label'), group: column('group'), name: column('name'), pair: column('pair') };
  const points = { ...tableFrom(texts), columns: { ...texts, value: Float64Array.from(column('value')) } };
  return { boxes, points };
}

function dataOf(tables: Record<string, ColumnarTable>, style: FigureData['style'] = {}, words: FigureData['words'] = {}): FigureData {
  const roles = {
    ...BOX_ROLES,
    pair: 'pair',
    ...(tables.notes === undefined ? {} : NOTE_ROLES),
    ...(tables.tests === undefined ? {} : PAIR_ROLES),
  };
  const declared = Object.fromEntries(Object.keys(tables).map((role) => [role, role]));
  const figure = { title: '', chart: 'comparison', tables: declared, columns: roles, alternative: '', style: {} } as const;
  return { figure, tables, style, words };
}

const wave = (count: number, middle: number) => Array.from({ length: count }, (_, i) => middle + Math.sin(i * 1.7) * (1 + (i % 3)));
const TISSUES: readonly GroupRows[] = ['CDK1', 'CDH1'].flatMap((label) => [
  { label, group: '肿瘤', values: wave(40, 8) },
  { label, group: '正常', values: wave(12, 5) },
  { label, group: 'GTEx 正常', values: wave(30, 4) },
]);
const NOTES = tableFrom({
  facet: ['', '', '', ''],
  label: ['CDK1', 'CDH1', 'CDK1', 'CDH1'],
  group: ['肿瘤', '肿瘤', '肿瘤', '肿瘤'],
  other: ['正常', '正常', 'GTEx 正常', 'GTEx 正常'],
  p: [0.012, 2.5e-35, 0.004, 0.2],
  text: ['P = 0.012', 'P = 2.5e−35', '', ''],
});
const tissues = (style: FigureData['style'] = {}, size = SIZE) => layout(dataOf({ ...tablesOf(TISSUES), notes: NOTES }, style), size);
const textsOf = ({ brackets }: ComparisonLayout) => brackets.map(({ text }) => text);

/** The room that a bracket with its text takes. */
function roomOf({ path, text, x, y }: PlacedBracket): Rect {
  const [left = 0, foot = 0, line = 0, right = 0] = (path.match(/-?[\d.]+/g) ?? []).map(Number);
  const half = textWidth(text, typefaceOf({})) / 2;
  const top = Math.min(line, y - typefaceOf({}).size * 0.7);
  const from = Math.min(left, x - half);
  return { x: from, y: top, width: Math.max(right, x + half) - from, height: foot - top };
}

function expectFree({ brackets, dots, panels }: ComparisonLayout) {
  const rooms = brackets.map(roomOf);
  rooms.forEach((room, i) => {
    for (const other of rooms.slice(i + 1)) expect(overlap(room, other)).toBe(0);
    expect(room.y).toBeGreaterThanOrEqual(Math.min(...panels.panels.map(({ plot }) => plot.y)) - 1);
    for (const at of dots.order) {
      const [px, py] = [dots.points.xs[at] as number, dots.points.ys[at] as number];
      const inside = px > room.x - 1.8 && px < room.x + room.width + 1.8 && py > room.y - 1.8 && py < room.y + room.height + 1.8;
      expect(inside).toBe(false);
    }
  });
}

describe('groups', () => {
  const coloursOf = (names: readonly [string, string], words: FigureData['words'] = {}) => {
    const rows = names.map((group, i) => ({ label: 'A', group, values: wave(20, 5 + i) }));
    return layout(dataOf(tablesOf(rows), { tumor_color: '#aa0000', normal_color: '#0000aa' }, words), SIZE).frame.legend.named.map(
      ({ name, colour }) => [name, colour],
    );
  };

  it('have the colours of the tissues where the result calls them so', () => {
    const tissueWords = { tumor_group: 'T', normal_group: 'N' };
    expect(Object.fromEntries(coloursOf(['N', 'T'], tissueWords))).toEqual({ T: '#aa0000', N: '#0000aa' });
  });

  it('are known by the declared colours in results that do not name them', () => {
    const rows = (['正常', '肿瘤'] as const).map((group, i) => ({ label: 'A', group, values: wave(20, 5 + i) }));
    const data = dataOf(tablesOf(rows), { tumor_color: '#aa0000', normal_color: '#0000aa' });
    const made = layout({ ...data, figure: { ...data.figure, style: tissueColours } }, SIZE);
    expect(made.frame.legend.named.map(({ name, colour }) => [name, colour])).toEqual([
      ['肿瘤', '#aa0000'],
      ['正常', '#0000aa'],
    ]);
  });

  it('have the colours of every figure where a user calls them tumour and normal', () => {
    expect(coloursOf(['正常', '肿瘤']).map(([, colour]) => colour)).toEqual(coloursOf(['A', 'B']).map(([, colour]) => colour));
  });
});

describe('brackets', () => {
  it('stand over the main comparison with the P of the tables', () => {
    expect(textsOf(tissues())).toEqual(['P = 0.012', 'P = 2.5e−35']);
    expect(textsOf(tissues({ p_format: 'stars' }))).toEqual(['*', '***']);
    expectFree(tissues());
  });

  it('stand over the pairs that are chosen, in either direction, and say which have no P', () => {
    const both = tissues({ brackets: ['GTEx 正常', '肿瘤', '肿瘤', '正常', '正常', 'GTEx 正常'] });
    expect(textsOf(both).toSorted()).toEqual(['P = 0.004', 'P = 0.012', 'P = 0.200', 'P = 2.5e−35']);
    expect(both.note).toBe('结果里没有「正常」与「GTEx 正常」比较的 P，没有画括线。');
    expectFree(both);
  });

  it('become stars where the numbers have no room, and say so', () => {
    const many = Array.from({ length: 30 }, (_, i) => `C${i}`);
    const groups = many.flatMap((label) => [
      { label, group: '肿瘤', values: wave(5, 8) },
      { label, group: '正常', values: wave(5, 5) },
    ]);
    const same = <T>(value: T) => many.map(() => value);
    const notes = tableFrom({ facet: same(''), label: many, group: same('肿瘤'), other: same('正常'), p: same(0.03), text: same('*') });
    const drawn = layout(dataOf({ ...tablesOf(groups), notes }), SIZE);
    expect(new Set(textsOf(drawn))).toEqual(new Set(['*']));
    expect(drawn.note).toContain('星号');
    expectFree(drawn);
  });

  it('of a result without numbers stand over the whole category with its text', () => {
    const notes = tableFrom({ facet: ['', ''], label: ['CDK1', 'CDH1'], text: ['P = 0.012', ''] });
    const words = { tumor_group: '肿瘤', normal_group: '正常' };
    const { brackets } = layout(dataOf({ ...tablesOf(TISSUES), notes }, { p_format: 'stars' }, words), SIZE);
    expect(brackets.map(({ text, pair }) => [text, ...pair])).toEqual([['P = 0.012', '肿瘤', 'GTEx 正常']]);
  });

  it('between categories take their P from the table of pairs, of two groups alone from the test', () => {
    const facet = '分期\u3000P = 0.001';
    const sex = '性别\u3000P = 0.461';
    const groups = [
      ...['I (9)', 'II (12)', 'IV (15)'].map((label, i) => ({ facet, label, values: wave([9, 12, 15][i] as number, 5 + i) })),
      { facet: sex, label: '男 (20)', values: wave(20, 5) },
      { facet: sex, label: '女 (16)', values: wave(16, 5) },
    ];
    const pairs = tableFrom({ feature: ['分期', '分期'], level_1: ['I', 'II'], level_2: ['IV', 'IV'], padj: [0.0004, Number.NaN] });
    const tests = tableFrom({ feature: ['分期', '性别'], p: [0.001, 0.461] });
    const said = [facet, 'Stage\u3000P = 0.001', sex, 'Sex\u3000P = 0.461', '男 (20)', 'Male (20)', '女 (16)', 'Female (16)'];
    const draw = (style: FigureData['style']) => layout(dataOf({ ...tablesOf(groups), pairs, tests }, style), SIZE);
    const chosen = draw({ brackets: ['IV', 'I', '男', '女', 'II', 'IV'] });
    expect(textsOf(chosen).toSorted()).toEqual(['P = 0.461', 'P = 4.0e−4']);
    expect(chosen.note).toContain('「II」与「IV」');
    expect(textsOf(draw({}))).toEqual([]);
    expect(draw({}).panels.panels.map(({ name }) => name)).toEqual([facet, sex]);
    const english = draw({ figure_language: 'en', p_format: 'stars', said });
    expect(english.panels.panels.map(({ name }) => name)).toEqual(['Stage\u3000**', 'Sex\u3000ns']);
    expect(english.names.map(({ texts }) => texts)).toEqual([
      ['I (9)', 'II (12)', 'IV (15)'],
      ['Male (20)', 'Female (16)'],
    ]);
    expect(draw({ group_order: ['IV', '女'] }).names.map(({ texts }) => texts[0])).toEqual(['IV (15)', '女 (16)']);
  });

  it('name their panel with its test, and categories with their number, from columns of their own', () => {
    const groups = ['I', 'II'].map((label, i) => ({ facet: '分期', label, values: wave(9 + i, 5 + i) }));
    const { boxes, points } = tablesOf(groups) as { boxes: ColumnarTable; points: ColumnarTable };
    const tested = { ...boxes, columns: { ...boxes.columns, facet_test: ['ANOVA P = 0.001', 'ANOVA P = 0.001'] } };
    const drawn = (style: FigureData['style']) => {
      const data = dataOf({ boxes: tested, points }, style);
      const columns = { ...data.figure.columns, facet_test: 'facet_test', counted: 'n' };
      return layout({ ...data, figure: { ...data.figure, columns } }, SIZE);
    };
    const said = ['分期', 'Stage'];
    const english = drawn({ figure_language: 'en', said });
    expect(english.panels.panels.map(({ name }) => name)).toEqual(['Stage\u3000ANOVA P = 0.001']);
    expect(english.names.map(({ texts }) => texts)).toEqual([['I (9)', 'II (10)']]);
    expect(english.levels).toEqual([['I', 'II']]);
    expect(drawn({ renamed: ['分期\u3000ANOVA P = 0.001', '期别'] }).panels.panels.map(({ name }) => name)).toEqual(['期别']);
  });

  it('that find no room over the data are left out and counted', () => {
    const labels = Array.from({ length: 9 }, (_, i) => `L${i}`);
    const groups = labels.map((label) => ({ label, values: wave(12, 5) }));
    const all = labels.flatMap((a, i) => labels.slice(i + 1).map((b) => [a, b] as const));
    const pairs = tableFrom({
      feature: all.map(() => ''),
      level_1: all.map(([a]) => a),
      level_2: all.map(([, b]) => b),
      padj: all.map(() => 0.5),
    });
    const tests = tableFrom({ feature: ['x'], p: [0.5] });
    const drawn = layout(dataOf({ ...tablesOf(groups), pairs, tests }, { brackets: all.flat() }), SIZE);
    expect(drawn.brackets.length).toBeGreaterThan(4);
    expect(drawn.note).toContain(`${36 - drawn.brackets.length} 条括线没有画`);
    expectFree(drawn);
  });
});

describe('groups that are categories of their own', () => {
  const groups = (n: number): GroupRows[] =>
    ['对照', '药物 A', '药物 B'].map((label, i) => ({ label, group: label, values: wave(n, 4 + i) }));
  const own = (n: number, words: FigureData['words'] = {}) =>
    layout(
      dataOf(
        {
          ...tablesOf(groups(n)),
          notes: tableFrom({
            facet: ['', ''],
            label: ['', ''],
            group: ['对照', '对照'],
            other: ['药物 A', '药物 B'],
            p: [0.2, 0.001],
            text: ['ns', ''],
          }),
        },
        {},
        words,
      ),
      SIZE,
    );

  it('stand in the middle of their places, each in a colour of its own, without a legend', () => {
    const drawn = own(20);
    const panel = drawn.panels.panels[0];
    expect(drawn.marks.map(({ x }) => x)).toEqual([1, 2, 3].map((place) => panel?.x(place)));
    expect(new Set(drawn.marks.map(({ colour }) => colour)).size).toBe(3);
    expect(drawn.frame.legend.named).toEqual([]);
  });

  it('have brackets between them: those that the result draws by itself, the others when they are chosen', () => {
    expect(textsOf(own(20))).toEqual(['P = 0.200']);
    expect(own(20).pairs).toEqual([
      ['对照', '药物 A'],
      ['对照', '药物 B'],
    ]);
  });

  it('are points alone under the number of values that the result names', () => {
    expect(own(5).marks.map(({ shape }) => shape)).toEqual(['box', 'box', 'box']);
    expect(own(5, { boxed_from: '6' }).marks.map(({ shape }) => shape)).toEqual(['points', 'points', 'points']);
    expect(own(6, { boxed_from: '6' }).marks.map(({ shape }) => shape)).toEqual(['box', 'box', 'box']);
  });
});

describe('what is drawn for a group', () => {
  const shapes = (style: FigureData['style'], values: readonly number[]) =>
    layout(dataOf(tablesOf([{ label: 'A', values }]), style), SIZE).marks.map(({ shape, median }) => [shape, median !== '']);

  it('is a box, a violin or points, with the median', () => {
    expect(shapes({}, wave(12, 5))).toEqual([['box', true]]);
    expect(shapes({ group_shape: 'violin' }, wave(12, 5))).toEqual([['violin', true]]);
    expect(shapes({ group_shape: 'points' }, wave(12, 5))).toEqual([['points', true]]);
  });

  it('is a box for nine values or equal ones, and points for two', () => {
    expect(shapes({ group_shape: 'violin' }, wave(9, 5))).toEqual([['box', true]]);
    expect(shapes({ group_shape: 'violin' }, new Array(20).fill(3))).toEqual([['box', true]]);
    expect(shapes({ group_shape: 'violin' }, [1, 2])).toEqual([['points', false]]);
    expect(shapes({}, [1, 2])).toEqual([['points', false]]);
  });

  it('keeps points where there is nothing else, whatever else is hidden', () => {
    const drawn = (style: FigureData['style'], values: readonly number[]) =>
      [...layout(dataOf(tablesOf([{ label: 'A', values }]), style), SIZE).dots.order].length;
    expect(drawn({ show_points: false }, wave(12, 5))).toBe(0);
    expect(drawn({ show_points: false }, [1, 2])).toBe(2);
    expect(drawn({ show_points: false, group_shape: 'points' }, wave(12, 5))).toBe(12);
  });

  it('is computed once for a look that changes, and anew for other points', () => {
    const tables = tablesOf([{ label: 'A', values: wave(60, 5) }]);
    const data = dataOf(tables, { group_shape: 'violin' });
    const violinIn = (drawn: FigureData) => layout(drawn, SIZE).marks[0]?.violin;
    const first = violinIn(data);
    expect(first?.share).toHaveLength(64);
    expect(violinIn({ ...data, style: { ...data.style, plot_title: '标题' } })).toBe(first);
    const others = {
      boxes: tables.boxes as ColumnarTable,
      points: tablesOf([{ label: 'A', values: wave(60, 50) }]).points as ColumnarTable,
    };
    expect(violinIn({ ...data, tables: others })?.at[0]).toBeGreaterThan(40);
    // Other columns of the same tables.
    const columns = { ...data.figure.columns, value: 'none' };
    expect(() => violinIn({ ...data, figure: { ...data.figure, columns } })).toThrow('none');
    expect(violinIn(data)).toEqual(first);
  });

  it('has its points within the outline of its violin', () => {
    const { dots, marks } = layout(dataOf(tablesOf([{ label: 'A', values: wave(60, 5) }]), { group_shape: 'violin' }), SIZE);
    const [mark] = marks;
    wave(60, 5).forEach((value, i) => {
      const half = (mark?.half ?? 0) * shareAt(mark?.violin as Violin, value);
      expect(Math.abs((dots.points.xs[i] as number) - (mark?.x ?? 0))).toBeLessThanOrEqual(half);
    });
  });
});

describe('a violin', () => {
  // R 4: bw.nrd0(x); mean(dnorm(at, x, bw)) at 64 places between the smallest and the largest.
  const values = [1.2, 2.5, 2.7, 3.1, 3.3, 4.8, 5.0, 5.1, 7.9, 8.4, 9.9, 12.5];

  it("is R's density", () => {
    expect(bandwidthOf(values)).toBeCloseTo(1.877532823759, 10);
    const violin = violinOf(Float64Array.from(values.toReversed()));
    expect([0, 13, 31, 45, 63].map((i) => violin?.share[i])).toEqual(
      [0.620035720456, 0.999937448831, 0.640725750278, 0.469611846259, 0.233427259494].map((share) => expect.closeTo(share, 3)),
    );
  });
});

describe('a comparison', () => {
  it('writes a level as it is called, with its number', () => {
    const say = sayIn({ figure_language: 'en', said: ['≥ 60 岁 (20)', '≥ 60 years (20)'] });
    expect(sayLevel(say, '≥ 60 岁 (20)', 20, true)).toBe('≥ 60 years (20)');
    expect(sayLevel(sayIn({ renamed: ['男', '男性'] }), '男 (20)', 20, true)).toBe('男性 (20)');
    expect(sayLevel(sayIn({ renamed: ['男', '男性'] }), '男', 20, true)).toBe('男性 (20)');
    expect(sayLevel(sayIn({}), 'II', 20, false)).toBe('II');
  });

  it('finds the group under the pointer', () => {
    const { hit, anchor, stops } = tissues();
    expect(stops.map((box) => hit(anchor(box)))).toEqual(stops);
  });

  it('joins the values of a pair', () => {
    const groups = ['肿瘤', '正常'].map((group, i) => ({ label: 'A', group, values: [1 + i, 2 + i, 3 + i] }));
    const { pairLines, marks } = layout(dataOf(tablesOf(groups, true)), SIZE);
    expect(pairLines).toHaveLength(3);
    expect(new Set(pairLines.map(([x1, , x2]) => [x1, x2].join()))).toEqual(new Set([marks.map(({ x }) => x).join()]));
  });

  it('joins a pair over categories that are groups of their own, not those without a pair, and reads results of before there were pairs', () => {
    const groups = ['前', '后', '三月后'].map((label, i) => ({ label, group: label, values: [1 + i, 2 + i, 3 + i] }));
    const tables = tablesOf(groups, true);
    expect(layout(dataOf(tables), SIZE).pairLines).toHaveLength(6);
    const { points } = tables;
    if (points === undefined) throw new Error('no points');
    const { pair: _, ...older } = points.columns;
    const alone = { ...points, columns: { ...older, pair: ['P0', '', '', 'P0', '', '', '', '', ''] } };
    expect(layout(dataOf({ ...tables, points: alone }), SIZE).pairLines).toHaveLength(1);
    expect(layout(dataOf({ ...tables, points: { ...points, columns: older } }), SIZE).pairLines).toEqual([]);
    const apart = groups.map((one, i) => ({ ...one, group: i === 0 ? 'x' : 'y' }));
    expect(layout(dataOf(tablesOf(apart, true)), SIZE).pairLines).toEqual([]);
  });

  it('says what is no number, and refuses where there is nothing to draw', () => {
    const some = layout(dataOf(tablesOf([{ label: 'A', values: [1, Number.NaN, 3, Number.POSITIVE_INFINITY, 2] }])), SIZE);
    expect(some.note).toBe('2 个样本没有数值，没有画。');
    expect([...some.dots.order]).toHaveLength(3);
    expect(() => layout(dataOf(tablesOf([{ label: 'A', values: [Number.NaN] }])), SIZE)).toThrow('1 个样本都没有数值可画');
    expect(() => layout(dataOf(tablesOf([])), SIZE)).toThrow('没有可画的样本');
  });

  it('fits seven panels into one column, or says that the figure is too low', () => {
    const groups = Array.from({ length: 7 }, (_, i) =>
      [1, 2].map((k) => ({ facet: `F${i}`, label: `L${k} (12)`, values: wave(12, k) })),
    ).flat();
    const { panels } = layout(dataOf(tablesOf(groups)), { width: 413, height: 632 });
    expect(Math.min(...panels.panels.map(({ plot }) => plot.height))).toBeGreaterThan(60);
    expect(() => layout(dataOf(tablesOf(groups)), { width: 413, height: 200 })).toThrow('图太矮');
  });

  it.each([
    ['one point', [{ label: 'A', values: [5] }]],
    ['equal values', [{ label: 'A', values: [5, 5, 5, 5] }]],
    ['60 groups', Array.from({ length: 60 }, (_, i) => ({ label: 'A', group: `组 ${i}`, values: wave(5, i) }))],
    ['60 categories', Array.from({ length: 60 }, (_, i) => ({ label: `L${i} of a long name`, values: wave(5, i) }))],
    [
      'long names',
      [1, 2].map((i) => ({ facet: `${i}${'面板'.repeat(40)}`, label: 'n'.repeat(80), group: `${i}${'g'.repeat(80)}`, values: wave(5, i) })),
    ],
    ['other scripts and control characters', [{ label: '\u0007مريض <&>', group: '\u0000عينة', values: wave(5, 1) }]],
  ] as [string, GroupRows[]][])('draws %s as a whole file without a lost number', async (_, groups) => {
    for (const group_shape of ['box', 'violin', 'points']) {
      const { svg } = await drawFigure('comparison', dataOf(tablesOf(groups), { group_shape }), []);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|\p{Cc}/u);
    }
  });
});
