import { describe, expect, it } from 'vitest';
import { facetsOf } from '../src/data/facets.ts';
import { lineOpacity, linesOf, nearestLine, peakOf, valueAt } from '../src/kinds/density/density-lines.ts';
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

describe('densities', () => {
  const x = column(2, 0, 1, 0, 2);
  const y = column(4, 0, 2, 1, 1);
  const lines = linesOf(['A', 'A', 'A', 'B', 'B'], facetsOf(null, 5), x);
  const [a, b] = lines as [(typeof lines)[0], (typeof lines)[0]];

  it('gather the rows of a sample from left to right', () => {
    expect(lines.map(({ label, rows }) => [label, rows])).toEqual([
      ['A', [1, 2, 0]],
      ['B', [3, 4]],
    ]);
    expect(peakOf(a, y)).toBe(0);
  });

  it('are read between their rows, and not outside', () => {
    expect(valueAt(a, x, y, 1.5)).toBe(3);
    expect(valueAt(b, x, y, 0)).toBe(1);
    expect(valueAt(a, x, y, 2.1)).toBeNaN();
  });

  it('are found by the nearest height', () => {
    const panel = panelOf([0, 2], [0, 4]);
    expect(nearestLine(lines, 0, panel, x, y, { x: 90, y: 40 }, 30)).toBe(0);
    expect(nearestLine(lines, 0, panel, x, y, { x: 90, y: 140 }, 30)).toBe(1);
    expect(nearestLine(lines, 0, panel, x, y, { x: 90, y: 100 }, 10)).toBeNull();
    expect(nearestLine(lines, 1, panel, x, y, { x: 90, y: 40 }, 30)).toBeNull();
  });

  it('grow paler with their number', () => {
    expect(lineOpacity(5)).toBe(0.85);
    expect(lineOpacity(500)).toBe(0.25);
  });
});
