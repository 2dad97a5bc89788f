import { describe, expect, it } from 'vitest';
import { overlap } from '../src/index.ts';
import { layout } from '../src/kinds/term-map/layout.ts';
import { hullOf, outlinePath, spreadDiscs } from '../src/kinds/term-map/map-places.ts';
import { figureData, tableFrom } from './support/figures.ts';

const SIZE = { width: 413, height: 460 };
const COLUMNS = { label: 'node', size: 'n', p: 'p', cluster: 'cluster', from: 'from', to: 'to', weight: 'w' };
const TERMS = Array.from({ length: 30 }, (_, i) => `regulation of biological process number ${i}`);
const pairs = TERMS.flatMap((_, i) => [1, 2, 3].map((step) => [i, i + step] as const)).filter(
  ([a, b]) => b < 30 && Math.floor(a / 6) === Math.floor(b / 6),
);
const map = {
  nodes: tableFrom({
    node: TERMS,
    n: TERMS.map((_, i) => 5 + i * 3),
    p: TERMS.map((_, i) => 10 ** (-2 - i / 3)),
    cluster: TERMS.map((_, i) => (i < 24 ? `cluster ${Math.floor(i / 6)}` : '')),
  }),
  edges: tableFrom({
    from: pairs.map(([a]) => TERMS[a] as string),
    to: pairs.map(([, b]) => TERMS[b] as string),
    w: pairs.map(([a, b]) => 1 / (b - a + 1)),
  }),
};
const drawn = layout(figureData('term-map', COLUMNS, map), SIZE);

/** The nearest point of a box is no nearer than a disc reaches. */
const covers = (box: { x: number; y: number; width: number; height: number }, disc: { x: number; y: number; radius: number }) => {
  const dx = Math.max(box.x - disc.x, 0, disc.x - box.x - box.width);
  const dy = Math.max(box.y - disc.y, 0, disc.y - box.y - box.height);
  return Math.hypot(dx, dy) < disc.radius * 0.9;
};

describe('a map of terms', () => {
  it('covers no disc with a disc, and none leaves the plot', () => {
    const { nodes, frame } = drawn;
    nodes.forEach((a, i) => {
      for (const b of nodes.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.radius + b.radius);
      expect(a.x - a.radius).toBeGreaterThanOrEqual(frame.plot.x);
      expect(a.y + a.radius).toBeLessThanOrEqual(frame.plot.y + frame.plot.height);
    });
  });

  it.each([false, true])('covers no disc and no name with a name; terms of clusters named: %s', (name_terms) => {
    const { labels, nodes, note } = layout(figureData('term-map', COLUMNS, map, { name_terms }), SIZE);
    labels.forEach((label, i) => {
      expect(nodes.some((node) => covers(label, node))).toBe(false);
      expect(labels.slice(i + 1).some((other) => overlap(label, other) > 0)).toBe(false);
    });
    const wanted = name_terms ? 34 : 10;
    const unplaced = wanted - labels.length;
    expect(note).toBe(unplaced === 0 ? '' : `有 ${unplaced} 个名称放不下，没有写出；加大图的尺寸可以写出更多。`);
    expect(labels.filter(({ look }) => look === 'cluster').length).toBeGreaterThan(2);
  });

  it('outlines clusters of two terms and more', () => {
    expect(drawn.hulls.map(({ name }) => name).toSorted()).toEqual(['cluster 0', 'cluster 1', 'cluster 2', 'cluster 3']);
  });

  it('draws each pair once, wider where more is shared', () => {
    const twice = {
      ...map,
      edges: tableFrom({ from: ['a', 'b', 'a', 'a'], to: ['b', 'a', 'c', 'gone'], w: [0.5, 0.5, 1, 1] }),
      nodes: tableFrom({ node: ['a', 'b', 'c'] }),
    };
    const { edges } = layout(figureData('term-map', { label: 'node', from: 'from', to: 'to', weight: 'w' }, twice), SIZE);
    expect(edges).toHaveLength(2);
    expect(edges[1]?.width).toBeGreaterThan(edges[0]?.width ?? Number.NaN);
  });

  it('gives the same places again', () => {
    expect(layout(figureData('term-map', COLUMNS, { ...map, nodes: { ...map.nodes } }), SIZE).nodes).toEqual(drawn.nodes);
  });
});

describe('a network of terms and genes', () => {
  const genes = ['TP53', 'MYC', 'EGFR'];
  const tables = {
    nodes: tableFrom({
      node: ['apoptosis', ...genes],
      kind: ['term', 'gene', 'gene', 'gene'],
      n: [12, Number.NaN, Number.NaN, Number.NaN],
      p: [1e-4, Number.NaN, Number.NaN, Number.NaN],
      change: [Number.NaN, 2, -2, Number.NaN],
    }),
    edges: tableFrom({ from: genes.map(() => 'apoptosis'), to: genes }),
  };
  const columns = { label: 'node', kind: 'kind', size: 'n', p: 'p', change: 'change', from: 'from', to: 'to' };
  const { nodes, labels, keys, describe: tell } = layout(figureData('term-map', columns, tables), SIZE);

  it('colours genes by their change, equally far to both sides, and unknown ones grey', () => {
    expect(nodes.slice(1).map(({ colour }) => colour)).toEqual(['#b2182b', '#2166ac', '#E4E9EB']);
    expect(keys.titles.map(({ text }) => text)).toEqual(['基因数', '校正后 *P*', 'log~2~FC']);
    expect(labels.find(({ name }) => name === 'TP53')?.look).toBe('gene');
    expect(tell(1)).toMatchObject({ name: 'TP53', italic: true });
  });
});

describe('discs and outlines', () => {
  it('part where they stand at one place', () => {
    const area = { x: 0, y: 0, width: 200, height: 200 };
    const places = spreadDiscs(
      Array.from({ length: 5 }, () => ({ x: 0.5, y: 0.5 })),
      [5, 5, 5, 5, 5],
      area,
    );
    places.forEach((a, i) => {
      for (const b of places.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(10);
    });
  });

  it('enclose all places', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
    ];
    expect(hullOf([...square, { x: 1, y: 1 }, { x: 1, y: 0.5 }]).length).toBe(4);
    expect(hullOf(square.slice(0, 2))).toHaveLength(2);
    // Corners of a path around a square of 2, 1 outside of it: on its sides, none within.
    const corners = [...outlinePath(hullOf(square), 1).matchAll(/(-?[\d.]+),(-?[\d.]+)(?=[AL]|Z)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(corners).toHaveLength(9);
    for (const [x = 0, y = 0] of corners) expect(Math.max(Math.abs(x - 1), Math.abs(y - 1))).toBeCloseTo(2, 6);
  });
});
