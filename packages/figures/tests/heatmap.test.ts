import { describe, expect, it } from 'vitest';
import { subjectOf } from '../src/data/subject.ts';
import { groupsOf } from '../src/index.ts';
import { cellsByColour, gridOf, runsPath, shrinkGrid } from '../src/kinds/heatmap/cells.ts';
import { layout } from '../src/kinds/heatmap/layout.ts';
import { screenHeight, screenWidth } from '../src/kinds/heatmap/screen-size.ts';
import { treePath } from '../src/kinds/heatmap/tree.ts';
import { colourRamp } from '../src/plot/colour-scale.ts';

const ends = { title: '', low: -2.5, high: 2.5, middle: 0 };

describe('heatmap cells', () => {
  it('lays columns side by side', () => {
    const grid = gridOf([Float64Array.of(1, 2), Float64Array.of(3, 4), Float64Array.of(5, 6)], 2);
    expect([...grid.values]).toEqual([1, 3, 5, 2, 4, 6]);
  });

  it('averages what shares a pixel, missing cells left out', () => {
    const scale = { title: '', low: 0, high: 10, middle: null };
    const grid = { rows: 4, columns: 1, values: Float64Array.of(1, 3, Number.NaN, 5) };
    expect([...shrinkGrid(grid, 2, 10, scale).values]).toEqual([2, 5]);
    expect(shrinkGrid(grid, 100, 100, scale)).toBe(grid);
    expect(shrinkGrid({ rows: 2, columns: 1, values: Float64Array.of(Number.NaN, Number.NaN) }, 1, 1, scale).values[0]).toBeNaN();
  });

  it('averages colours as they are seen: what lies beyond the scale counts as its end', () => {
    const values = Float64Array.of(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1000, 0);
    expect([...shrinkGrid({ rows: 4, columns: 1, values }, 2, 1, ends).values]).toEqual([0, 1.25]);
  });
});

describe('dendrogram', () => {
  const segments = {
    positionFrom: [1, 1, 2],
    heightFrom: [0, 4, 4],
    positionTo: [1, 2, 2],
    heightTo: [4, 4, 0],
  };

  it('stands on the middle of its leaves, the highest join at the top', () => {
    const path = treePath(segments, [0, 1, 2], 'column', 2, { x: 0, y: 0, width: 100, height: 40 });
    expect(path).toBe('M25.0,40.0L25.0,0.0M25.0,0.0L75.0,0.0M75.0,0.0L75.0,40.0');
  });

  it('grows to the left beside the rows', () => {
    const path = treePath(segments, [0], 'row', 2, { x: 0, y: 0, width: 40, height: 100 });
    expect(path).toBe('M40.0,25.0L0.0,25.0');
  });
});

describe('groupsOf', () => {
  const style = { case_color: '#ff4757', control_color: '#546de5' };

  it('puts the case group first, with the colours of the style', () => {
    const groups = groupsOf(['癌旁', '肿瘤', '肿瘤'], { case_group: '肿瘤', control_group: '癌旁' }, style);
    expect(groups).toEqual([
      { name: '肿瘤', label: '肿瘤', count: 2, colour: '#ff4757' },
      { name: '癌旁', label: '癌旁', count: 1, colour: '#546de5' },
    ]);
  });

  it('takes the colours of the tissue where a tool names them so', () => {
    const tissue = { tumor_color: '#111111', normal_color: '#222222' };
    const groups = groupsOf(['正常', '肿瘤'], { case_group: '肿瘤', control_group: '正常' }, tissue);
    expect(groups.map((group) => group.colour)).toEqual(['#111111', '#222222']);
  });

  it('takes the categorical colours for groups beyond the comparison', () => {
    const groups = groupsOf(['a', 'b', 'T'], { case_group: 'T', control_group: 'N' }, style);
    expect(groups.map((group) => group.colour)).toEqual(['#ff4757', '#0072B2', '#D55E00']);
  });
});

