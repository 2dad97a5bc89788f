import { expect, test } from 'vitest';
import { EMPTY_FORM } from '../../src/tool-page/form-state.ts';
import { formKey, keepForm, keptForm } from '../../src/tool-page/kept-forms.ts';

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
