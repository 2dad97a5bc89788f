import type { FigureLook } from '@oncoloom/contract';
import { changeColours, coloursOfFields } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureStyle } from '../../src/analyses/figures/figure-drawing.ts';
import { figureThemeRoutes } from '../../src/analyses/figures/figure-theme-routes.ts';
import { callerOf } from '../accounts/caller.ts';
import { createTestServer, type TestServer } from '../support/server.ts';

let test: TestServer;
const { get, put } = callerOf(() => test);
const URL = '/api/user/figure_theme';
const CELL = { name: 'Cell 单栏', style: { font_size: 6.5, palette: 'npg', transparent_ground: true } };

beforeAll(async () => {
  test = await createTestServer({ routes: (parts) => [figureThemeRoutes(parts)] });
});
afterAll(() => test.close());

describe('looks that a user keeps', () => {
  it('are none at first, then what was written last', async () => {
    const { token } = await test.newUser();
    expect((await get(URL, token)).body).toEqual({ themes: [], look: {} });
    const kept = { themes: [CELL], look: { figure_language: 'en', plot_pdf_width: 114 / 25.4 } };
    expect(await put(URL, kept, token)).toMatchObject({ status: 200, body: kept });
    expect((await get(URL, token)).body).toEqual(kept);
    await put(URL, { themes: [], look: {} }, token);
    expect((await get(URL, token)).body).toEqual({ themes: [], look: {} });
  });

  it('are seen by their owner alone', async () => {
    const [owner, other] = [await test.newUser(), await test.newUser()];
    await put(URL, { themes: [CELL], look: {} }, owner.token);
    expect((await get(URL, other.token)).body.themes).toEqual([]);
    await put(URL, { themes: [], look: {} }, other.token);
    expect((await get(URL, owner.token)).body.themes).toEqual([CELL]);
    expect((await get(URL)).status).toBe(401);
    expect((await put(URL, { themes: [], look: {} })).status).toBe(401);
  });

  it.each([
    ['too many', { themes: Array.from({ length: 21 }, (_, i) => ({ name: `${i}`, style: {} })), look: {} }],
    ['a name twice', { themes: [CELL, CELL], look: {} }],
    ['a name with blanks alone', { themes: [{ ...CELL, name: '  ' }], look: {} }],
    ['a long name', { themes: [{ ...CELL, name: '长'.repeat(41) }], look: {} }],
    ['a long value', { themes: [{ name: 'a', style: { font_family: 'x'.repeat(101) } }], look: {} }],
    ['a list as a value', { themes: [{ name: 'a', style: { label_genes: ['TP53'] } }], look: {} }],
    ['a field of no figure', { themes: [{ name: 'a', style: { __proto__x: 1, 'a b': 2 } }], look: {} }],
    [
      'too many fields',
      { themes: [{ name: 'a', style: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`f${i}`, 1])) }], look: {} },
    ],
    ['a language that figures do not have', { themes: [CELL], look: { figure_language: 'fr' } }],
    ['a width that is no number', { themes: [], look: { plot_pdf_width: '85' } }],
    ['a typeface that is a rule of its own', { themes: [], look: { font_family: 'Arial;}*{display:none' } }],
    ['a text of one figure', { themes: [], look: { plot_title: '标题' } }],
  ])('are refused with %s', async (_, body) => {
    const { token } = await test.newUser();
    expect((await put(URL, body, token)).status).toBe(422);
    expect((await get(URL, token)).body.themes).toEqual([]);
  });
});

describe('the look of all figures', () => {
  const limma = catalogue.find(({ tool }) => tool.taskType === 'limma_differential_analysis')?.tool;
  if (limma === undefined) throw new Error('no limma');
  const userLook = { font_size: 9, figure_language: 'en', padj: 0.5, nothing: 1, up_color: '#111111' };
  const drawn = (look: FigureLook, styles = {}) => figureStyle(limma, { values: {}, styles, look, userLook }, 'volcano', null);

  it('is that of the user, under that of the result, under what was set for the figure', () => {
    expect(drawn({})).toMatchObject({ font_size: 9, figure_language: 'en', padj: 0.05, up_color: '#111111' });
    expect(drawn({ font_size: 6 })).toMatchObject({ font_size: 6, figure_language: 'en' });
    expect(drawn({ font_size: 6 }, { volcano: { figure_language: 'zh', font_size: 5 } })).toMatchObject({
      font_size: 5,
      figure_language: 'zh',
    });
    expect(drawn({})).not.toHaveProperty('nothing');
  });

  it('brings the colours of its palette, or those of the run again', () => {
    expect(drawn({ palette: 'npg' }).up_color).toBe(coloursOfFields(['up_color'], 'npg').up_color);
    expect(drawn({ palette: 'default' }).up_color).toBe(changeColours.up_color.default);
    expect(drawn({ palette: 'npg' }, { volcano: { up_color: '#222222' } }).up_color).toBe('#222222');
  });
});
