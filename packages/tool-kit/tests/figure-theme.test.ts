import { describe, expect, it } from 'vitest';
import { changeColours, changeThresholds, commonStyle, pointStyle, themeFor, themeOf } from '../src/index.ts';

const declared = { ...commonStyle({ width: 3, height: 3 }), ...changeColours, ...changeThresholds, ...pointStyle };
const defaults = { font_size: 7, up_color: '#ff4757', padj: 0.05, plot_title: '', point_size: 2.3, figure_language: 'zh' };

describe('a look that is kept', () => {
  it('holds what was changed of the look, and nothing of the analysis', () => {
    const style = {
      ...defaults,
      font_size: 8,
      up_color: '#123456',
      padj: 0.01,
      plot_title: '标题',
      renamed: ['a', 'b'],
      label_genes: ['TP53'],
    };
    expect(themeOf(declared, style, defaults)).toEqual({ font_size: 8, up_color: '#123456' });
  });

  it('sets fields that a figure has, with values that it takes', () => {
    const theme = { font_size: 8, up_color: '#123456', line_width: 2, padj: 0.5, figure_language: 'fr', font_family: 7, constructor: 1 };
    expect(themeFor(declared, theme)).toEqual({ font_size: 8, up_color: '#123456' });
    expect(themeFor(commonStyle({ width: 3, height: 3 }), theme)).toEqual({ font_size: 8 });
  });
});
