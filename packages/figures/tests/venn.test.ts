import { describe, expect, it } from 'vitest';
import { ellipsesOf, holds } from '../src/kinds/venn/ellipses.ts';
import { layout, type VennLayout } from '../src/kinds/venn/layout.ts';
import { regionRooms } from '../src/kinds/venn/regions.ts';
import type { Rect } from '../src/plot/place-labels.ts';
import { textWidth } from '../src/text/measure.ts';
import { drawnTexts, figureData, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = { label: 'set', size: 'size', colour: 'colour', pattern: 'pattern', count: 'count', gene: 'gene' };
const MM = 1728 / 14 / 25.4;
const SIZES = {
  screen: { width: 820, height: 600 },
  column: { width: 85 * MM, height: 80 * MM },
  wide: { width: 174 * MM, height: 120 * MM },
};

/** So many sets of which every region holds something; `counts` of the regions by their pattern. */
function tablesOf(names: readonly string[], countOf: (pattern: string, i: number) => number = (_, i) => i * 37 + 1) {
  const patterns = Array.from({ length: 2 ** names.length - 1 }, (_, i) => (i + 1).toString(2).padStart(names.length, '0'));
  const counts = patterns.map(countOf);
  const size = names.map((_, set) => patterns.reduce((sum, pattern, i) => sum + (pattern[set] === '1' ? (counts[i] as number) : 0), 0));
  const rows = patterns.flatMap((pattern, i) =>
    Array.from({ length: Math.min(counts[i] as number, 3) }, (_, k) => [`G${i}_${k}`, pattern] as const),
  );
  return {
    sets: tableFrom({ set: [...names], size, colour: names.map((_, i) => ['#0072B2', '#D55E00', '', 'red', '#009E73'][i] ?? '') }),
    intersections: tableFrom({ pattern: patterns, count: counts }),
    members: tableFrom({ gene: rows.map(([gene]) => gene), pattern: rows.map(([, pattern]) => pattern) }),
  };
}
const NAMES = ['甲', 'limma', '丙', 'DESeq2', '戊'];
const drawn = (sets: number, size = SIZES.screen, style = {}) =>
  layout(figureData('venn', COLUMNS, tablesOf(NAMES.slice(0, sets)), style), size);
const patternOf = (layout: VennLayout, item: number) =>
  layout.sets.map((_, set) => (layout.regions[item]?.members.includes(set) ? '1' : '0')).join('');
const overlap = (a: Rect, b: Rect) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each([2, 3, 4, 5])('a Venn diagram of %i sets', (sets) => {
  it('has a region for every combination, and room for a number in it', () => {
    const rooms = regionRooms(ellipsesOf(sets) ?? []).slice(1);
    expect(rooms).toHaveLength(2 ** sets - 1);
    for (const [i, room] of rooms.entries()) {
      expect(room?.width).toBeGreaterThan(0.07);
      const inside = (ellipsesOf(sets) ?? []).reduce(
        (bits, one, set) => (holds(one, room ?? { x: 9, y: 9 }) ? bits | (1 << set) : bits),
        0,
      );
      expect(inside).toBe(i + 1);
    }
  });

  it('writes into each region what lies in just its sets', () => {
    const own = drawn(sets);
    const counts = new Map(own.regions.map(({ count }, item) => [patternOf(own, item), count]));
    const { pattern, count } = tablesOf(NAMES.slice(0, sets)).intersections.columns;
    expect(counts).toEqual(new Map((pattern as string[]).map((one, i) => [one, (count as Float64Array)[i]])));
  });

  it('tells of the region under the pointer, and a press lists its genes', () => {
    const own = drawn(sets);
    for (const item of own.regions.keys()) {
      expect(own.hit(own.anchor(item))).toBe(item);
      const { members } = tablesOf(NAMES.slice(0, sets));
      const genes = (members.columns.gene as string[]).filter(
        (_, row) => (members.columns.pattern as string[])[row] === patternOf(own, item),
      );
      expect(own.listed?.(item)?.names).toEqual(genes);
    }
    expect(own.hit({ x: 1, y: 1 })).toBeNull();
    expect(own.stops.toSorted((a, b) => a - b)).toEqual([...own.regions.keys()]);
  });

  it.each(Object.entries(SIZES))('keeps names outside, apart and within the figure (%s), also long ones', (_, size) => {
    const names = [
      '一个很长的名单名字，来自肝细胞癌的差异分析（上调）',
      'Upregulated genes of hepatocellular carcinoma, GSE14520',
      '丙',
      'DESeq2',
      'x'.repeat(60),
    ];
    const own = layout(figureData('venn', COLUMNS, tablesOf(names.slice(0, sets))), size);
    const places = own.sets.map(({ place }) => place);
    for (const [i, place] of places.entries()) {
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.y).toBeGreaterThanOrEqual(0);
      expect(place.x + place.width).toBeLessThanOrEqual(size.width);
      expect(place.y + place.height).toBeLessThanOrEqual(size.height);
      for (const other of places.slice(i + 1)) expect(overlap(place, other)).toBe(false);
      for (const [x, y] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
        [0.5, 0.5],
      ] as const)
        expect(own.hit({ x: place.x + place.width * x, y: place.y + place.height * y })).toBeNull();
    }
  });

  it.each(Object.entries(SIZES))('writes no number over another or across a border (%s)', (_, size) => {
    const own = layout(
      figureData(
        'venn',
        COLUMNS,
        tablesOf(NAMES.slice(0, sets), (_pattern, i) => 1000 + i),
      ),
      size,
    );
    const boxes = own.regions.flatMap(({ x, y, lines, fontSize }) => {
      const width = Math.max(...lines.map((line) => textWidth(line, own.frame.typeface, 'normal', fontSize)), 0);
      return lines.length === 0 ? [] : [{ x: x - width / 2, y: y - fontSize / 2, width, height: fontSize }];
    });
    for (const [i, box] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) expect(overlap(box, other)).toBe(false);
      const middle = box.y + box.height / 2;
      expect(own.hit({ x: box.x, y: middle })).toBe(own.hit({ x: box.x + box.width, y: middle }));
    }
    const left = own.regions.filter(({ lines }) => lines.length === 0).length;
    expect(own.omitted.text).toBe(left === 0 ? '' : `另有 ${left} 块太小，个数写不下`);
  });
});

