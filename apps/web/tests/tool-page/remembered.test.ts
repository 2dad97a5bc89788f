import { beforeEach, describe, expect, test } from 'vitest';
import overall from '../../../../tools/survival/overall-survival/tool.ts';
import progression from '../../../../tools/survival/progression-free-interval/tool.ts';
import { loadWish, readWish } from '../../src/tool-page/form/prefill.ts';
import { rememberValues, startForm } from '../../src/tool-page/form/remembered.ts';
import { freshBrowser } from '../support/browser.ts';

const tokenOf = (user: string) => `x.${btoa(JSON.stringify({ sub: user }))}.x`;
const asUser = (user: string) => localStorage.setItem('oncoloom_token', tokenOf(user));

beforeEach(() => {
  freshBrowser();
  asUser('1');
});

describe('the last choice', () => {
  test('is where the next form begins, of the other survival tool too', async () => {
    expect(startForm(overall).changed).toEqual({});
    rememberValues(overall, { time_unit: 'month' });
    expect(startForm(progression).changed).toEqual({ time_unit: 'month' });
    const linked = await loadWish(overall, readWish(new URLSearchParams({ set: JSON.stringify({ target_gene: 'TP53' }) })));
    expect(linked.changed).toEqual({ time_unit: 'month', target_gene: 'TP53' });
    const example = await loadWish(overall, readWish(new URLSearchParams({ example: '1' })));
    expect(example.changed).toEqual({});
  });

  test('of the default leaves the form untouched', () => {
    rememberValues(overall, { time_unit: 'year' });
    rememberValues(overall, { time_unit: 'day' });
    expect(startForm(overall).changed).toEqual({});
  });

  test('is each user’s own, and of declared parameters only', () => {
    rememberValues(overall, { time_unit: 'year', cutoff_method: 'optimal' });
    expect(startForm(overall).changed).toEqual({ time_unit: 'year' });
    asUser('2');
    expect(startForm(overall).changed).toEqual({});
  });

  test('that is no option any more is forgotten', () => {
    localStorage.setItem('oncoloom_choices_1', '{"time_unit":"week"}');
    expect(startForm(overall).changed).toEqual({});
    localStorage.setItem('oncoloom_choices_1', '[broken');
    expect(startForm(overall).changed).toEqual({});
  });
});
