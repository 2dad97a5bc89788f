import { describe, expect, it } from 'vitest';
import { facetsOf } from '../src/data/facets.ts';
import { componentTitle, pcaPanels } from '../src/kinds/pca/pca-panels.ts';

const column = (...values: number[]) => Float64Array.from(values);

describe('components before and after', () => {
  const columns = {
    group: ['a', 'a', 'b', 'a', 'a', 'b'],
    x: column(0, 1, 2, 10, 11, 12),
    y: column(0, 0, 0, 5, 5, 5),
  };
  const facets = facetsOf(['前', '前', '前', '后', '后', '后'], 6);

  it('are two panels on the same axes, or each on its own', () => {
    const [before, after] = pcaPanels(columns, facets, [], { ellipses: true, sameAxes: true, width: 1 });
    expect(before?.home).toEqual(after?.home);
    expect(before?.home.x[0]).toBeLessThan(0);
    expect(before?.home.x[1]).toBeGreaterThan(12);
    expect(after).toMatchObject({ name: '后', rows: [3, 4, 5] });
    const [own] = pcaPanels(columns, facets, [], { ellipses: true, sameAxes: false, width: 1 });
    expect(own?.home.x[1]).toBeLessThan(3);
  });

  it('tell the share of their own panel', () => {
    const variance = {
      rowCount: 3,
      order: ['facet', 'component', 'share'],
      columns: { facet: ['前', '后', '后'], component: ['PC1', 'PC2', 'PC1'], share: column(0.4, 0.2, 0.31) },
    };
    expect(componentTitle('PC1', variance, { column: 'facet', name: '后' })).toBe('PC1（31.0%）');
    expect(componentTitle('PC1', variance, { column: undefined, name: '' })).toBe('PC1（40.0%）');
    expect(componentTitle('PC2', variance, { column: 'facet', name: '前' })).toBe('PC2');
  });
});