describe('a Venn diagram', () => {
  it('has the colours of the sets, else those that colour-blind readers tell apart, and those that the style gives', () => {
    expect(drawn(5).sets.map(({ colour }) => colour)).toEqual(['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#009E73']);
    expect(drawn(2, SIZES.screen, { group_colours: ['甲', '#112233'] }).sets[0]?.colour).toBe('#112233');
  });

  it('keeps numbers with their sets when these are reordered', () => {
    const own = drawn(3, SIZES.screen, { group_order: ['丙', '甲', 'limma'] });
    const plain = drawn(3);
    const named = (layout: VennLayout) =>
      new Map(
        layout.regions.map(({ members, count }) => [
          members
            .map((set) => layout.sets[set]?.name)
            .toSorted()
            .join(),
          count,
        ]),
      );
    expect(own.sets.map(({ name }) => name)).toEqual(['丙', '甲', 'limma']);
    expect(named(own)).toEqual(named(plain));
    const all = own.regions.findIndex(({ members }) => members.length === 1 && members[0] === 0);
    expect(own.listed?.(all)).toEqual(plain.listed?.(plain.regions.findIndex(({ members }) => members.join() === '2')));
  });

  it('writes shares on demand, of all genes', () => {
    expect(drawn(2, SIZES.screen, { show_percent: true }).regions.map(({ lines }) => lines)).toEqual([
      ['38', '33.3%'],
      ['1', '0.9%'],
      ['75', '65.8%'],
    ]);
  });

  it('writes 0 where there is nothing, and arrow keys pass it by', () => {
    const none = layout(
      figureData('venn', COLUMNS, { sets: tablesOf(['a', 'b']).sets, intersections: tableFrom({ pattern: ['10'], count: [3] }) }),
      SIZES.screen,
    );
    expect(none.regions.map(({ lines }) => lines[0])).toEqual(['3', '0', '0']);
    expect(none.stops).toEqual([0]);
    expect(none.listed?.(0)).toBeNull();
  });

  it('refuses one set, six sets, patterns of other sets, and a figure without room', () => {
    const of = (names: string[]) => layout(figureData('venn', COLUMNS, tablesOf(names)), SIZES.screen);
    expect(() => of(['a'])).toThrow(/2–5 个名单/);
    expect(() => of(['a', 'b', 'c', 'd', 'e', 'f'])).toThrow(/最多画 5 个/);
    const wrong = { ...tablesOf(['a', 'b']), intersections: tableFrom({ pattern: ['101'], count: [1] }) };
    expect(() => layout(figureData('venn', COLUMNS, wrong), SIZES.screen)).toThrow(/对不上/);
    expect(() => drawn(5, { width: 120, height: 90 })).toThrow(/画不下|高度|宽度/);
  });

  it('draws ugly names', async () => {
    const texts = await drawnTexts('venn', figureData('venn', COLUMNS, tablesOf(UGLY_NAMES.slice(0, 5))));
    expect(texts).toContain('中文名');
    expect(texts.some((text) => text.endsWith('…'))).toBe(true);
  });
});
