import { describe, expect, test } from 'vitest';
import { matchArrays } from '../src/metadata/same-samples.ts';
import { type SampleColumn, type SeriesMetadata, TEXT_COLUMNS } from '../src/metadata/series.ts';

const on = (samples: string[], titles: string[], more: Record<string, string[]> = {}): SeriesMetadata => ({
  samples,
  platform: null,
  columns: [
    { name: TEXT_COLUMNS.title, values: titles },
    ...Object.entries(more).map(([name, values]): SampleColumn => ({ name, values })),
  ],
  texts: { title: '', summary: '', design: '', processing: [], channels: 1 },
});

describe('samples of several arrays are one sample', () => {
  test('by their titles without what names the array, in whatever order', () => {
    const a = on(['A1', 'A2', 'A3'], ['N035 Normal Kidney U133A', 'C035 Carcinoma U133A', 'C011 Carcinoma U133A']);
    const b = on(['B1', 'B2', 'B3'], ['C011 Carcinoma U133B', 'N035 Normal Kidney U133B', 'C035 Carcinoma U133B']);
    expect(matchArrays([a, b])).toEqual({
      by: 'title',
      samples: [
        ['A1', 'A2', 'A3'],
        ['B2', 'B3', 'B1'],
      ],
      left: [[], []],
      differing: [],
    });
  });
  test('by the names of the columns where these are the same, by numbers of persons where titles say nothing', () => {
    const titles = ['a', 'b', 'c'];
    expect(matchArrays([on(['s1', 's2', 's3'], titles), on(['s3', 's1', 's2'], ['x', 'y', 'z'])])).toMatchObject({
      by: 'sample',
      samples: [
        ['s1', 's2', 's3'],
        ['s1', 's2', 's3'],
      ],
    });
    const persons = (names: string[]) => ({ 'patient id': names });
    expect(
      matchArrays([
        on(['a', 'b', 'c'], titles, persons(['P1', 'P2', 'P3'])),
        on(['d', 'e', 'f'], ['x', 'y', 'z'], persons(['p3', 'P1', 'P2'])),
      ]),
    ).toMatchObject({
      by: 'person',
      samples: [
        ['a', 'b', 'c'],
        ['e', 'f', 'd'],
      ],
    });
  });
  test('those without a partner are left; with more than a fifth of the smaller array without, or a name twice, nothing is matched', () => {
    const five = ['n 1', 'n 2', 'n 3', 'n 4', 'n 5'];
    const names = (letter: string) => five.map((_, i) => `${letter}${i}`);
    expect(matchArrays([on(names('a'), five), on(names('b'), five.with(4, 'n 9'))])).toMatchObject({ left: [['a4'], ['b4']] });
    expect(matchArrays([on(names('a'), five), on(names('b'), five.with(4, 'n 9').with(3, 'n 8'))])).toBeUndefined();
    // A person's tumour and normal tissue are two samples: the number names neither.
    const twice = { patient: ['1', '1', '2', '2', '3'] };
    expect(matchArrays([on(names('a'), ['q', 'r', 's', 't', 'u'], twice), on(names('b'), five, twice)])).toBeUndefined();
  });
  test('three arrays have to agree', () => {
    const titles = ['n 1', 'n 2', 'n 3'];
    const [a, b] = [on(['a', 'b', 'c'], titles), on(['d', 'e', 'f'], titles)];
    expect(matchArrays([a, b, on(['g', 'h', 'i'], titles.toReversed())])?.samples).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
      ['i', 'h', 'g'],
    ]);
    expect(matchArrays([a, b, on(['g', 'h', 'i'], ['x', 'y', 'z'])])).toBeUndefined();
  });
  test('what two arrays say differently of one sample is told; what one does not say is not', () => {
    const titles = ['n 1', 'n 2', 'n 3'];
    const a = on(['a', 'b', 'c'], titles, { Gender: ['Male', 'female', 'male'], age: ['50', '60', '70'] });
    const b = on(['d', 'e', 'f'], titles, { Gender: ['male', 'Male', 'NA'], age: ['50', '60', '70'] });
    expect(matchArrays([a, b])?.differing).toEqual([{ column: 'Gender', samples: ['b'] }]);
  });
});
