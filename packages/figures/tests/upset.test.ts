import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/upset/layout.ts';
import { drawnTexts, figureData, geneSets, hasShared, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = { label: 'set', size: 'size', pattern: 'pattern', count: 'count' };
const SIZE = { width: 840, height: 420 };

/** Sizes and exclusive intersections, as a tool would store them. */
function tablesOf(sets: ReadonlyMap<string, readonly string[]>) {
  const names = [...sets.keys()];
  const counts = new Map<string, number>();
  for (const gene of new Set([...sets.values()].flat())) {
    const pattern = names.map((name) => (sets.get(name)?.includes(gene) ? '1' : '0')).join('');
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return {
    sets: tableFrom({ set: names, size: names.map((name) => sets.get(name)?.length ?? 0) }),
    intersections: tableFrom({ pattern: [...counts.keys()], count: [...counts.values()] }),
  };
}

const small = tablesOf(
  new Map([
    ['甲', ['a', 'b', 'c', 'd']],
    ['乙', ['c', 'd', 'e']],
    ['丙', ['d', 'f']],
  ]),
);

describe('UpSet', () => {
  const drawn = layout(figureData('upset', COLUMNS, small), SIZE);

  it('orders intersections by size, then by the number of their sets', () => {
    expect(drawn.intersections.map(({ count, members }) => [count, members])).toEqual([
      [2, [0]],
      [1, [1]],
      [1, [2]],
      [1, [0, 1]],
      [1, [0, 1, 2]],
    ]);
  });

  it('draws bars as high as the counts on the axis, over their column', () => {
    for (const { bar, count, x } of drawn.intersections) {
      expect(drawn.frame.y.invert(bar.y)).toBeCloseTo(count, 9);
      expect(bar.x + bar.width / 2).toBeCloseTo(x, 9);
    }
    const xs = drawn.intersections.map(({ x }) => x);
    expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  });

  it('draws the sizes of the sets to one scale', () => {
    const [a, b] = drawn.sets;
    expect((b?.bar.width ?? 0) / (a?.bar.width ?? 1)).toBeCloseTo(3 / 4, 9);
    expect(drawn.sets.map(({ size }) => size)).toEqual(['4', '3', '2']);
  });

  it.each([413, 845])('writes names of 60 letters in lines, %i units wide', (width) => {
    const names = [
      'ANTIGEN_PROCESSING_AND_CROSS_PRESENTATION_BY_DENDRITIC_CELLS',
      'ANTIGEN_PROCESSING_UBIQUITINATION_AND_PROTEASOME_DEGRADATION',
    ];
    const sets = new Map(names.map((name, i) => [name, ['a', `b${i}`]]));
    const long = layout(figureData('upset', COLUMNS, tablesOf(sets)), { width, height: 420 });
    for (const [i, { lines }] of long.sets.entries()) {
      expect(lines.length).toBeGreaterThan(1);
      expect(lines.length).toBeLessThanOrEqual(3);
      const written = lines.join('');
      expect(names[i]?.startsWith(written.replace('…', ''))).toBe(true);
      expect(written.length).toBeGreaterThan(30);
    }
    const cut = long.sets.filter(({ lines }) => lines.join('').endsWith('…')).length;
    expect(long.note).toBe(cut === 0 ? '' : `有 ${cut} 个集合的名称太长，写不全；指着有它的交集可看全名。`);
    const [first, second] = long.sets;
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(long.names.size * 2);
  });

  it('keeps names left of the matrix, and the matrix inside the figure', () => {
    const left = drawn.shift + (drawn.intersections[0]?.x ?? 0) - drawn.dot;
    expect(drawn.labelX).toBeLessThan(left);
    expect(Math.max(...drawn.sets.map(({ y }) => y)) + drawn.dot).toBeLessThan(SIZE.height);
  });

  it('finds the column under the pointer', () => {
    const found = drawn.intersections.map(({ x }) => drawn.hit({ x: drawn.shift + x, y: SIZE.height / 2 }));
    expect(found).toEqual([...drawn.intersections.keys()]);
    expect(drawn.hit({ x: 2, y: SIZE.height / 2 })).toBeNull();
    expect(drawn.describe(3).name).toBe('甲 ∩ 乙');
  });

  it('refuses a pattern that does not fit the sets, and draws nothing without sets', () => {
    const wrong = { ...small, intersections: tableFrom({ pattern: ['10'], count: [1] }) };
    expect(() => layout(figureData('upset', COLUMNS, wrong), SIZE)).toThrow(/对不上/);
    const none = { sets: tableFrom({ set: [] as string[], size: new Float64Array() }), intersections: small.intersections };
    expect(() => layout(figureData('upset', COLUMNS, none), SIZE)).toThrow(/没有/);
  });

  it('shows sets without any intersection', () => {
    const empty = { sets: small.sets, intersections: tableFrom({ pattern: ['000'], count: [0] }) };
    const { intersections, sets } = layout(figureData('upset', COLUMNS, empty), SIZE);
    expect([intersections.length, sets.length]).toEqual([0, 3]);
  });

  it('draws ugly names', async () => {
    const sets = new Map(UGLY_NAMES.map((name, i) => [name, ['g', `g${i}`]]));
    const texts = await drawnTexts('upset', figureData('upset', COLUMNS, tablesOf(sets)));
    expect(texts).toContain('中文名');
    expect(texts.some((text) => text.endsWith('…'))).toBe(true);
  });

  describe.skipIf(!hasShared)('of hallmark gene sets', () => {
    const all = hasShared ? geneSets('h.all.v2025.1.Hs.symbols.gmt') : new Map<string, string[]>();
    const names = ['HYPOXIA', 'GLYCOLYSIS', 'P53_PATHWAY', 'MTORC1_SIGNALING', 'TNFA_SIGNALING_VIA_NFKB', 'APOPTOSIS'];
    const chosen = new Map(names.map((name) => [name, all.get(`HALLMARK_${name}`) ?? []]));
    const tables = tablesOf(chosen);

    it('counts every gene once', () => {
      const counts = tables.intersections.columns.count as Float64Array;
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(new Set([...chosen.values()].flat()).size);
    });

    it('draws all where there is room, with upright counts where columns are narrow', () => {
      const { intersections, turned, omitted } = layout(figureData('upset', COLUMNS, tables), SIZE);
      expect([intersections.length, turned, omitted.text]).toEqual([tables.intersections.rowCount, true, '']);
    });

    it('leaves the smallest out of a narrow figure, and says how many, in its language', () => {
      const { intersections, omitted } = layout(figureData('upset', COLUMNS, tables, { figure_language: 'en' }), {
        width: 400,
        height: 300,
      });
      expect(intersections.length).toBeLessThan(tables.intersections.rowCount);
      expect(omitted.text).toBe(`${tables.intersections.rowCount - intersections.length} smaller intersections not shown`);
    });
  });
});
