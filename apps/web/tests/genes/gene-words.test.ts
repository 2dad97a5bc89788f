import type { GeneMatch, GeneSuggestion } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import { genePath, matchWord, mayNameGene, noteOfName, sayName, shortAbout, typeWord } from '../../src/genes/gene-words.ts';

function gene(symbol: string, by: GeneMatch['by'], text: string, exact = true): GeneSuggestion {
  const facts = { symbol, name: `${symbol} protein`, type: 'protein-coding', entrez: '1', ensembl: [], location: ['1p36'], aliases: [] };
  return { ...facts, matched: { by, text, exact } };
}

describe('what a typed name is told to be', () => {
  test('an alias, with the symbol to change to', () => {
    expect(noteOfName('P53', [gene('TP53', 'alias', 'P53'), gene('TP63', 'alias', 'p53CP', false)])).toEqual({
      text: 'P53 是 TP53 的别名或旧名。',
      symbols: ['TP53'],
    });
  });

  test('an alias of several genes', () => {
    expect(noteOfName('cd20', [gene('MS4A1', 'alias', 'CD20'), gene('KRT20', 'alias', 'CD20')])).toEqual({
      text: 'CD20 是 MS4A1 的别名或旧名，也可能指 KRT20。',
      symbols: ['MS4A1', 'KRT20'],
    });
  });

  test('a symbol: its full name, or that others are called so', () => {
    expect(noteOfName('tp53', [gene('TP53', 'symbol', 'TP53'), gene('TP53I3', 'symbol', 'TP53I3', false)])).toEqual({
      text: 'TP53 protein',
      symbols: [],
    });
    expect(noteOfName('COX2', [gene('COX2', 'symbol', 'COX2'), gene('PTGS2', 'alias', 'COX2')])).toEqual({
      text: 'COX2 是现行的基因符号，也是 PTGS2 的别名或旧名。',
      symbols: ['PTGS2'],
    });
  });

  test('a number', () => {
    expect(sayName(gene('TP53', 'ensembl', 'ENSG00000141510'), [])).toBe('ENSG00000141510 是 TP53 的 Ensembl 号');
    expect(sayName(gene('TP53', 'entrez', '7157'), [])).toBe('7157 是 TP53 的 Entrez 号');
  });

  test('unknown, which forbids nothing', () => {
    const note = noteOfName('TP5', [gene('TP53', 'symbol', 'TP53', false)]);
    expect(note?.text).toContain('没有「TP5」');
    expect(note?.symbols).toEqual([]);
  });
});

test('a suggestion says why it is offered where its symbol does not', () => {
  expect(matchWord(gene('MS4A1', 'alias', 'CD20'))).toBe('别名 CD20');
  expect(matchWord(gene('TP53', 'entrez', '7157'))).toBe('Entrez 号 7157');
  expect(matchWord(gene('TP53', 'symbol', 'TP53'))).toBeUndefined();
  expect(shortAbout(gene('TP53', 'symbol', 'TP53'))).toBe('TP53 protein · 1p36');
  expect([typeWord('pseudo'), typeWord('new kind')]).toEqual(['假基因', 'new kind']);
});

test('only what may name a gene is asked for', () => {
  expect(['TP53', 'PD-L1', '7157', 'ＴＰ５３', 'tumor protein'].map(mayNameGene)).toEqual([true, true, true, true, true]);
  expect(['', 'T', ' T ', '差异', 'TP53 基因', 'x'.repeat(61)].map(mayNameGene)).toEqual([false, false, false, false, false, false]);
});

test('an address holds every symbol', () => {
  expect(genePath("HBB-3'HS1/x")).toBe("/gene/HBB-3'HS1%2Fx");
});
