import { expect, test } from 'vitest';
import { countGenes, renamed, replaceWord, sharedNames, wordAt } from '../../src/genes/gene-list-text.ts';

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

const USUAL = [
  { name: 'NRF2', symbol: 'NFE2L2', meaning: '转录因子', others: ['GABPA'] },
  { name: 'TTF1', symbol: 'NKX2-1', meaning: '肺腺癌标志', others: ['TTF1'] },
  { name: 'KI67', symbol: 'MKI67', meaning: '增殖指数', others: [] },
];

test('names that several genes have are asked about wherever they stand in a pasted list; symbols and names of one gene are not', () => {
  expect(sharedNames('TP53, Nrf-2；TTF-1\nKi-67', USUAL).map(({ written, symbol }) => [written, symbol])).toEqual([
    ['Nrf-2', 'NFE2L2'],
    ['TTF-1', 'NKX2-1'],
  ]);
  expect(sharedNames('TTF1 TP53', USUAL)).toEqual([]);
});

test('a name is changed as a whole, and what stands between the names stays', () => {
  expect(renamed('TP53, NRF2；NRF2L\nNRF2', 'NRF2', 'GABPA')).toBe('TP53, GABPA；NRF2L\nGABPA');
});
