import type { GroupsProposal, PairsProposal } from './proposals.ts';
import { isText, type SampleColumn, type SeriesMetadata, TEXT_COLUMNS } from './series.ts';
import { topicOf } from './terms.ts';
import { PERSON_WORDS, REPLICATE_WORDS } from './vocabulary.ts';
import { placesByValue, wordsOf } from './words.ts';

/** A number for each sample that may be that of a person. */
interface Key {
  column: string;
  values: readonly string[];
  /** It is called a person's, or the number of a repetition. */
  named: 'person' | 'replicate' | undefined;
  /** The number stands before what tells the group: 「3T」, 「1-normal」. */
  leads: boolean;
}

/** Words of the texts that tell of samples of the same persons. Reads of a sequencer come in pairs, too. */
const PAIRED =
  /\bpaired\b(?![- ]end)|\bpairs of\b|matched (?:pairs?|normal|adjacent|non|tumou?r|tissues?|samples?|peritumou?r)|\badjacent\b|\bparacancer|\bpara-?cancer|\bparatumou?r|\bcontralateral\b|same (?:patient|individual|donor|subject|person)|\bpre[- ]and post|before and after|\bautologous\b|corresponding (?:normal|adjacent|non)|癌旁|配对/i;
const PAIRS_LEAST = 2;
/** At least this share of the smaller group has a partner; of numbers that are called persons' fewer will do. */
const PAIRED_SHARE = 0.8;
const PERSONS_SHARE = 0.5;
/** Agreement of the persons' traits that chance gives more often tells nothing. */
const BY_CHANCE = 0.1;

