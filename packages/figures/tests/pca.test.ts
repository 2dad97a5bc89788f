import { describe, expect, it } from 'vitest';
import { facetsOf } from '../src/data/facets.ts';
import { kind } from '../src/kinds/pca/index.ts';
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

describe('pairs of components', () => {
  const texts = (columns: Record<string, string[]>, numbers: Record<string, number[]>) => ({
    rowCount: Object.values(columns)[0]?.length ?? 0,
    order: [...Object.keys(columns), ...Object.keys(numbers)],
    columns: { ...columns, ...Object.fromEntries(Object.entries(numbers).map(([name, values]) => [name, column(...values)])) },
  });
  const variance = texts({ component: ['PC1', 'PC2', 'PC3'] }, { share: [0.5, 0.3, 0.1] });
  const columns = {
    label: 'label',
    group: 'group',
    shape: 'shape',
    facet: 'panel',
    x: 'x',
    y: 'y',
    x_component: 'of_x',
    y_component: 'of_y',
  };
  const model = (points: ReturnType<typeof texts>, style: Record<string, string | number | boolean> = {}) =>
    kind.model({
      figure: { title: '', chart: 'pca', tables: { points: 'points' }, columns, alternative: '', style: {} },
      tables: { points, variance },
      style,
      words: {},
    });

  it('title each panel by its own components', () => {
    const points = texts(
      {
        label: ['a', 'b', 'a', 'b'],
        group: ['', '', '', ''],
        shape: ['', '', '', ''],
        panel: ['PC1–PC2', 'PC1–PC2', 'PC2–PC3', 'PC2–PC3'],
        of_x: ['PC1', 'PC1', 'PC2', 'PC2'],
        of_y: ['PC2', 'PC2', 'PC3', 'PC3'],
      },
      { x: [1, -1, 2, -2], y: [2, -2, 3, -3] },
    );
    const { panels, legend, describe: told } = model(points);
    expect(panels.map(({ titles }) => [titles.x, titles.y])).toEqual([
      ['PC1（50.0%）', 'PC2（30.0%）'],
      ['PC2（30.0%）', 'PC3（10.0%）'],
    ]);
    expect(legend).toEqual([]);
    expect(told(2).rows.map(([name]) => name)).toEqual(['PC2', 'PC3']);
  });

  it('tell groups of one colour apart by shape, of 60 too', () => {
    const names = Array.from({ length: 60 }, (_, i) => `g${i}`);
    const same = names.map(() => '');
    const points = texts(
      { label: names, group: names, shape: same, panel: same, of_x: names.map(() => 'PC1'), of_y: names.map(() => 'PC2') },
      { x: names.map((_, i) => i), y: names.map((_, i) => -i) },
    );
    const { looks } = model(points);
    expect(looks).toHaveLength(60);
    expect(new Set(looks.map(({ colour, shape }) => `${colour} ${shape}`)).size).toBe(
      Math.min(60, new Set(looks.map((look) => look.colour)).size * 6),
    );
  });

  it('follow the fields of the form: ellipses and names', () => {
    const names = ['a', 'b', 'c', 'd'];
    const same = names.map(() => '');
    const points = texts(
      { label: names, group: same, shape: same, panel: same, of_x: names.map(() => 'PC1'), of_y: names.map(() => 'PC2') },
      { x: [1, 2, 3, 5], y: [0, 3, 1, 2] },
    );
    expect(model(points).panels[0]).toMatchObject({ lines: [{}], labelled: [] });
    expect(model(points, { draw_confidence_ellipse: false, label_points: true }).panels[0]).toMatchObject({
      lines: [],
      labelled: [0, 1, 2, 3],
    });
  });
});
