import { describe, expect, it } from 'vitest';
import { overlap } from '../src/index.ts';
import { layout as layoutRidges } from '../src/kinds/ridge/layout.ts';
import { layout } from '../src/kinds/term-bars/layout.ts';
import { figureData, tableFrom } from './support/figures.ts';

const SIZE = { width: 413, height: 400 };
const scores = {
  terms: tableFrom({
    term: ['ADIPOGENESIS', 'HYPOXIA', 'E2F_TARGETS', 'P53_PATHWAY'],
    nes: [1.9, 1.4, -1.3, -1.6],
    p: [1e-6, 0.001, 0.04, 0.2],
    what: ['上调', '上调', '下调', '不显著'],
  }),
};

describe('bars of terms', () => {
  it('run from 0 to their value on the axis', () => {
    const { bars, frame } = layout(figureData('term-bars', { label: 'term', x: 'nes', p: 'p' }, scores), SIZE);
    const ends = bars.map(({ rect }) => [frame.x.invert(rect.x), frame.x.invert(rect.x + rect.width)]);
    const expected = [
      [0, 1.9],
      [0, 1.4],
      [-1.3, 0],
      [-1.6, 0],
    ];
    for (const [i, [from, to]] of ends.entries()) {
      expect(from).toBeCloseTo(expected[i]?.[0] as number, 9);
      expect(to).toBeCloseTo(expected[i]?.[1] as number, 9);
    }
  });

  it('write names of bars to both sides beside 0, over no bar and within the sheet', () => {
    const { inside, bars, frame, rows } = layout(figureData('term-bars', { label: 'term', x: 'nes', p: 'p' }, scores), SIZE);
    expect(inside?.map(({ anchor }) => anchor)).toEqual(['end', 'end', 'start', 'start']);
    for (const { line, x, anchor } of inside ?? []) {
      const box = {
        x: anchor === 'end' ? x - line.name.width : x,
        y: line.y - line.height / 2,
        width: line.name.width,
        height: line.height,
      };
      expect(bars.some(({ rect }) => overlap(rect, box) > 0)).toBe(false);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(frame.plot.x + frame.plot.width);
    }
    expect(rows.lines).toHaveLength(4);
  });

  it('write names at the left where all bars run one way, comparisons stand side by side or a range is chosen', () => {
    const up = { terms: tableFrom({ term: ['a', 'b'], nes: [1, 2] }) };
    expect(layout(figureData('term-bars', { label: 'term', x: 'nes' }, up), SIZE).inside).toBeNull();
    expect(layout(figureData('term-bars', { label: 'term', x: 'nes', group: 'what' }, scores), SIZE).inside).toBeNull();
    expect(layout(figureData('term-bars', { label: 'term', x: 'nes' }, scores, { axis_range_x: ['-1', '2'] }), SIZE).inside).toBeNull();
  });

  it('are coloured by P, else by their class, else by their sign', () => {
    const colours = (columns: Record<string, string>, style = {}) =>
      layout(figureData('term-bars', { label: 'term', x: 'nes', ...columns }, scores, style), SIZE).bars.map(({ colour }) => colour);
    expect(new Set(colours({ p: 'p' })).size).toBe(4);
    const [up, also, down, none] = colours({ class: 'what' });
    expect(up).toBe(also);
    expect(new Set([up, down, none]).size).toBe(3);
    expect(colours({}, { up_color: '#ff0000', down_color: '#0000ff' })).toEqual(['#ff0000', '#ff0000', '#0000ff', '#0000ff']);
  });
});

describe('bars up, down and not significant', () => {
  const terms = { terms: tableFrom({ term: ['a', 'b', 'c'], t: [3, 1, -2], change: ['up', 'none', 'down'] }) };
  const drawn = (style = {}, words = {}) =>
    layout(figureData('term-bars', { label: 'term', x: 't', change: 'change' }, terms, style, words), SIZE);

  it('have the colours of their fields, or those that the user gave to their names', () => {
    const fields = { up_color: '#ff0000', down_color: '#0000ff', nochange_color: '#cccccc' };
    expect(drawn(fields).bars.map(({ colour }) => colour)).toEqual(['#ff0000', '#cccccc', '#0000ff']);
    expect(drawn({ ...fields, group_colours: ['上调', '#00ff00'] }).bars[0]?.colour).toBe('#00ff00');
    expect(drawn().entries?.map(({ name }) => name)).toEqual(expect.arrayContaining(['上调', '下调', '不显著']));
  });

  it('stand on an axis that is called after the value', () => {
    expect(
      drawn({}, { value_name: 'NES' })
        .describe(0)
        ?.rows.map(([name]) => name),
    ).toContain('NES');
  });
});

describe('ridges', () => {
  const tables = {
    sets: tableFrom({ set: ['a', 'b', 'none'], p: [0.001, 0.01, 0.02], n: [20, 30, 1] }),
    densities: tableFrom({
      set: ['a', 'a', 'a', 'b', 'b', 'b'],
      x: [-1, 0, 1, 0, 2, 4],
      y: [0, 0.8, 0, 0, 0.4, 0],
    }),
  };
  const drawn = layoutRidges(figureData('ridge', { label: 'set', x: 'x', y: 'y', p: 'p', size: 'n' }, tables), SIZE);

  it('have one scale of densities and one axis', () => {
    const rises = drawn.ridges.map(({ base, points }) => base - Math.min(...points.map(([, y]) => y)));
    expect((rises[0] ?? 0) / (rises[1] ?? 1)).toBeCloseTo(2, 9);
    expect(drawn.ridges[1]?.points.map(([x]) => drawn.frame.x.invert(x))).toEqual([0, 2, 4].map((x) => expect.closeTo(x, 9)));
    expect(drawn.zero).toBe(0);
  });

  it('leave out a set without a density, and say so', () => {
    expect(drawn.ridges.map(({ row }) => row)).toEqual([0, 1]);
    expect(drawn.note).toContain('有 1 个基因集的基因太少');
  });

  it('stay under the upper edge of their part', () => {
    for (const { points } of drawn.ridges) for (const [, y] of points) expect(y).toBeGreaterThanOrEqual(drawn.frame.plot.y - 1e-9);
  });
});
