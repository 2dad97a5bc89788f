import { describe, expect, it } from 'vitest';
import { fillEnglish, tidyEnglish } from '../../src/analyses/texts/english.ts';

describe('English sentences of a result', () => {
  it.each([
    ['1 genes were tested', '1 gene was tested'],
    ['after 1 patients had been excluded', 'after 1 patient had been excluded'],
    ['1 matrices, 1 batches and 1 studies', '1 matrix, 1 batch and 1 study'],
    ['1 candidate genes are left', '1 candidate gene is left'],
    ['21 genes were tested', '21 genes were tested'],
    ['1,001 genes; 0.1 samples; 5–1 rows', '1,001 genes; 0.1 samples; 5–1 rows'],
    ['1 to 5 groups', '1 to 5 groups'],
    ['TOP 1 genes', 'TOP 1 gene'],
    ['Tested.  No test was made.', 'Tested. No test was made.'],
  ])('%s', (given, told) => {
    expect(tidyEnglish(given)).toBe(told);
  });

  it('say lists of the program in English, those of the user as they are', () => {
    expect(fillEnglish('Groups: {{groups}}.', { groups: '甲组、乙组 等' })).toBe('Groups: 甲组, 乙组 and others.');
  });
});
