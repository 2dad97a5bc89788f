import { CHARTS, type Chart, commonStyle, KIND_STYLE, ONE_COLUMN, TWO_COLUMNS, type ValueParameter } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { NO_HISTORY, remember, stepBack, stepForward } from '../../src/base/history.ts';
import {
  editorSections,
  fromUnit,
  isFound,
  isSlider,
  presetOf,
  sectionOfField,
  toInches,
  toUnit,
  writeSetting,
} from '../../src/charts/editor/editor-fields.ts';
import { givenName, withMoved, withName, withOrder, withoutEdits } from '../../src/charts/editor/entry-edits.ts';

const style = {
  ...commonStyle({ width: ONE_COLUMN, height: 3 }),
  up_color: { kind: 'colour', label: '上调', default: '#ff4757' },
  point_size: { kind: 'number', label: '点大小', default: 2.3, min: 0.5, max: 8, step: 0.1, unit: 'px' },
  point_opacity: { kind: 'number', label: '不透明度', default: 0.72, min: 0.1, max: 1, step: 0.01 },
  padj: { kind: 'number', label: '校正后 P 值', default: 0.05, min: 0, max: 1, step: 0.01 },
  label_genes: { kind: 'genes', label: '另外标注', max: 100 },
} as const;

/** Fields that have a control other than one row. */
const OWN_CONTROLS = ['plot_pdf_width', 'plot_pdf_height', 'palette', 'axis_breaks_x', 'axis_breaks_y'];
const TUPLES = ['renamed', 'group_order', 'group_colours', 'moved_labels', 'axis_range_x', 'axis_range_y'];

describe('editor fields', () => {
  it('puts every declared field under one heading', () => {
    const sections = editorSections(style);
    expect(sections.map((section) => section.title)).toEqual(['版面与字体', '标题', '图例与名称', '点与线', '颜色', '标注与内容']);
    const shown = sections.flatMap((section) => section.fields.map(([key]) => key));
    expect([...shown, ...OWN_CONTROLS, ...TUPLES].sort()).toEqual(Object.keys(style).sort());
  });

  it('leaves out a heading without fields', () => {
    const { up_color, plot_title } = style;
    expect(editorSections({ up_color, plot_title }).map((section) => section.title)).toEqual(['标题', '颜色']);
  });

  it('has the axes, points and lines of every kind under their headings, whichever tool draws it', () => {
    const titles = (chart: Chart) =>
      editorSections({ ...commonStyle({ width: 3, height: 3 }), ...KIND_STYLE[chart] }).map(({ title }) => title);
    const withoutAxes: readonly Chart[] = ['heatmap', 'network', 'term-map', 'chord', 'venn'];
    for (const chart of CHARTS.filter((one) => !withoutAxes.includes(one))) expect(titles(chart)).toContain('坐标轴');
    for (const chart of ['pca', 'box', 'comparison', 'density', 'km', 'forest', 'running-score', 'scatter'] as const)
      expect(titles(chart)).toContain('点与线');
  });

  it('find the heading of each row, also of those that are no field of their own', () => {
    const section = (key: string) => sectionOfField(key, { ...style, line_width: KIND_STYLE.km.line_width as ValueParameter });
    expect(
      ['group:肿瘤', 'axis_range_x', 'axis_log_y', 'axis_title_x', 'plot_pdf_width', 'line_width', 'brackets', 'up_color'].map(section),
    ).toEqual(['legend', 'axes', 'axes', 'texts', 'sheet', 'marks', 'labels', 'colours']);
  });

  it('types what the figure finds by itself, and leaves it empty until then', () => {
    const size = KIND_STYLE.comparison.point_size as ValueParameter;
    expect([isFound(size), isSlider(size)]).toEqual([true, false]);
    expect(isFound(style.point_size)).toBe(false);
  });

  it('leaves the colours of groups to the list of groups, where there is one', () => {
    const colours = {
      case_color: { kind: 'colour', label: '病例组', default: '#ff4757' },
      bar_color: { kind: 'colour', label: '柱', default: '#ff4757' },
    } as const;
    const keys = (listed: boolean) => editorSections(colours, listed).flatMap(({ fields }) => fields.map(([key]) => key));
    expect([keys(false), keys(true)]).toEqual([['case_color', 'bar_color'], ['bar_color']]);
  });

  it('converts between inches and millimetres without drift', () => {
    expect(toUnit(ONE_COLUMN, 'mm')).toBe(85);
    expect(toUnit(ONE_COLUMN, 'in')).toBe(3.35);
    expect([presetOf(toInches(85)), presetOf(toInches(89)), presetOf(TWO_COLUMNS), presetOf(4)]).toEqual([
      'single-85',
      'single-89',
      'double-174',
      null,
    ]);
    expect(fromUnit(toUnit(toInches(65), 'mm'), 'mm')).toBeCloseTo(65 / 25.4, 4);
    // Chosen as it is declared, it is still chosen.
    expect(toInches(174)).not.toBe(TWO_COLUMNS);
  });

  it('offers sliders for short ranges, typing for long ones', () => {
    expect(isSlider(style.point_size)).toBe(true);
    expect(isSlider(style.padj)).toBe(false);
  });

  it('writes values with their unit', () => {
    expect(writeSetting('point_opacity', style.point_opacity, 0.72)).toBe('72%');
    expect(writeSetting('font_size', style.font_size, 7)).toBe('7 pt');
  });
});

