import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distinctGroups, facetsOf, groupsOf, linearScale, type Panel, panelColumns, percentTicksOf } from '@oncoloom/figures';
import { CATEGORY_COLOURS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { boxPaths, boxPoints, boxShape, boxSpan, placesOf } from '../../src/charts/box-layout.ts';

const column = (...values: number[]) => Float64Array.from(values);

function panelOf(x: readonly [number, number], y: readonly [number, number]): Panel {
  const plot = { x: 0, y: 0, width: 100, height: 200 };
  return { name: '', first: true, plot, x: linearScale(x, [0, 100]), y: linearScale(y, [200, 0]), xTicks: [], yTicks: [] };
}

describe('panels', () => {
  it('stand in rows as even as they can be', () => {
    expect([1, 2, 3, 5, 6, 7].map((count) => panelColumns(count, 1180))).toEqual([1, 2, 3, 5, 3, 4]);
    expect([2, 6].map((count) => panelColumns(count, 360))).toEqual([1, 1]);
  });

  it('part rows by first appearance; without a column all are one', () => {
    const facets = facetsOf(['后', '前', '后'], 3);
    expect(facets.names).toEqual(['后', '前']);
    expect(facets.rows).toEqual([[0, 2], [1]]);
    expect([...facets.of]).toEqual([0, 1, 0]);
    expect(facetsOf(null, 2)).toMatchObject({ names: [''], rows: [[0, 1]] });
    expect(facetsOf([], 0).names).toEqual(['']);
  });

  it('count a sample once, however many panels it stands in', () => {
    const groups = groupsOf(distinctGroups(['S1', 'S2', 'S1', 'S2'], ['a', 'b', 'a', 'b']), {}, { group_2_color: '#123456' });
    expect(groups).toEqual([
      { name: 'a', label: 'a', count: 1, colour: CATEGORY_COLOURS[0] },
      { name: 'b', label: 'b', count: 1, colour: '#123456' },
    ]);
  });

  it('order groups by name, so that a group has one colour in all figures', () => {
    const names = (values: string[]) => groupsOf(values, {}, {}).map(({ name }) => name);
    expect(names(['B10', 'B2', '去批次', 'B1'])).toEqual(['B1', 'B2', 'B10', '去批次']);
  });

  it('have the same colours of groups in print', () => {
    const source = readFileSync(join(import.meta.dirname, '../../../../engine/R/figure-groups.R'), 'utf8');
    const list = /CATEGORY_COLOURS <- c\(([^)]*)\)/.exec(source)?.[1] ?? '';
    expect(list.match(/#[0-9A-F]{6}/g)).toEqual([...CATEGORY_COLOURS]);
  });

  it('write shares as percents', () => {
    expect(percentTicksOf(linearScale([0, 1], [200, 0]), 80).map((tick) => tick.text)).toEqual(['0%', '50%', '100%']);
    expect(percentTicksOf(linearScale([0, 1], [200, 0]), 80).map((tick) => tick.value)).toEqual([0, 0.5, 1]);
  });
});

describe('boxes', () => {
  const facets = facetsOf(['前', '前', '后'], 3);
  const data = {
    labels: ['S1', 'S2', 'S1'],
    low: column(0, 1, 2),
    q1: column(2, 3, 4),
    median: column(5, 5, Number.NaN),
    q3: column(6, 7, 8),
    high: column(9, 9, 10),
    facets,
    place: placesOf(facets),
  };

  it('count their places anew in each panel', () => {
    expect([...data.place]).toEqual([1, 2, 1]);
  });

  it('find the points beyond their whiskers by name and panel', () => {
    expect(boxPoints(data, ['S2', 'S1', 'S9'], ['前', '后', '前'], column(20, 30, 40))).toEqual({
      facet: [0, 1],
      place: [2, 1],
      value: [20, 30],
    });
    expect(boxSpan(data, { facet: [0], place: [1], value: [20] })[1]).toBeGreaterThan(20);
  });

  it('are one path per part; a box without a number is left out', () => {
    const paths = boxPaths(data, [0, 1], panelOf([0.5, 2.5], [0, 10]), { half: 10, outlined: true, cap: 0 });
    expect(paths.boxes).toBe('M15.00,160.00H35.00V80.00H15.00ZM65.00,140.00H85.00V60.00H65.00Z');
    expect(paths.medians).toBe('M15.00,100.00H35.00M65.00,100.00H85.00');
    expect(boxPaths(data, [2], panelOf([0.5, 1.5], [0, 10]), boxShape(20)).boxes).toBe('');
  });

  it('lose caps, then outlines, and never their width', () => {
    expect(boxShape(40).cap).toBeGreaterThan(0);
    expect(boxShape(8)).toMatchObject({ cap: 0, outlined: true });
    expect(boxShape(0.5)).toMatchObject({ outlined: false, half: 0.4 });
  });
});