describe('layout of a heatmap', () => {
  const FIGURE = { title: '', chart: 'heatmap', tables: {}, columns: { label: 'gene' }, caption: '', alternative: '', style: {} } as const;
  const dataOf = (samples: number, genes: readonly string[] = ['TP53', 'EGFR'], style = {}) => {
    const names = Array.from({ length: samples }, (_, i) => `S${i}`);
    const columns = { gene: genes, ...Object.fromEntries(names.map((name) => [name, new Float64Array(genes.length)])) };
    return { figure: FIGURE, tables: { cells: { rowCount: genes.length, order: ['gene', ...names], columns } }, style, words: {} };
  };
  const onScreen = (samples: number, room = 700, genes?: readonly string[]) => {
    const data = dataOf(samples, genes);
    const width = screenWidth(data, room);
    return layout(data, { width, height: screenHeight(data, width) });
  };

  it('lets some hundred samples reach beyond the page, and fits a cohort into it with its names and legend', () => {
    expect(onScreen(240).width).toBeGreaterThan(700);
    expect(onScreen(500).width).toBe(700);
  });

  it.each([79, 240])('on a phone shows the names of the rows whole, beside cells of %i samples', (samples) => {
    const genes = ['TP53', 'HIST1H2BK', 'ENSG00000141510'];
    const { width, rowNames, cells } = onScreen(samples, 328, genes);
    expect(width).toBe(328);
    expect(rowNames.texts).toEqual(genes);
    expect(rowNames.box.x).toBe(cells.x + cells.width);
    expect(rowNames.box.x + rowNames.box.width).toBeLessThanOrEqual(328);
    expect(rowNames.box.height).toBe(cells.height);
  });

  it.each([
    [413, 2, /^A+\n[A\n]+…?$/],
    [845, 2, /^A+\n[A\n]+$/],
    [413, 40, /^A+…$/],
    [845, 40, /^A+…$/],
  ])('keeps all within %i units, names of 80 letters in lines where %i rows are high enough, else shortened', (width, rows, written) => {
    const genes = Array.from({ length: rows }, (_, i) => (i === 0 ? 'A'.repeat(80) : `B${i}`));
    const { rowNames, cells, legend, below } = layout(dataOf(30, genes), { width, height: 600 });
    expect(rowNames.texts[0]).toMatch(written);
    expect(cells.width).toBeGreaterThanOrEqual(100);
    expect(legend.left + legend.width).toBeLessThanOrEqual(width);
    expect(Math.max(below.y, legend.top + legend.height)).toBeLessThanOrEqual(600);
  });

  it('calls cell types so on both sides of a square, and modules in their column', () => {
    const types = Array.from({ length: 59 }, (_, i) => `Type ${i}`);
    const columns = { sample: types, ...Object.fromEntries(types.map((name) => [name, new Float64Array(59)])) };
    const cells = { rowCount: 59, order: ['sample', ...types], columns };
    const figure = { ...FIGURE, columns: { label: 'sample' }, subject: 'type' } as const;
    const drawn = layout({ figure, tables: { cells }, style: { show_samples: true }, words: {} }, { width: 328, height: 328 });
    expect(drawn.beside.text).toBe('59 个细胞类型');
    expect(drawn.note).toContain('图上不写细胞类型名');
    expect(subjectOf({ columns: { label: 'module' } }, {})).toBe('module');
  });

  it('ends below few rows, and fills the size with many', () => {
    const few = onScreen(24, 1000, ['A', 'B', 'C', 'D', 'E', 'F']);
    expect(few.height).toBeLessThan(Math.max(few.below.y, few.legend.top + few.legend.height) + 20);
    const many = Array.from({ length: 100 }, (_, i) => `G${i}`);
    expect(layout(dataOf(24, many), { width: 700, height: 600 }).height).toBe(600);
  });

  it('leaves out names without room, and says so on the page and in the picture', () => {
    const genes = Array.from({ length: 200 }, (_, i) => `G${i}`);
    const { rowNames, note, beside } = layout(dataOf(30, genes), { width: 845, height: 729 });
    expect([rowNames.size, beside.text]).toEqual([0, '200 个基因']);
    expect(note).toContain('200 个基因，图上不写基因名');
  });

  it('finds cells and rows where they stand, and walks over the cells', () => {
    const drawn = layout(dataOf(3), { width: 700, height: 500 });
    for (const item of [0, 2, 5]) expect(drawn.hit(drawn.anchor(item) ?? { x: 0, y: 0 })).toBe(item);
    expect(drawn.find('egfr')).toBe(7);
    expect(drawn.named(7)).toBe('EGFR');
    expect(drawn.walk?.(2, { across: 1, down: 0 })).toBe(2);
    expect(drawn.walk?.(2, { across: 0, down: 1 })).toBe(5);
  });

  it('says that there is nothing to draw', () => {
    expect(() => layout(dataOf(3, []), { width: 700, height: 500 })).toThrow('没有基因可画');
  });

  it('speaks English where that is chosen', () => {
    const { legend, below } = layout(dataOf(3, ['A'], { figure_language: 'en', said: ['行 z 值', 'Row z-score'] }), {
      width: 700,
      height: 500,
    });
    expect([legend.title, below.text]).toEqual(['Row z-score', '3 samples']);
  });
});

describe('cells of a file', () => {
  it('are gathered by colour, neighbours as one run, each cell once', () => {
    const grid = { rows: 2, columns: 3, values: Float64Array.of(0, 0, Number.NaN, 2.5, 0, 0) };
    const layers = cellsByColour(grid, colourRamp(['#000000', '#ffffff']), ends);
    expect(layers.map(({ runs }) => runs.length)).toEqual([2, 1, 1]);
    expect(layers.flatMap(({ runs }) => runs).reduce((sum, { from, to }) => sum + to - from, 0)).toBe(6);
    expect(runsPath(layers[1] as (typeof layers)[0], grid, { x: 0, y: 0 })).toBe('M2 0H3V1H2Z');
    // Larger by a part of a cell, but not beyond the grid.
    expect(runsPath(layers[1] as (typeof layers)[0], grid, { x: 0.5, y: 0.25 })).toBe('M1.5 0H3V1.25H1.5Z');
  });
});
