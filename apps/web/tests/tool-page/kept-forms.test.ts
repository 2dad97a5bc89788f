import { afterEach, expect, test, vi } from 'vitest';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { formKey, keepForm, keptForm, storeForms } from '../../src/tool-page/form/kept-forms.ts';

test('a form that is left comes back at its place in the history, for its user only', () => {
  const filled = { ...EMPTY_FORM, taskName: '肝癌' };
  keepForm(formKey(1, 'a', '/limma'), filled);
  expect(keptForm(formKey(1, 'a', '/limma'))).toBe(filled);
  expect(keptForm(formKey(2, 'a', '/limma'))).toBeUndefined();
  expect(keptForm(formKey(1, 'b', '/limma'))).toBeUndefined();
});

test('only the newest few are kept', () => {
  for (let i = 0; i < 9; i++) keepForm(formKey(1, String(i), '/limma'), EMPTY_FORM);
  expect(keptForm(formKey(1, '3', '/limma'))).toBeUndefined();
  expect(keptForm(formKey(1, '4', '/limma'))).toBe(EMPTY_FORM);
});

afterEach(() => vi.unstubAllGlobals());

/** What a reload does: the page is left, and its code is loaded anew in the same window. */
async function reloaded() {
  storeForms();
  vi.resetModules();
  return import('../../src/tool-page/form/kept-forms.ts');
}

function window() {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
}

test('a reload brings a form back, with the table that was pasted into it', async () => {
  window();
  const pasted = { from: 'rows', columns: ['组', '值'], rows: [['A', '1']], origin: { kind: 'pasted' } } as const;
  const filled = { ...EMPTY_FORM, inputs: { table: pasted }, changed: { method: 't' } };
  keepForm(formKey(1, 'reload', '/box'), filled);
  const after = await reloaded();
  expect(after.keptForm(formKey(1, 'reload', '/box'))).toEqual(filled);
  expect(after.keptForm(formKey(2, 'reload', '/box'))).toBeUndefined();
});

test('of forms that find no room the newest come back', async () => {
  window();
  keepForm(formKey(1, 'large', '/box'), { ...EMPTY_FORM, taskName: 'x'.repeat(4_000_000) });
  keepForm(formKey(1, 'small', '/box'), { ...EMPTY_FORM, taskName: '小' });
  const after = await reloaded();
  expect(after.keptForm(formKey(1, 'small', '/box'))?.taskName).toBe('小');
  expect(after.keptForm(formKey(1, 'large', '/box'))).toBeUndefined();
});

test('what another page has stored there is left alone', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => '{broken', setItem: () => undefined });
  expect((await reloaded()).keptForm(formKey(1, 'small', '/box'))).toBeUndefined();
});
