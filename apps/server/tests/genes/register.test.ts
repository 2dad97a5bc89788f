import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { GeneRegister } from '../../src/genes/register.ts';
import { ROOT } from '../../src/platform/root.ts';

// The register itself, as the set-up makes it.
let register: GeneRegister;
beforeAll(async () => {
  register = await GeneRegister.load(join(ROOT, 'reference', 'genes'));
});

const suggest = (asked: string) => register.suggest(asked, 20);
const symbols = (asked: string) => suggest(asked).map(({ symbol }) => symbol);

describe('suggestions', () => {
  it.each([
    ['TP53', 'TP53', 'symbol', 'TP53'],
    ['tp53 ', 'TP53', 'symbol', 'TP53'],
    ['ＴＰ５３', 'TP53', 'symbol', 'TP53'],
    ['P53', 'TP53', 'alias', 'P53'],
    ['CD20', 'MS4A1', 'alias', 'CD20'],
    ['HER2', 'ERBB2', 'alias', 'HER2'],
    ['ND1', 'MT-ND1', 'alias', 'ND1'],
    ['mt-co2', 'MT-CO2', 'symbol', 'MT-CO2'],
    // As oncologists mean them: NFE2L2 is not the gene of the lowest number, Ki-67 is in no register.
    ['NRF2', 'NFE2L2', 'alias', 'NRF2'],
    ['COX2', 'PTGS2', 'alias', 'COX2'],
    ['TAZ', 'WWTR1', 'alias', 'TAZ'],
    ['MLL2', 'KMT2D', 'alias', 'MLL2'],
    ['MLL4', 'KMT2B', 'alias', 'MLL4'],
    ['Ki-67', 'MKI67', 'alias', 'KI-67'],
    ['PD-L1', 'CD274', 'alias', 'PD-L1'],
    ['LAG-3', 'LAG3', 'symbol', 'LAG3'],
    ['TTF-1', 'NKX2-1', 'alias', 'TTF-1'],
    ['TTF1', 'TTF1', 'symbol', 'TTF1'],
    ['QARS', 'QARS1', 'alias', 'QARS'],
    ['c-myc', 'MYC', 'alias', 'c-Myc'],
    ['PVRL4', 'NECTIN4', 'alias', 'PVRL4'],
    ['ENSG00000141510', 'TP53', 'ensembl', 'ENSG00000141510'],
    ['ensg00000141510.17', 'TP53', 'ensembl', 'ENSG00000141510'],
    ['7157', 'TP53', 'entrez', '7157'],
  ])('%s is %s first', (asked, symbol, by, text) => {
    expect(suggest(asked)[0]).toMatchObject({ symbol, matched: { by, text, exact: true } });
  });

  it('puts symbols that begin so before aliases, short ones first, then full names', () => {
    expect(symbols('CDK').slice(0, 4)).toEqual(['CDK1', 'CDK2', 'CDK3', 'CDK4']);
    const order = ['symbol', 'alias', 'name'].map((by) => suggest('VEGF').findIndex(({ matched }) => matched.by === by && !matched.exact));
    expect(order[0]).toBeGreaterThan(0);
    expect(order[1]).toBeGreaterThan(order[0] ?? 0);
    expect(symbols('tumor protein p5')[0]).toBe('TP53');
    expect(suggest('protein tumor')[0]?.matched.by).toBe('name');
  });

  it('tells every gene that has an alias', () => {
    const exact = suggest('CD20').filter(({ matched }) => matched.exact);
    expect(exact.map(({ symbol }) => symbol)).toEqual(['MS4A1', 'KRT20']);
  });

  it('says what a gene is', () => {
    expect(suggest('TP53')[0]).toMatchObject({
      name: 'tumor protein p53',
      type: 'protein-coding',
      entrez: '7157',
      ensembl: ['ENSG00000141510'],
      location: ['17p13.1'],
      aliases: expect.arrayContaining(['P53', 'TRP53']),
    });
  });

  it('are 20 at most, each gene once', () => {
    for (const asked of ['A', 'L', 'TP', 'MIR', 'receptor', 'ENSG0000014']) {
      const found = symbols(asked);
      expect([asked, found.length, new Set(found).size]).toEqual([asked, 20, 20]);
    }
  });

  it('are none for what no gene is called', () => {
    const hostile = ['%', '../../etc/passwd', "' or 1=1 --", '<script>', '.*', '\u0000', 'A'.repeat(5000)];
    for (const asked of ['', '   ', '\t', '肿瘤', 'TP53 基因', '🧬', ...hostile]) expect([asked, suggest(asked)]).toEqual([asked, []]);
  });
});

describe('one gene', () => {
  it('is found by its whole name only, by its symbol before the aliases of others', () => {
    const found = (asked: string) => register.find(asked).map(({ symbol, matched }) => [symbol, matched.by]);
    expect(found('cox2').slice(0, 2)).toEqual([
      ['PTGS2', 'alias'],
      ['MT-CO2', 'alias'],
    ]);
    expect(found('TTF1')).toEqual([
      ['TTF1', 'symbol'],
      ['NKX2-1', 'alias'],
    ]);
    expect([found('TP5'), found('肿瘤')]).toEqual([[], []]);
  });
});
