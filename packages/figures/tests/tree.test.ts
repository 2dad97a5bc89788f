import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/tree/layout.ts';
import { figureData, tableFrom } from './support/figures.ts';

const COLUMNS = {
  label: 'name',
  group: 'state',
  colours_1: 'colour',
  words_1: 'module',
  left: 'left',
  right: 'right',
  height: 'height',
  left_height: 'left_height',
  right_height: 'right_height',
};
const SIZE = { width: 420, height: 300 };
const numbers = (...values: number[]) => Float64Array.from(values);

/** c and d join at 1, b joins them at 2, a joins last, at 5. */
function tree(style = {}, heights = numbers(1, 2, 5)) {
  const tables = {
    leaves: tableFrom({
      name: ['a', 'b', 'c', 'd'],
      state: ['剔除', '保留', '保留', '保留'],
      colour: ['#009E73', '#009E73', '#D55E00', 'red'],
      module: ['green', 'green', 'red', 'red'],
    }),
    merges: tableFrom({
      left: numbers(3, 2, 1),
      right: numbers(4, 3.5, 2.75),
      height: heights,
      left_height: numbers(0, 0, 0),
      right_height: numbers(0, 1, 2),
    }),
  };
  return layout(figureData('tree', COLUMNS, tables, style), SIZE);
}

describe('tree', () => {
  it('draws a bracket for each merge, the higher ones above', () => {
    const { path, frame } = tree();
    const brackets = path.split('M').slice(1);
    expect(brackets).toHaveLength(3);
    const tops = brackets.map((bracket) => Number(/V([\d.]+)H/.exec(bracket)?.[1]));
    expect(tops[0]).toBeCloseTo(frame.y(1), 0);
    expect(tops[2]).toBeCloseTo(frame.y(5), 0);
    expect(tops[2]).toBeLessThan(tops[0] as number);
  });

  it('says which leaves are outside the largest branch below the cut', () => {
    const { cut, frame, note } = tree({ cut_height: 3 });
    expect(cut).toBeCloseTo(frame.y(3), 6);
    expect(note).toBe('虚线以下最大的一支有 3 个；不在其中的有 1 个：a。');
    expect(tree({ cut_height: 1.5 }).note).toBe('虚线以下最大的一支有 2 个；不在其中的有 2 个：a、b。');
    expect(tree({ cut_height: 6 }).note).toBe('虚线以下最大的一支有 4 个，是全部。');
    expect(tree({ cut_height: 0 }).cut).toBeNull();
  });

  it('leaves out two that join each other below the cut and all others above it', () => {
    const tables = {
      leaves: tableFrom({ name: ['a', 'b', 'c', 'd', 'e'] }),
      merges: tableFrom({
        left: numbers(3, 3.5, 1, 1.5),
        right: numbers(4, 5, 2, 4.25),
        height: numbers(1, 2, 4, 5),
        left_height: numbers(0, 1, 0, 4),
        right_height: numbers(0, 0, 0, 2),
      }),
    };
    const { group: _group, colours_1: _colours, words_1: _words, ...columns } = COLUMNS;
    const { note } = layout(figureData('tree', columns, tables, { cut_height: 4.5 }), SIZE);
    expect(note).toBe('虚线以下最大的一支有 3 个；不在其中的有 2 个：a、b。');
  });

  it('keeps the cut within the plot, however high or low it is', () => {
    for (const cut_height of [0.01, 40]) {
      const { cut, frame } = tree({ cut_height });
      expect(cut).toBeGreaterThanOrEqual(frame.plot.y);
      expect(cut).toBeLessThanOrEqual(frame.plot.y + frame.plot.height);
    }
  });

  it('joins neighbours of one colour into one run, and takes what is no colour for missing', () => {
    const [bar] = tree({ bar_1_name: '模块' }).bars;
    expect(bar?.runs.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(bar?.runs[2]?.colour).toBe('#E4E9EB');
  });

  it('tells of a leaf at which height it joins and what its colours say', () => {
    const { describe: tell, hit, frame } = tree({ bar_1_name: '模块' });
    expect(tell(0).rows).toEqual([
      ['并入的高度', '5.00'],
      ['模块', 'green'],
    ]);
    expect(hit({ x: frame.x(3), y: frame.plot.y + 20 })).toBe(2);
  });

  it('refuses a tree whose heights are no numbers', () => {
    expect(() => tree({}, numbers(1, Number.NaN, 3))).toThrow('不是数的高度');
  });
});