const tokensOf = (text: string): string[] => text.split(/[\s,;_/()[\]#.:+-]+/).filter((token) => token !== '');
const digitsOf = (token: string): string => /\d+/.exec(token)?.[0] ?? '';

/** What stands before a number: a word for a person, for a repetition, or neither. */
function namedBy(before: string | undefined): Key['named'] {
  const words = wordsOf(before ?? '');
  if (words.some((word) => PERSON_WORDS.includes(word))) return 'person';
  return words.some((word) => REPLICATE_WORDS.includes(word)) ? 'replicate' : undefined;
}

/** The tokens of texts by their place from the front or from the end, as they are and by their digits alone. */
export function codesIn(column: SampleColumn): Key[] {
  const lists = column.values.map(tokensOf);
  const longest = Math.min(12, Math.max(0, ...lists.map((list) => list.length)));
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    [at, -1 - at].flatMap((place) => {
      const tokens = lists.map((list) => list.at(place) ?? '');
      if (!tokens.some((token) => /\d/.test(token))) return [];
      const before = lists.map((list) => (place === 0 || place === -list.length ? undefined : list.at(place - 1)));
      // 「rep1」 and 「Patient7」 are word and number in one.
      const glued = tokens.map((token) => namedBy(/^\D+/.exec(token)?.[0]));
      const kinds = new Set(before.map((word, i) => namedBy(word) ?? glued[i]));
      const named = kinds.size === 1 ? [...kinds][0] : undefined;
      const leads = (place === 0 && longest > 1) || tokens.every((token) => /^[a-z]{0,3}\d{1,6}[a-z]{1,3}$/i.test(token));
      return [tokens, tokens.map(digitsOf)].map((values) => ({ column: column.name, values, named, leads }));
    }),
  );
}

/** Everything that may number persons. */
function keysOf(columns: readonly SampleColumn[]): Key[] {
  return columns.flatMap((column): Key[] => {
    if (isText(column.name)) return codesIn(column);
    if (topicOf(column.name) !== 'person') return [];
    const own = { column: column.name, values: column.values, named: 'person', leads: false } as const;
    return [own, { ...own, values: column.values.map(digitsOf) }];
  });
}

interface Matching {
  key: Key;
  pairs: [number, number][];
}

/** Samples of both groups with one number, each number once in each; undefined where too few have a partner. */
function matching(key: Key, groups: GroupsProposal): Matching | undefined {
  const pairs: [number, number][] = [];
  for (const places of placesByValue(key.values).values()) {
    const inCases = places.filter((at) => groups.bySample[at] === groups.cases);
    const inReference = places.filter((at) => groups.bySample[at] === groups.reference);
    const repeated = inCases.length > 1 || inReference.length > 1;
    if (repeated && key.named !== 'person') return undefined;
    const [a, b] = repeated ? [] : [inCases[0], inReference[0]];
    if (a !== undefined && b !== undefined) pairs.push([a, b]);
  }
  const sizes = [groups.cases, groups.reference].map((name) => groups.bySample.filter((group) => group === name).length);
  const share = key.named === 'person' ? PERSONS_SHARE : PAIRED_SHARE;
  return pairs.length >= Math.max(PAIRS_LEAST, share * Math.min(...sizes)) ? { key, pairs } : undefined;
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

/** How often chance alone would make a trait agree in all pairs; 1 where it does not agree, or is the same in all. */
function chanceOf({ values }: SampleColumn, pairs: readonly [number, number][]): number {
  const told = pairs.map(([a, b]) => [values[a] ?? '', values[b] ?? ''] as const).filter(([a, b]) => a !== '' && b !== '');
  if (told.length < pairs.length || told.some(([a, b]) => a !== b)) return 1;
  const sizes = [...placesByValue(told.map(([a]) => a)).values()].map((places) => places.length);
  return sizes.reduce((product, n) => product * factorial(n), 1) / factorial(told.length);
}

/** 1, 2, 3 … number the samples of any group, of which some may be missing; other numbers are somebody's. */
function isCounting(values: readonly string[]): boolean {
  const numbers = values.map(Number);
  return numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= 2 * values.length);
}

/** What speaks for persons, each with a sentence. */
function reasonsFor(
  { key, pairs }: Matching,
  { columns, texts }: SeriesMetadata,
  groups: GroupsProposal,
): { points: number; words: string }[] {
  const reasons: { points: number; words: string }[] = [];
  if (key.named === 'person') reasons.push({ points: 2, words: '这个编号是患者的' });
  if (key.named === 'replicate') reasons.push({ points: -3, words: '这个编号是重复的' });
  const said = [
    texts.title,
    texts.summary,
    texts.design,
    ...columns.filter(({ name }) => name !== TEXT_COLUMNS.free).flatMap(({ values }) => values.slice(0, 40)),
  ];
  const word = said.map((text) => PAIRED.exec(text)?.[0]).find((found) => found !== undefined);
  if (word !== undefined) reasons.push({ points: 1, words: `文字里有「${word}」` });
  const traits = columns.filter(({ name }) => !isText(name) && name !== groups.column && topicOf(name) !== 'person');
  const agreeing = traits.map((column) => ({ name: column.name, chance: chanceOf(column, pairs) })).filter(({ chance }) => chance < 1);
  if (agreeing.reduce((product, { chance }) => product * chance, 1) < BY_CHANCE)
    reasons.push({ points: 1, words: `同号样本的${agreeing.map(({ name }) => `「${name}」`).join('')}都相同` });
  const values = pairs.map(([a]) => key.values[a] ?? '');
  if (key.named === undefined && key.leads) reasons.push({ points: 1, words: '编号在前，组别在后' });
  if (key.named === undefined && !isCounting(values)) reasons.push({ points: 1, words: '编号不是简单的 1、2、3' });
  return reasons;
}

/** Pairs of samples of the same person between the two groups, where numbers repeat and something says that they are persons'. */
export function proposePairs(metadata: SeriesMetadata, groups: GroupsProposal): PairsProposal | undefined {
  if (groups.reference === null || groups.cases === null) return undefined;
  const found = keysOf(metadata.columns).flatMap((key) => {
    const one = matching(key, groups);
    if (one === undefined) return [];
    const reasons = reasonsFor(one, metadata, groups);
    return [{ ...one, reasons, points: reasons.reduce((sum, { points }) => sum + points, 0) }];
  });
  const [best] = found.sort((a, b) => b.points - a.points || b.pairs.length - a.pairs.length);
  if (best === undefined || best.points < 1) return undefined;
  const compared = new Set(best.pairs.flat());
  const [[a]] = best.pairs as [[number, number]];
  return {
    kind: 'pairs',
    of: groups.column,
    column: best.key.column,
    pairs: best.pairs.length,
    bySample: best.key.values.map((value, i) => (compared.has(i) ? value : '')),
    score: Math.min(0.95, 0.4 + 0.2 * best.points),
    evidence: `「${best.key.column}」里有 ${best.pairs.length} 个编号（如 ${best.key.values[a] ?? ''}）在「${groups.cases}」和「${groups.reference}」里各有一个样本；${best.reasons.map(({ words }) => words).join('；')}`,
  };
}
