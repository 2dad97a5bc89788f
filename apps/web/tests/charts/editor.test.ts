import { commonStyle, ONE_COLUMN, TWO_COLUMNS } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { editorSections, isSlider, presetOf, toInches, toMillimetres, writeSetting } from '../../src/charts/editor-fields.ts';
import { remember, type StyleHistory, stepBack } from '../../src/charts/style-history.ts';

const style = {
  ...commonStyle({ width: ONE_COLUMN, height: 3 }),
  up_color: { kind: 'colour', label: '上调', default: '#ff4757' },
  point_size: { kind: 'number', label: '点大小', default: 2.3, min: 0.5, max: 8, step: 0.1, unit: 'px' },
  point_opacity: { kind: 'number', label: '不透明度', default: 0.72, min: 0.1, max: 1, step: 0.01 },
  padj: { kind: 'number', label: '校正后 P 值', default: 0.05, min: 0, max: 1, step: 0.01 },
  label_genes: { kind: 'genes', label: '另外标注', max: 100 },
} as const;

describe('editor fields', () => {
  it('puts every declared field under one heading', () => {
    const sections = editorSections(style);
    expect(sections.map((section) => section.title)).toEqual(['版式', '点与颜色', '标注', '文字']);
    expect(sections.flatMap((section) => section.fields.map(([key]) => key)).sort()).toEqual(
      Object.entries(style)
        .filter(([, { kind }]) => kind !== 'tuples')
        .map(([key]) => key)
        .sort(),
    );
  });

  it('leaves out a heading without fields, and says 「颜色」 where there are no points', () => {
    const { up_color, plot_title } = style;
    expect(editorSections({ up_color, plot_title }).map((section) => section.title)).toEqual(['颜色', '文字']);
  });

  it('converts between inches and millimetres without drift', () => {
    expect(toMillimetres(ONE_COLUMN)).toBe(85);
    expect(presetOf(toInches(85))).toBe('one');
    expect(presetOf(TWO_COLUMNS)).toBe('two');
    expect(presetOf(4)).toBeNull();
    expect(toInches(toMillimetres(toInches(65)))).toBeCloseTo(65 / 25.4, 12);
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

describe('undo', () => {
  it('takes back one change at a time, a drag as one', () => {
    let history: StyleHistory = [];
    history = remember(history, { size: 1 }, 'size', 0);
    history = remember(history, { size: 2 }, 'size', 100);
    history = remember(history, { size: 3 }, 'colour', 150);
    const first = stepBack(history);
    expect(first?.style).toEqual({ size: 3 });
    const second = stepBack(first?.history ?? []);
    expect(second?.style).toEqual({ size: 1 });
    expect(stepBack(second?.history ?? [])).toBeNull();
  });
});
