import { expect, test } from 'vitest';
import { countGenes, replaceWord, wordAt } from '../../src/genes/gene-list-text.ts';

const LIST = 'TP53, CD2；EGFR\nHER2';

test('genes are counted once, whatever stands between them', () => {
  expect([countGenes(''), countGenes(' \n'), countGenes(`${LIST}、TP53|KRAS`)]).toEqual([0, 0, 5]);
});

test.each([
  ['|TP53', 'TP53'],
  ['TP53|', 'TP53'],
  ['TP53, CD|2；EGFR', 'CD2'],
  ['TP53, |', ''],
  ['TP53,| CD2', ''],
  ['EGFR\nHER2|', 'HER2'],
])('in %j the name at the caret is %s', (marked, word) => {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = wordAt(text, caret);
  expect([found.text, text.slice(found.start, found.end)]).toEqual([word, word]);
});

test('a name takes the place of one, and of no other', () => {
  expect(replaceWord(LIST, wordAt(LIST, LIST.indexOf('CD2') + 3), 'CD2AP')).toBe('TP53, CD2AP；EGFR\nHER2');
  expect(replaceWord(LIST, wordAt(LIST, LIST.length), 'ERBB2')).toBe('TP53, CD2；EGFR\nERBB2');
});
