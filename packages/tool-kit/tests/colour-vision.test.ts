import { describe, expect, it } from 'vitest';
import {
  CATEGORY_COLOURS,
  closestColours,
  DISTINCT,
  deltaE,
  deltaForDeuteranopes,
  distinctFirst,
  MANY_COLOURS,
  PALETTES,
  paletteColours,
} from '../src/index.ts';

/** Of the test data that Sharma, Wu and Dalal (2005) publish for CIEDE2000, the pairs that tell wrong programs apart. */
const PUBLISHED = [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
  [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [61, -5, 29], 22.8977],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
] as const;

describe('difference of colours', () => {
  it.each(PUBLISHED)('of %j and %j is the published %f', (one, other, expected) => {
    expect(deltaE(one, other)).toBeCloseTo(expected, 4);
    expect(deltaE(other, one)).toBeCloseTo(expected, 4);
  });

  it('of red and green nearly vanishes for deuteranopes, that of blue and orange stays', () => {
    // A red and a green of the same lightness as they see them.
    expect(deltaForDeuteranopes('#b06a5a', '#8c7a5a')).toBeLessThan(DISTINCT);
    expect(deltaForDeuteranopes('#0072B2', '#D55E00')).toBeGreaterThan(40);
    expect(deltaForDeuteranopes('#123456', '#123456')).toBe(0);
  });
});

describe('closest colours', () => {
  it('are the two that are hardest to tell apart', () => {
    expect(closestColours(['#000000', '#ffffff', '#fefefe'])).toMatchObject({ first: 1, second: 2 });
    expect(closestColours(['#000000'])).toBeNull();
  });

  it('come after those that are told apart', () => {
    expect(distinctFirst(['#000000', '#010101', '#ffffff'])).toEqual({ colours: ['#000000', '#ffffff', '#010101'], distinct: 2 });
  });
});

describe('palettes', () => {
  it.each(PALETTES.map(({ value }) => value))('%s begins with six colours that colour-blind readers tell apart', (name) => {
    const colours = paletteColours(name) ?? [];
    expect(colours.length).toBeGreaterThanOrEqual(6);
    expect(closestColours(colours.slice(0, 6))?.delta).toBeGreaterThanOrEqual(DISTINCT);
  });

  it('have 36 colours for many groups, those beyond the first twelve told apart from all others', () => {
    expect(new Set(MANY_COLOURS).size).toBe(36);
    const few: readonly string[] = CATEGORY_COLOURS;
    const deltas = MANY_COLOURS.filter((colour) => !few.includes(colour)).flatMap((colour) =>
      MANY_COLOURS.filter((other) => other !== colour).map((other) => deltaForDeuteranopes(colour, other)),
    );
    expect(Math.min(...deltas)).toBeGreaterThan(6);
  });

  it('of no name are none', () => {
    expect([paletteColours('default'), paletteColours('toString')]).toEqual([null, null]);
  });
});
