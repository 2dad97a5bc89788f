import { describe, expect, it } from 'vitest';
import { fitBandNames } from '../src/index.ts';

describe('names below an axis', () => {
  const typeface = { name: 'Arial' as const, family: 'Arial', size: 12, titleSize: 13 };
  const fit = (names: string[], band: number) => fitBandNames(names, band, 400, typeface, (text) => text.length * 10);

  it('stand side by side, turned, or not at all', () => {
    expect(fit(['S1', 'S2'], 30)).toMatchObject({ way: 'across', texts: ['S1', 'S2'] });
    expect(fit(['S1', 'S2'], 20)).toMatchObject({ way: 'turned', depth: 22 });
    expect(fit(['S1', 'S2'], 10)).toEqual({ way: 'none', texts: [], depth: 0 });
  });

  it('take no room where none are wanted, however narrow the bands', () => {
    expect([fit([], 30), fit([], 0.5)]).toEqual([
      { way: 'none', texts: [], depth: 0 },
      { way: 'none', texts: [], depth: 0 },
    ]);
  });

  it('are parted at their blanks before they are turned', () => {
    expect(fit(['IV (15)', 'I (9)'], 50)).toEqual({ way: 'across', texts: ['IV\n(15)', 'I\n(9)'], depth: 12 * (1.1 + 1.15) });
    expect(fit(['a b c d', 'e'], 20)).toMatchObject({ way: 'turned' });
  });

  it('are shortened to their share of the height', () => {
    const { texts, depth } = fit(['a sample of a very long name'], 20);
    expect(texts).toEqual(['a sample o…']);
    expect(depth).toBeLessThanOrEqual(400 * 0.28 + 2);
  });
});
