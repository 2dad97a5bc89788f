import { expect, test } from 'vitest';
import { exactGene, exactName, offerNames, takeNames } from '../../src/base/exact-first.ts';

// In the order of a differential table: what was typed stands behind longer names.
const NAMES = ['TP53INP1', 'ARFGEF3', 'TP53', 'TP53I3', 'AR', 'ARF1', 'Trp53', 'C10orf10'];

test.each([
  ['TP53', ['TP53', 'TP53I3', 'TP53INP1']],
  ['tp53', ['TP53', 'TP53I3', 'TP53INP1']],
  ['AR', ['AR', 'ARF1', 'ARFGEF3']],
  [' ar ', ['AR', 'ARF1', 'ARFGEF3']],
  ['TP5', ['TP53', 'TP53I3', 'TP53INP1']],
  ['', []],
  ['KRAS', []],
])('for 「%s」 the exact name is offered first', (typed, offered) => expect(offerNames(NAMES, typed, 8)).toEqual(offered));

test.each([
  ['TP53', 'TP53'],
  ['tp53', 'TP53'],
  ['trp53', 'Trp53'],
  ['c10ORF10', 'C10orf10'],
  ['TP5', undefined],
  ['', undefined],
])('「%s」 is %s', (typed, name) => expect(exactName(NAMES, typed)).toBe(name));

test('the exact name is offered however many begin so', () => {
  const many = [...Array.from({ length: 500 }, (_, i) => `AR${i}`), 'AR'];
  expect(offerNames(many, 'AR', 8)[0]).toBe('AR');
});

test('names that differ in capitals alone are told apart where they are typed so', () => {
  expect(exactName(['TRP53', 'Trp53'], 'Trp53')).toBe('Trp53');
});

test('an alias is not the gene itself', () => {
  const alias = { symbol: 'MS4A1', matched: { by: 'alias', text: 'CD20', exact: true } } as const;
  const symbol = { symbol: 'TP53', matched: { by: 'symbol', text: 'TP53', exact: true } } as const;
  const beginning = { symbol: 'TP53I3', matched: { by: 'symbol', text: 'TP53I3', exact: false } } as const;
  expect(exactGene([alias])).toBeUndefined();
  expect(exactGene([beginning, symbol])).toBe(symbol);
});

test('a name that is typed alone has to be there; a pasted list is taken whole', () => {
  expect(takeNames(NAMES, [], ['tp53'])).toEqual({ taken: ['TP53'], absent: '' });
  expect(takeNames(NAMES, ['TP53'], ['TP53', 'TP5'])).toEqual({ taken: ['TP53'], absent: 'TP5' });
  expect(takeNames(NAMES, ['TP53'], ['TP53', 'ar', 'KRAS'])).toEqual({ taken: ['TP53', 'AR', 'KRAS'], absent: '' });
  expect(takeNames(NAMES, ['TP53', 'KRAS'], ['TP53'])).toEqual({ taken: ['TP53'], absent: '' });
  // Written twice, it is one.
  expect(takeNames(NAMES, ['TP53'], ['TP53', 'tp53']).taken).toEqual(['TP53']);
  // While the figure's numbers are on their way nothing is known.
  expect(takeNames([], [], ['TP53'])).toEqual({ taken: ['TP53'], absent: '' });
});
