import { distinctGroups, facetsOf, groupsOf, linearScale, panelColumns, percentTicksOf } from '@oncoloom/figures';
import { CATEGORY_COLOURS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';

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

  it('write shares as percents', () => {
    expect(percentTicksOf(linearScale([0, 1], [200, 0]), 80).map((tick) => tick.text)).toEqual(['0%', '50%', '100%']);
    expect(percentTicksOf(linearScale([0, 1], [200, 0]), 80).map((tick) => tick.value)).toEqual([0, 0.5, 1]);
  });
});
