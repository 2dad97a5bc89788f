import { describe, expect, it } from 'vitest';
import { layout } from '../src/kinds/network/layout.ts';
import { forcePositions } from '../src/kinds/network/positions.ts';
import { overlap } from '../src/plot/place-labels.ts';
import { drawnTexts, figureData, geneSets, hasShared, tableFrom, UGLY_NAMES } from './support/figures.ts';

const COLUMNS = { label: 'name', group: 'kind', from: 'from', to: 'to', weight: 'weight' };
const SIZE = { width: 420, height: 400 };

function network(names: readonly string[], edges: readonly (readonly [string, string, number])[], style = {}, size = SIZE) {
  return layout(dataOf(names, edges, style), size);
}
function dataOf(names: readonly string[], edges: readonly (readonly [string, string, number])[], style = {}) {
  const tables = {
    nodes: tableFrom({ name: names, kind: names.map((_, i) => (i % 2 === 0 ? '甲' : '乙')) }),
    edges: tableFrom({
      from: edges.map(([a]) => a),
      to: edges.map(([, b]) => b),
      weight: Float64Array.from(edges, ([, , weight]) => weight),
    }),
  };
  return figureData('network', COLUMNS, tables, style);
}

const star = ['hub', 'a', 'b', 'c', 'd'];
const spokes = ['a', 'b', 'c', 'd'].map((name) => ['hub', name, 1] as const);

describe('network', () => {
  it('comes out the same each time', () => {
    const edges = [{ from: 0, to: 1, strength: 1 }];
    expect(forcePositions([3, 3, 3], edges)).toEqual(forcePositions([3, 3, 3], edges));
  });

  it('puts what is joined nearer than what is not', () => {
    const edges = [
      { from: 0, to: 1, strength: 1 },
      { from: 2, to: 3, strength: 1 },
    ];
    const places = forcePositions([3, 3, 3, 3], edges);
    const gap = (a: number, b: number) => Math.hypot((places[a]?.x ?? 0) - (places[b]?.x ?? 0), (places[a]?.y ?? 0) - (places[b]?.y ?? 0));
    expect(Math.max(gap(0, 1), gap(2, 3))).toBeLessThan(Math.min(gap(0, 2), gap(1, 3)));
  });

  it('lies inside the figure, the best connected largest', () => {
    const { nodes } = network(star, spokes);
    for (const { x, y, radius } of nodes) {
      expect(Math.min(x - radius, y - radius)).toBeGreaterThan(0);
      expect(x + radius).toBeLessThan(SIZE.width);
      expect(y + radius).toBeLessThan(SIZE.height);
    }
    expect(nodes[0]?.name).toBe('hub');
    expect(Math.max(...nodes.map(({ radius }) => radius))).toBe(nodes[0]?.radius);
  });

  it('keeps its shape at another size', () => {
    const unit = ({ nodes }: ReturnType<typeof network>) => {
      const xs = nodes.map(({ x }) => x);
      return xs.map((x) => (x - Math.min(...xs)) / (Math.max(...xs) - Math.min(...xs)));
    };
    const [small, large] = [unit(network(star, spokes)), unit(network(star, spokes, {}, { width: 840, height: 700 }))];
    const apart = small.map((x, i) => Math.abs(x - (large[i] as number)));
    expect(Math.max(...apart)).toBeLessThan(1e-6);
  });

  it('leaves out loops, unknown ends and edges without a weight', () => {
    const { edges } = network(star, [...spokes, ['a', 'a', 1], ['a', 'nobody', 1], ['b', 'c', Number.NaN]]);
    expect(edges.length).toBe(4);
  });

  it('says how many nodes it leaves out', () => {
    const names = Array.from({ length: 230 }, (_, i) => `n${i}`);
    const chain = names.slice(1).map((name, i) => [names[i] as string, name, 1] as const);
    const { nodes, omitted, note } = network(names, chain);
    expect([nodes.length, omitted.text]).toEqual([200, '另有 30 个连线较少的节点未画']);
    expect(note).toContain('共 230 个节点');
  });

  it('draws one node, no edges, ugly names; nothing at all is told', async () => {
    expect(network(['only'], []).nodes).toMatchObject([{ name: 'only' }]);
    const texts = await drawnTexts(
      'network',
      dataOf(
        UGLY_NAMES,
        UGLY_NAMES.slice(1).map((name) => [UGLY_NAMES[0] as string, name, 1] as const),
      ),
    );
    expect(texts).toContain('中文名');
    expect(() => network([], [])).toThrow(/没有/);
  });

  it.skipIf(!hasShared)('of hallmark sets that share genes: no name covers another', () => {
    const sets = [...geneSets('h.all.v2025.1.Hs.symbols.gmt')];
    const edges = sets.flatMap(([a, genes], i) =>
      sets.slice(i + 1).flatMap(([b, others]) => {
        const shared = genes.filter((gene) => others.includes(gene)).length;
        const share = shared / (genes.length + others.length - shared);
        return share > 0.08 ? [[a, b, share] as const] : [];
      }),
    );
    expect(edges.length).toBeGreaterThan(20);
    const { labels, edges: drawn } = network(
      sets.map(([name]) => name.replace('HALLMARK_', '')),
      edges.map(([a, b, w]) => [a.replace('HALLMARK_', ''), b.replace('HALLMARK_', ''), w] as const),
      {},
      { width: 840, height: 700 },
    );
    expect(drawn.length).toBe(edges.length);
    expect(labels.length).toBeGreaterThan(15);
    const covered = labels.flatMap((label, i) => labels.slice(i + 1).filter((other) => overlap(label, other) > 0));
    expect(covered).toEqual([]);
  });
});

describe('groups with colours of their own', () => {
  const { tables } = dataOf(star, spokes);
  const colour = star.map((_, i) => (i % 2 === 0 ? '#40e0d0' : 'x'));
  const nodes = tableFrom({ name: star, kind: star.map((_, i) => (i % 2 === 0 ? '甲' : '乙')), colour });
  const colourOf = (wanted: string, style = {}) => {
    const data = figureData('network', { ...COLUMNS, colour: 'colour' }, { ...tables, nodes }, style);
    return layout(data, SIZE).nodes.find(({ name }) => name === wanted)?.colour;
  };

  it('have them, unless the user chose another; what is no colour is left to the palette', () => {
    expect(colourOf('hub')).toBe('#40e0d0');
    expect(colourOf('a')).toMatch(/^#[0-9A-Fa-f]{6}$/);
    expect(colourOf('hub', { group_colours: ['甲', '#112233'] })).toBe('#112233');
  });
});

describe('one group of a network', () => {
  it('is drawn alone, and one that is not there is told', () => {
    const { nodes, edges } = network(star, spokes, { only_group: '甲' });
    expect(nodes.map(({ name }) => name).sort()).toEqual(['b', 'd', 'hub']);
    expect(edges).toHaveLength(2);
    expect(() => network(star, spokes, { only_group: '丙' })).toThrow('没有「丙」');
  });
});
