import { describe, expect, it } from 'vitest';
import { type Anchor, overlap, placeLabels } from '../src/plot/place-labels.ts';

const bounds = { x: 0, y: 0, width: 600, height: 400 };
const options = { bounds, lineHeight: 15, radius: 2.3, blocked: [], points: { xs: [], ys: [] } };

function anchorsAt(places: readonly (readonly [number, number])[]): Anchor[] {
  return places.map(([x, y], i) => ({ x, y, text: `GENE${i}`, width: 46 }));
}

/** A tight cloud, made without chance. */
const cloud = anchorsAt(Array.from({ length: 30 }, (_, i) => [250 + ((i * 37) % 100), 150 + ((i * 53) % 100)] as const));

describe('placeLabels', () => {
  it('writes a lone name right of its point, without a line', () => {
    const [label] = placeLabels(anchorsAt([[100, 100]]), options);
    expect(label?.x).toBeGreaterThan(102);
    expect(label?.leader).toBeNull();
    expect((label?.y ?? 0) + 7.5).toBeCloseTo(100, 6);
  });

  it('turns to the left at the right edge', () => {
    const [label] = placeLabels(anchorsAt([[590, 100]]), options);
    expect((label?.x ?? 0) + 46).toBeLessThan(590);
  });

  it('never lets two names overlap, nor leave the plot', () => {
    const placed = placeLabels(cloud, options);
    expect(placed.length).toBeGreaterThan(20);
    for (const [i, label] of placed.entries()) {
      expect(overlap(label, bounds)).toBeCloseTo(label.width * label.height, 6);
      for (const other of placed.slice(i + 1)) expect(overlap(label, other)).toBe(0);
    }
  });

  it('draws a line to names that stand apart', () => {
    const placed = placeLabels(cloud, options);
    const far = placed.filter((label) => label.leader !== null);
    expect(far.length).toBeGreaterThan(0);
    for (const { leader, anchor } of far) {
      const point = cloud[anchor];
      expect(Math.hypot((leader?.x1 ?? 0) - (point?.x ?? 0), (leader?.y1 ?? 0) - (point?.y ?? 0))).toBeLessThan(4);
    }
  });

  it('keeps clear of the legend', () => {
    const legend = { x: 420, y: 0, width: 180, height: 80 };
    const [label] = placeLabels(anchorsAt([[410, 40]]), { ...options, blocked: [legend] });
    expect(label).toBeDefined();
    expect(overlap(label ?? bounds, legend)).toBe(0);
  });

  it('moves off a crowd of points', () => {
    const xs = Array.from({ length: 200 }, (_, i) => 110 + (i % 40));
    const ys = Array.from({ length: 200 }, (_, i) => 95 + (i % 10));
    const [label] = placeLabels(anchorsAt([[100, 100]]), { ...options, points: { xs, ys } });
    expect((label?.x ?? 0) + 46).toBeLessThanOrEqual(110);
  });

  it('finds a place for each of ten close names, and no line over another named point', () => {
    const places = [
      [315, 52],
      [344, 137],
      [322, 149],
      [309, 162],
      [375, 162],
      [366, 176],
      [337, 181],
      [316, 190],
      [319, 194],
      [326, 194],
    ] as const;
    const anchors = anchorsAt(places);
    const plot = { x: 47, y: 37, width: 343, height: 270 };
    const placed = placeLabels(anchors, { ...options, bounds: plot, radius: 2.3 });
    expect(placed.length).toBe(10);
    for (const { anchor, leader } of placed) {
      if (leader === null) continue;
      const along = Array.from({ length: 21 }, (_, i) => ({
        x: leader.x1 + ((leader.x2 - leader.x1) * i) / 20,
        y: leader.y1 + ((leader.y2 - leader.y1) * i) / 20,
      }));
      const others = anchors.filter((_, i) => i !== anchor);
      const nearest = Math.min(...along.flatMap(({ x, y }) => others.map((other) => Math.hypot(other.x - x, other.y - y))));
      expect(nearest).toBeGreaterThan(2);
    }
  });

  it('leaves a name out rather than write it over another', () => {
    const tiny = { ...options, bounds: { x: 0, y: 0, width: 50, height: 34 } };
    expect(
      placeLabels(
        anchorsAt([
          [10, 17],
          [25, 17],
          [40, 17],
          [30, 10],
        ]),
        tiny,
      ).length,
    ).toBeLessThan(4);
  });

  it('gives the same places each time', () => {
    expect(placeLabels(cloud, options)).toEqual(placeLabels(cloud, options));
  });
});
