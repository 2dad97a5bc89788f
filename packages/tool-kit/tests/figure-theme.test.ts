import { describe, expect, it } from 'vitest';
import {
  changeColours,
  changeThresholds,
  coloursOfFields,
  commonStyle,
  looksFor,
  pointStyle,
  refusedFields,
  themeFor,
  themeOf,
} from '../src/index.ts';

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

describe('the looks of all figures', () => {
  const own = { font_size: 6, palette: 'npg' };

  it('are those of the result above those of the user, each field by itself', () => {
    const user = { font_size: 9, figure_language: 'en', up_color: '#123456', plot_pdf_width: 'wide' };
    expect(looksFor(declared, { own: {}, user })).toEqual({ font_size: 9, figure_language: 'en', up_color: '#123456' });
    expect(looksFor(declared, { own: { font_size: 6 }, user })).toMatchObject({ font_size: 6, figure_language: 'en', up_color: '#123456' });
  });

  it('bring the colours of their palette, the default one those of the run', () => {
    const { up_color } = coloursOfFields(['up_color'], 'npg');
    expect(looksFor(declared, { own, user: { up_color: '#123456' } })).toMatchObject({ palette: 'npg', up_color });
    expect(looksFor(declared, { own: { palette: 'default' }, user: { ...own, up_color: '#123456' } })).toEqual({
      palette: 'default',
      font_size: 6,
    });
  });

  it.each([{ figure_language: 'fr' }, { font_size: 99 }, { plot_title: 'x' }, { renamed: true }])(
    'are refused where no figure takes them: %o',
    (look) => {
      expect(refusedFields(look)).toEqual(Object.keys(look));
      expect(refusedFields({ figure_language: 'en', plot_pdf_width: 3, up_color: '#123456' })).toEqual([]);
    },
  );
});
