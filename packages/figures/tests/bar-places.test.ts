import { describe, expect, it } from 'vitest';
import { facetsOf } from '../src/data/facets.ts';
import { barAt, barRect, placeBars } from '../src/kinds/bars/bar-places.ts';
import { linearScale } from '../src/plot/axes/scale.ts';
import type { Panel } from '../src/plot/panels.ts';
import { NO_HEADING } from './support/figures.ts';

const column = (...values: number[]) => Float64Array.from(values);

function panelOf(x: readonly [number, number], y: readonly [number, number]): Panel {
  const plot = { x: 0, y: 0, width: 100, height: 200 };
  const label = { name: '', x: 0, y: 0 };
  const ticks = { xTicks: [], yTicks: [], axisWidth: 1 };
  return { name: '', label, heading: NO_HEADING, first: true, plot, x: linearScale(x, [0, 100]), y: linearScale(y, [200, 0]), ...ticks };
}

describe('places of bars', () => {
  const base = {
    labels: ['a', 'a', 'a', 'b'],
    values: column(2, -1, 3, 4),
    group: [0, 1, 2, 0],
    groups: 3,
    facets: facetsOf(null, 4),
    stacked: false,
    shared: true,
    limit: null,
    inOrder: (keys: readonly string[]) => keys,
  };

  it('show a line beyond all of them', () => {
    const { span } = placeBars({ ...base, values: column(0.1, 0.2, 0.3, 0.4), limit: 1 });
    expect(span[1]).toBeGreaterThan(1);
  });

  it('pile up from 0 on both sides', () => {
    const { bars, span } = placeBars({ ...base, stacked: true });
    expect(bars.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [0, -1],
      [2, 5],
      [0, 4],
    ]);
    expect(span[0]).toBeLessThan(-1);
    expect(span[1]).toBeGreaterThan(5);
  });

  it('share the room of a label', () => {
    const { bars } = placeBars(base);
    const panel = panelOf([0.5, 2.5], [-2, 8]);
    const [first, third] = [barRect(bars[0] as never, panel, false), barRect(bars[2] as never, panel, false)];
    expect(first.x).toBeCloseTo(50 * (0.5 - 0.39), 9);
    expect(third.x + third.width).toBeCloseTo(50 * (0.5 + 0.39), 9);
    expect(first).toMatchObject({ y: 120, height: 40 });
    expect(barRect(bars[1] as never, panel, false)).toMatchObject({ y: 160, height: 20 });
    expect(barAt(bars, 0, panel, false, { x: 25, y: 170 })).toBe(1);
    expect(barAt(bars, 0, panel, false, { x: 80, y: 10 })).toBe(3);
    expect(barAt(bars, 1, panel, false, { x: 25, y: 170 })).toBeNull();
  });

  it('end at the whole where shares fill it, and leave out missing values', () => {
    const values = column(0.25, 0.75, Number.NaN, 1);
    const { bars, span } = placeBars({ ...base, values, stacked: true });
    expect(bars).toHaveLength(3);
    expect(span).toEqual([0, 1]);
  });

  it('stand at the labels of their panel, or all at the same where these share an axis', () => {
    const facets = facetsOf(['前', '前', '前', '后'], 4);
    expect(placeBars({ ...base, facets, shared: false }).labels).toEqual([['a'], ['b']]);
    expect(placeBars({ ...base, facets }).labels).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('do not lie over each other where a label comes again', () => {
    const twice = { ...base, labels: ['a', 'a'], values: column(2, 3), group: [0, 0], groups: 1, facets: facetsOf(null, 2) };
    const { bars, labels } = placeBars(twice);
    expect(bars.map(({ place }) => place)).toEqual([1, 2]);
    expect(labels).toEqual([['a', 'a']]);
  });

  it('are no blocks where they are few', () => {
    const { bars } = placeBars({ ...base, labels: ['a'], values: column(2), group: [0], groups: 1, facets: facetsOf(null, 1) });
    expect(barRect(bars[0] as never, panelOf([0.5, 1.5], [0, 2]), false)).toEqual({ x: 26, y: 0, width: 48, height: 200 });
  });
});
