import { describe, expect, it } from 'vitest';
import { angleAt, divideArc, middleOf, spreadLabels } from '../src/kinds/chord/circle.ts';
import { layout } from '../src/kinds/chord/layout.ts';
import { figureData, tableFrom } from './support/figures.ts';

const COLUMNS = { term: 'term', label: 'gene', change: 'logFC' };
const WIDE = { width: 845, height: 580 };
const linksOf = (terms: number, genes: number, each: (gene: number) => readonly number[]) => {
  const rows = Array.from({ length: genes }, (_, gene) => each(gene).map((term) => [`term ${term % terms}`, `G${gene}`] as const)).flat();
  return tableFrom({ term: rows.map(([term]) => term), gene: rows.map(([, gene]) => gene) });
};
const changes = (genes: number) =>
  tableFrom({
    gene: Array.from({ length: genes }, (_, i) => `G${i}`),
    logFC: Array.from({ length: genes }, (_, i) => (i % 2 === 0 ? i : -i) / 10),
  });

describe('terms against genes around a circle', () => {
  const tables = { links: linksOf(3, 20, (gene) => (gene < 5 ? [0, 1, 2] : [gene % 3])), genes: changes(20) };
  const drawn = layout(figureData('chord', COLUMNS, tables), WIDE);

  it('joins each gene with each of its terms once', () => {
    expect(drawn.ribbons).toHaveLength(tables.links.rowCount);
    for (const { gene, term } of drawn.ribbons) {
      const row = tables.links.columns.gene as readonly string[];
      const found = row.some((name, i) => name === drawn.genes[gene]?.name && tables.links.columns.term?.[i] === drawn.terms[term]?.name);
      expect(found).toBe(true);
    }
  });

  it('gives each term an arc as long as its genes are many', () => {
    const lengths = drawn.terms.map(({ arc }) => arc.to - arc.from);
    const counts = drawn.terms.map(({ genes }) => genes);
    expect((lengths[0] ?? 0) / (lengths[1] ?? 1)).toBeCloseTo((counts[0] ?? 0) / (counts[1] ?? 1), 9);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(tables.links.rowCount);
  });

  it('lets no arc reach into another', () => {
    const arcs = [...drawn.genes, ...drawn.terms].map(({ arc }) => arc).toSorted((a, b) => a.from - b.from);
    arcs.forEach(({ to }, i) => {
      const next = arcs[i + 1];
      if (next !== undefined) expect(next.from).toBeGreaterThanOrEqual(to - 1e-9);
    });
    expect((arcs.at(-1)?.to ?? 0) - (arcs[0]?.from ?? 0)).toBeLessThan(2 * Math.PI);
  });

  it('writes names upright on either side', () => {
    for (const { label, arc } of drawn.genes) {
      const left = Math.sin(middleOf(arc)) < 0;
      expect(label.anchor).toBe(left ? 'end' : 'start');
      expect(Math.cos((label.turn * Math.PI) / 180)).toBeGreaterThanOrEqual(-1e-9);
    }
  });

  it('finds genes by their place on the ring', () => {
    drawn.genes.forEach((_, item) => {
      expect(drawn.hit(drawn.anchor(item) ?? { x: 0, y: 0 })).toBe(item);
    });
    expect(drawn.describe(drawn.find('g3') ?? 0)).toMatchObject({ name: 'G3', italic: true });
    expect(drawn.describe(drawn.genes.length)).toMatchObject({ italic: false, tag: '词条' });
  });

  it('draws sixty genes and ten terms on a page, and says what it leaves out of more', () => {
    const full = { links: linksOf(10, 60, (gene) => [gene % 10, (gene + 3) % 10]), genes: changes(60) };
    const whole = layout(figureData('chord', COLUMNS, full), WIDE);
    expect([whole.genes.length, whole.terms.length, whole.note]).toEqual([60, 10, '']);
    const more = { links: linksOf(14, 90, (gene) => [gene % 14]), genes: changes(90) };
    const part = layout(figureData('chord', COLUMNS, more), WIDE);
    expect(part.terms).toHaveLength(10);
    expect(part.genes).toHaveLength(60);
    expect(part.note).toContain('另有 4 个未画');
    expect(part.note).toContain('画出 60 个基因（属于词条最多、变化最大的在先），另有 30 个未画');
    // Of genes in one term each, those of the largest change.
    expect(part.genes.some(({ name }) => name === 'G0')).toBe(false);
    expect(layout(figureData('chord', COLUMNS, full), { width: 413, height: 300 }).genes.length).toBeLessThan(60);
  });
});

describe('a circle', () => {
  it('is divided by amounts', () => {
    const arcs = divideArc([1, 3], { from: 0, to: 1 }, 0.2);
    expect(arcs.map(({ from, to }) => to - from)).toEqual([expect.closeTo(0.2, 9), expect.closeTo(0.6, 9)]);
    expect(arcs[1]?.to).toBeCloseTo(1, 9);
  });

  it('measures angles clockwise from the top', () => {
    const places = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const;
    expect(places.map(([x, y]) => angleAt({ x: 0, y: 0 }, { x, y }) / Math.PI)).toEqual([0, 0.5, 1, 1.5]);
  });

  it('moves labels apart within their room', () => {
    const ys = spreadLabels([10, 12, 14, 90], [10, 10, 10, 20], 0, 100);
    ys.slice(1).forEach((y, i) => {
      expect(y - (ys[i] as number)).toBeGreaterThanOrEqual(i === 2 ? 15 : 10);
    });
    expect(ys.at(-1)).toBeLessThanOrEqual(90);
  });
});
