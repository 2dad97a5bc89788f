import { catalogue } from '@oncoloom/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figureThemeRoutes } from '../../src/analyses/figure-theme-routes.ts';
import { withDefaultTheme } from '../../src/analyses/figure-themes.ts';
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
    expect((await get(URL, token)).body).toEqual({ themes: [], default: null });
    const kept = { themes: [CELL], default: CELL.name };
    expect(await put(URL, kept, token)).toMatchObject({ status: 200, body: kept });
    expect((await get(URL, token)).body).toEqual(kept);
    await put(URL, { themes: [], default: null }, token);
    expect((await get(URL, token)).body).toEqual({ themes: [], default: null });
  });

  it('are seen by their owner alone', async () => {
    const [owner, other] = [await test.newUser(), await test.newUser()];
    await put(URL, { themes: [CELL], default: null }, owner.token);
    expect((await get(URL, other.token)).body.themes).toEqual([]);
    await put(URL, { themes: [], default: null }, other.token);
    expect((await get(URL, owner.token)).body.themes).toEqual([CELL]);
    expect((await get(URL)).status).toBe(401);
    expect((await put(URL, { themes: [], default: null })).status).toBe(401);
  });

  it.each([
    ['too many', { themes: Array.from({ length: 21 }, (_, i) => ({ name: `${i}`, style: {} })), default: null }],
    ['a name twice', { themes: [CELL, CELL], default: null }],
    ['a name with blanks alone', { themes: [{ ...CELL, name: '  ' }], default: null }],
    ['a long name', { themes: [{ ...CELL, name: '长'.repeat(41) }], default: null }],
    ['a long value', { themes: [{ name: 'a', style: { font_family: 'x'.repeat(101) } }], default: null }],
    ['a list as a value', { themes: [{ name: 'a', style: { label_genes: ['TP53'] } }], default: null }],
    ['a field of no figure', { themes: [{ name: 'a', style: { __proto__x: 1, 'a b': 2 } }], default: null }],
    [
      'too many fields',
      { themes: [{ name: 'a', style: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`f${i}`, 1])) }], default: null },
    ],
    ['a default that is not kept', { themes: [CELL], default: '别的' }],
  ])('are refused with %s', async (_, body) => {
    const { token } = await test.newUser();
    expect((await put(URL, body, token)).status).toBe(422);
    expect((await get(URL, token)).body.themes).toEqual([]);
  });
});

describe('the default look', () => {
  const kept = { themes: [{ name: 'a', style: { font_size: 9, up_color: '#123456', padj: 0.5, nothing: 1 } }], default: 'a' };

  it('is what figures of a new analysis begin with, under what the request says', () => {
    const limma = catalogue.find(({ tool }) => tool.taskType === 'limma_differential_analysis')?.tool;
    if (limma === undefined) throw new Error('no limma');
    const styles = withDefaultTheme(limma, kept, { volcano: { up_color: '#654321' } });
    expect(styles.volcano).toEqual({ font_size: 9, up_color: '#654321' });
    expect(styles.pca).toEqual({ font_size: 9 });
  });

  it('is none where none was chosen', () => {
    const [first] = catalogue;
    if (first === undefined) throw new Error('no tools');
    expect(withDefaultTheme(first.tool, { ...kept, default: null }, {})).toEqual({});
  });
});
