import { isText, type SampleColumn, type SeriesMetadata, TEXT_COLUMNS } from './series.ts';
import { topicOf } from './terms.ts';
import { knownValue, wordsOf } from './words.ts';

/** From this share of common names on two platforms measured the same samples. */
export const SAME = 0.8;

/** What names the sample: its title without the words that all titles of the platform have, which often name the array. */
export function namesOf({ columns }: Pick<SeriesMetadata, 'columns'>): string[] {
  const titles = columns.find(({ name }) => name === TEXT_COLUMNS.title)?.values ?? [];
  const words = titles.map((title) =>
    title
      .toLowerCase()
      .split(/[\s,;_()-]+/)
      .filter((word) => word !== ''),
  );
  return words.map((list) => list.filter((word) => !words.every((other) => other.includes(word))).join(' '));
}

const personsOf = ({ columns }: Pick<SeriesMetadata, 'columns'>): SampleColumn | undefined =>
  columns.find(({ name }) => topicOf(name) === 'person');

/** The number of each sample's person as it is compared; undefined where no column has any. */
export const personNamesOf = (series: Pick<SeriesMetadata, 'columns'>): string[] | undefined =>
  personsOf(series)?.values.map((name) => wordsOf(name).join(' '));

/** Which samples of several arrays are one sample. */
export interface SameSamples {
  /** What they are told by: the names of the columns, the titles, or the numbers of the persons. */
  by: 'sample' | 'title' | 'person';
  /** Of each array the samples that all arrays have, in the order of the first array's. */
  samples: readonly (readonly string[])[];
  /** Of each array the others. */
  left: readonly (readonly string[])[];
  /** What two arrays say differently of one sample, by column: samples of the first. */
  differing: readonly { column: string; samples: readonly string[] }[];
}

/** What is named once, with its place. */
function placesOnce(names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  names.forEach((name, i) => {
    if (name === '') return;
    if (places.has(name)) twice.add(name);
    places.set(name, i);
  });
  for (const name of twice) places.delete(name);
  return places;
}

/** By each of the arrays' names, places of the samples that all have. */
function matched(names: readonly (readonly string[] | undefined)[]): number[][] {
  const places = names.map((list) => placesOnce(list ?? []));
  const [first, ...others] = places;
  const common = [...(first ?? [])].filter(([name]) => others.every((other) => other.has(name)));
  return places.map((own) => common.map(([name]) => own.get(name) ?? 0));
}

/** Columns under a key that two arrays fill differently for one sample. */
function differences(parts: readonly SeriesMetadata[], places: readonly (readonly number[])[]): SameSamples['differing'] {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  return first.columns
    .filter(({ name }) => !isText(name))
    .flatMap(({ name, values }) => {
      const samples = (places[0] ?? []).flatMap((at, i) => {
        const own = wordsOf(knownValue(values[at] ?? '')).join(' ');
        const told = others.map((part, k) => part.columns.find((one) => one.name === name)?.values[places[k + 1]?.[i] ?? 0] ?? '');
        const differs = told.map((cell) => wordsOf(knownValue(cell)).join(' ')).some((cell) => cell !== '' && own !== '' && cell !== own);
        return differs ? [first.samples[at] ?? ''] : [];
      });
      return samples.length === 0 ? [] : [{ column: name, samples }];
    });
}

/**
 * The samples that several arrays have measured, told by what most of them agree in; undefined where fewer than `SAME` of the smallest array's have a
 * partner on every other one, or there are fewer than two. A name that stands twice on an array names nobody.
 */
export function matchArrays(parts: readonly SeriesMetadata[]): SameSamples | undefined {
  const ways: { by: SameSamples['by']; names: (readonly string[] | undefined)[] }[] = [
    { by: 'sample', names: parts.map(({ samples }) => samples) },
    { by: 'title', names: parts.map(namesOf) },
    { by: 'person', names: parts.map(personNamesOf) },
  ];
  const found = ways.map(({ by, names }) => ({ by, places: matched(names) }));
  const [best] = found.sort((a, b) => (b.places[0]?.length ?? 0) - (a.places[0]?.length ?? 0));
  const count = best?.places[0]?.length ?? 0;
  if (best === undefined || count < Math.max(2, SAME * Math.min(...parts.map(({ samples }) => samples.length)))) return undefined;
  const { by, places } = best;
  return {
    by,
    samples: parts.map(({ samples }, k) => (places[k] ?? []).map((at) => samples[at] ?? '')),
    left: parts.map(({ samples }, k) => samples.filter((_, at) => !places[k]?.includes(at))),
    differing: differences(parts, places),
  };
}
