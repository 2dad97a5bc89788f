import { textWidth, typefaceOf } from '@oncoloom/figures';
import { expect, test } from '@playwright/test';

const FACES = ['Arial', 'Times New Roman', 'Noto Sans CJK SC'];
const VARIANTS = ['normal', 'italic', 'bold'] as const;
const TEXTS = ['HLA-DRB1 AVATAR To. 11,027', 'log2(FC) −3.5 ≤ β₂ “fi”', '高表达（n = 37）', 'é ñ ü ß Å'];
/** Pixels of the font: large, so that rounding does not count. */
const SIZE = 1000;
/** Widths that a browser finds may differ by the rounding of letters. */
const APART = 0.002;

test('letters are as wide as the table says that figures are laid out with', async ({ page }) => {
  const cases = FACES.flatMap((face) => VARIANTS.flatMap((variant) => TEXTS.map((text) => ({ face, variant, text }))));
  const fonts = cases.map(({ face, variant, text }) => ({
    font: `${variant} ${SIZE}px ${typefaceOf({ font_family: face }).family}`,
    text,
  }));
  const measured = await page.evaluate((all) => {
    const context = document.createElement('canvas').getContext('2d');
    return all.map(({ font, text }) => {
      if (context === null) return Number.NaN;
      context.font = font;
      return context.measureText(text).width;
    });
  }, fonts);
  const apart = cases.flatMap(({ face, variant, text }, i) => {
    const expected = textWidth(text, typefaceOf({ font_family: face }), variant, SIZE);
    const share = Math.abs((measured[i] as number) / expected - 1);
    return share < APART ? [] : [`${face} ${variant} 「${text}」: ${measured[i]} px, ${expected} in the table`];
  });
  expect(apart).toEqual([]);
});