describe('names and order of entries', () => {
  it('are given one by one, and taken back by an empty name', () => {
    const first = withName({}, '上调', 'Induced');
    expect(first).toEqual(['上调', 'Induced']);
    const both = withName({ renamed: first }, '下调', 'Repressed');
    expect(both).toEqual(['上调', 'Induced', '下调', 'Repressed']);
    expect(givenName({ renamed: both }, '下调')).toBe('Repressed');
    expect(withName({ renamed: both }, '上调', '')).toEqual(['下调', 'Repressed']);
    expect(givenName({}, '上调')).toBe('');
  });

  it('move by one place and stop at the ends', () => {
    expect(withMoved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b']);
    expect(withMoved(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
    expect(withMoved(['a', 'b'], 'a', -1)).toBeNull();
    expect(withMoved(['a', 'b'], 'b', 1)).toBeNull();
  });
});

describe('lists of a legend and of an axis', () => {
  const style = { group_order: ['B', 'A', 'x', 'y'], renamed: ['A', 'Alpha', 'x', 'X'], group_colours: ['A', '#123456'] };

  it('are ordered one without the other', () => {
    expect(withOrder(style, ['x', 'y', 'z'], ['z', 'x', 'y'])).toEqual(['B', 'A', 'z', 'x', 'y']);
  });

  it('are set back one without the other', () => {
    expect(withoutEdits(style, ['A', 'B'])).toEqual({ group_order: ['x', 'y'], renamed: ['x', 'X'], group_colours: [] });
  });
});

describe('undo and redo', () => {
  it('take back one change at a time, a drag as one', () => {
    let history = remember(NO_HISTORY, { size: 1 }, 'size', 0);
    history = remember(history, { size: 2 }, 'size', 100);
    history = remember(history, { size: 3 }, 'colour', 150);
    const first = stepBack(history, { size: 4 });
    expect(first?.value).toEqual({ size: 3 });
    const second = stepBack(first?.history ?? NO_HISTORY, { size: 3 });
    expect(second?.value).toEqual({ size: 1 });
    expect(stepBack(second?.history ?? NO_HISTORY, { size: 1 })).toBeNull();
  });

  it('bring again what was taken back, in order, until something else is changed', () => {
    let history = remember(NO_HISTORY, { size: 1 }, 'a', 0);
    history = remember(history, { size: 2 }, 'b', 1);
    const back = stepBack(history, { size: 3 });
    const further = stepBack(back?.history ?? NO_HISTORY, { size: 2 });
    const again = stepForward(further?.history ?? NO_HISTORY, { size: 1 });
    expect(again?.value).toEqual({ size: 2 });
    expect(stepForward(again?.history ?? NO_HISTORY, { size: 2 })?.value).toEqual({ size: 3 });
    const changed = remember(again?.history ?? NO_HISTORY, { size: 2 }, 'b', 2);
    expect(stepForward(changed, { size: 9 })).toBeNull();
    expect(stepBack(changed, { size: 9 })?.value).toEqual({ size: 2 });
  });
});
