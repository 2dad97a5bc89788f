import { describe, expect, it } from 'vitest';
import { chooseSamples, survivalSamples } from '../../src/cohorts/import/barcodes.ts';
import { knownNumber, knownText } from '../../src/cohorts/import/cells.ts';
import { foldGrade, foldM, foldN, foldStage, foldT } from '../../src/cohorts/import/clinical.ts';
import { CountScale } from '../../src/cohorts/import/genes.ts';
import { parseNumber } from '../../src/cohorts/import/matrix-reader.ts';

describe('words of a clinical table', () => {
  // All spellings of TCGA-CDR and of GDC.
  it.each([
    ['Stage IIA', 'II'],
    ['Stage IIIC2', 'III'],
    ['stage iva', 'IV'],
    ['Stage IA1', 'I'],
    ['IIb', 'II'],
    ['IS', 'I'],
    ['Stage 0', '0'],
    ['Stage X', undefined],
    ['I/II NOS', undefined],
    ['Stage Tis', undefined],
  ])('%s is stage %s', (text, stage) => expect(foldStage(text)).toBe(stage));

  it('fold to T, N, M and grade', () => {
    expect(['T1b', 'Tis', 'Ta', 'pT2', 'TX'].map(foldT)).toEqual(['T1', 'Tis', 'Ta', 'T2', undefined]);
    expect(['N0 (i-)', 'N1mi', 'NX'].map(foldN)).toEqual(['N0', 'N1', undefined]);
    expect(['cM0 (i+)', 'M1a', 'MX'].map(foldM)).toEqual(['M0', 'M1', undefined]);
    expect(['G3', 'High Grade', 'GX', 'GB'].map(foldGrade)).toEqual(['G3', 'High Grade', undefined, undefined]);
  });

  it.each(['', '[Unknown]', 'not reported', '[Not Available]', "'--", 'NA', '[Discrepancy]', '[nan]'])('%j is not known', (text) =>
    expect(knownText(text)).toBe(''),
  );

  it('are taken from lists as Python writes them', () => {
    expect(knownText("['not reported', 'Stage IIA']")).toBe('Stage IIA');
    expect(knownText('[nan, 58.5]')).toBe('58.5');
    expect([knownNumber('12'), knownNumber('-3'), knownNumber('many'), knownNumber('')]).toEqual([12, undefined, undefined, undefined]);
  });
});

describe('samples', () => {
  const names = (samples: Iterable<{ name: string }>) => [...samples].map(({ name }) => name);
  it('are one per patient and kind, the first vial that is no paraffin', () => {
    const all = [
      'TCGA-AA-0001-01B',
      'TCGA-AA-0001-01A',
      'TCGA-AA-0001-11A',
      'TCGA-AA-0002-01A',
      'TCGA-AA-0002-01B',
      'TCGA-AA-0003-20A',
      'x',
    ];
    const { kept, dropped } = chooseSamples(all, new Set(['TCGA-AA-0002-01A']));
    expect(names(kept)).toEqual(['TCGA-AA-0001-01A', 'TCGA-AA-0001-11A', 'TCGA-AA-0002-01B']);
    expect(dropped).toEqual({ controls: 2, ffpe: 1, vials: 1 });
  });

  it.each([
    ['laml', ['03']],
    ['skcm', ['01', '06 of B']],
    ['brca', ['01']],
  ])('of %s that stand for survival: %j', (cohort, expected) => {
    const { kept } = chooseSamples(
      ['01', '02', '03', '05', '06', '07', '11'].map((code) => `TCGA-AA-000A-${code}A`).concat('TCGA-AA-000B-06A', 'TCGA-AA-000C-02A'),
      new Set(),
    );
    const found = [...survivalSamples(cohort, kept)].map(({ patient, code }) => (patient.endsWith('B') ? `${code} of B` : code));
    expect(found).toEqual(expected);
  });
});

describe('numbers', () => {
  const parse = (text: string) => parseNumber(Buffer.from(`x\t${text}\ty`), 2, 2 + text.length);
  it.each(['11.737669863177452', '0.0', '-9.9658', '3', '1e-05', '2.5E3', '.5', '16.33', '0.000000000000001234'])(
    '%s is read as JavaScript reads it',
    (text) => expect(parse(text)).toBeCloseTo(Number(text), 14),
  );
  it.each(['', 'NA', 'nan', '1.2.3', '1,5', '5x', '-'])('%j is none', (text) => expect(parse(text)).toBeNaN());

  it('become counts, and those that were none are counted', () => {
    const scale = new CountScale();
    const counts = [0, 1, 7, 1234, 2_000_000_000, 103.5, 0.5].map((count) => scale.convert(Math.log2(count + 1)));
    expect(counts).toEqual([0, 1, 7, 1234, 2_000_000_000, 104, 1]);
    expect(scale.rounded).toBe(2);
    // As the older files write them, with nine decimals.
    expect([scale.convert(11.04916787), scale.rounded]).toEqual([2118, 2]);
  });
});
