import { describe, expect, it } from 'vitest';
import { indexOfNames } from '../src/data/names.ts';
import {
  classify,
  countClasses,
  DOWN,
  largestPassingP,
  minusLog10,
  nearestToSignificant,
  smallestP,
  UNCHANGED,
  UP,
} from '../src/points/differential.ts';

const effect = Float64Array.of(2, -2, 2, 1, -1, 0.5, Number.NaN, 3);
const p = Float64Array.of(1e-9, 1e-8, 0.5, 0.001, 0.002, 1e-7, 1e-5, Number.NaN);
const padj = Float64Array.of(1e-7, 1e-6, 0.6, 0.04, 0.05, 1e-5, 1e-3, Number.NaN);

describe('classes of a differential result', () => {
  it('takes |effect| at the threshold, but adjusted P strictly below the cut', () => {
    expect([...classify(effect, padj, 1, 0.05)]).toEqual([UP, DOWN, UNCHANGED, UP, UNCHANGED, UNCHANGED, UNCHANGED, UNCHANGED]);
  });

  it('changes sides when the contrast is turned round', () => {
    const turned = classify(
      effect.map((value) => -value),
      padj,
      1,
      0.05,
    );
    const swap = [UNCHANGED, UP, DOWN];
    expect([...turned]).toEqual([...classify(effect, padj, 1, 0.05)].map((one) => swap[one]));
  });

  it('counts what can be drawn', () => {
    const y = minusLog10(p);
    expect(countClasses(classify(effect, padj, 1, 0.05), effect, y)).toEqual([3, 1, 2]);
  });

  it('draws P of 0 at 1e−300 and leaves out missing ones', () => {
    expect(minusLog10(Float64Array.of(0, 1, 0.01, Number.NaN))).toEqual(Float64Array.of(300, 0, 2, Number.NaN));
  });

  it('puts the line at the largest P that passes, and nowhere when none does', () => {
    expect(largestPassingP(p, padj, 0.05)).toBe(0.001);
    expect(largestPassingP(p, padj, 1e-12)).toBeNaN();
  });

  it('names the smallest P first', () => {
    expect(smallestP(p, 2, (i) => padj[i] !== undefined && i !== 0)).toEqual([1, 5]);
    expect(smallestP(p, 0, () => true)).toEqual([]);
  });

  it('names at most four candidates of large effect when nothing is significant', () => {
    expect(nearestToSignificant(effect, p, padj, 1, 10)).toEqual([0, 1, 3, 4]);
    expect(nearestToSignificant(effect, p, padj, 1, 2)).toEqual([0, 1]);
  });

  it('finds names whatever their case, the first of duplicates', () => {
    const index = indexOfNames(['GPC3', 'gpc3', 'C9orf72']);
    expect(index.get('GPC3')).toBe(0);
    expect(index.get('C9ORF72')).toBe(2);
  });
});
