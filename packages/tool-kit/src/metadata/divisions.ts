import { isText, type SampleColumn, TEXT_COLUMNS } from './series.ts';
import { NUMBERED, REPLICATE_WORDS } from './vocabulary.ts';
import { placesByValue, stemOf, wordsOf } from './words.ts';

/** A way to divide the samples that a column tells: its values, or what is left of its texts. */
export interface Division {
  /** The column that it was read from. */
  column: string;
  /** How: '' for the values as they are. */
  part: string;
  /** By sample; '' where none is told. */
  groups: readonly string[];
  text: boolean;
}

/** The part of texts that is left without the numbers of samples. */
export const NUMBERLESS = '去掉编号';

const WORD_END = /[\s,;_/()[\]#]+/;
const PIECE_END = /[-.+]+/;
const DIGIT = /\d/;
const UNIT_NUMBER = /^\d+(?:\.\d+)?(?:st|nd|rd|th)?([a-zµ%]+)$/i;
const LETTERS = /^\D+(?=\d)|(?<=^\d{1,6})\D+$/;

const tokensOf = (text: string): string[] => text.split(WORD_END).filter((token) => token !== '');
const isUnit = (token: string | undefined): boolean => token !== undefined && wordsOf(token).some((word) => NUMBERED.includes(word));

/** In how many samples each token occurs. */
function frequencies(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const token of new Set(list)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** Is the number a value (「8h」, 「stage 2」), not the number of a sample? */
function isMeasured(tokens: readonly string[], at: number): boolean {
  const own = UNIT_NUMBER.exec(tokens[at] ?? '')?.[1];
  return (own !== undefined && NUMBERED.includes(stemOf(own.toLowerCase()))) || isUnit(tokens[at - 1]) || isUnit(tokens[at + 1]);
}

/** Pieces of a token that several samples have, of one with a number its letters. */
function piecesOf(token: string, pieces: ReadonlyMap<string, number>): { words: string[]; letters: string[] } {
  const words: string[] = [];
  const letters: string[] = [];
  for (const piece of token.split(PIECE_END)) {
    if (!DIGIT.test(piece)) {
      if ((pieces.get(piece) ?? 0) > 1) words.push(piece);
    } else letters.push(LETTERS.exec(piece)?.[0] ?? '');
  }
  return { words, letters: letters.filter((text) => text !== '') };
}

/**
 * Texts of single samples without what numbers them: 「VD, 8h, replicate 2」 is 「VD 8h」.
 *
 * @param shared Tokens with digits stay where several samples have them: 「HCC1954」 is a cell line, 「1aA」 a patient of two samples.
 */
function unnumbered(values: readonly string[], shared: boolean): string[] {
  const lists = values.map(tokensOf);
  const counts = frequencies(lists);
  const pieces = frequencies(lists.map((tokens) => tokens.flatMap((token) => token.split(PIECE_END))));
  return lists.map((tokens) => {
    const kept: string[] = [];
    const letters: string[] = [];
    tokens.forEach((token, at) => {
      const common = (counts.get(token) ?? 0) > 1;
      if (isReplicate(token)) return;
      if (!DIGIT.test(token) || (common && isMeasured(tokens, at)) || (shared && common && !/^\d+$/.test(token))) kept.push(token);
      else {
        const split = piecesOf(token, pieces);
        kept.push(...split.words);
        letters.push(...split.letters);
      }
    });
    return withoutReplicate(kept.length > 0 ? kept : letters).join(' ');
  });
}

/** 「rep1」: which repetition of its group a sample is. */
const isReplicate = (token: string): boolean => DIGIT.test(token) && REPLICATE_WORDS.includes(wordsOf(token)[0] ?? '');

/** Without the words that only said which repetition it was. */
function withoutReplicate(tokens: readonly string[]): readonly string[] {
  let end = tokens.length;
  while (end > 1 && wordsOf(tokens[end - 1] ?? '').every((word) => REPLICATE_WORDS.includes(word))) end -= 1;
  return tokens.slice(0, end);
}

const BRACKET = /\(([^()]{3,80})\)/;
const PART_END = /[,;|]/;

/** The parts of texts that are lists of as many: 「normal, homogenized」. */
function listParts(values: readonly string[]): string[][] {
  const lists = values.map((value) =>
    value === ''
      ? []
      : value
          .split(PART_END)
          .map((part) => part.trim())
          .filter((part) => part !== ''),
  );
  const lengths = new Set(lists.filter((list) => list.length > 0).map((list) => list.length));
  const [length = 0] = lengths;
  if (lengths.size !== 1 || length < 2 || length > 6) return [];
  return Array.from({ length }, (_, at) => lists.map((list) => list[at] ?? ''));
}

/** The parts of a column whose texts are lists, as columns. */
export const partsOf = ({ name, values }: SampleColumn): SampleColumn[] =>
  listParts(values).map((part, i) => ({ name: `${name}（第 ${i + 1} 段）`, values: part }));

/** Single tokens by their place, for names that are codes: 「Cast-C-1aA」. */
function codeParts(values: readonly string[]): string[][] {
  const lists = values.map((value) => value.split(/[\s,;_/()[\]#.+-]+/).filter((token) => token !== ''));
  const length = lists[0]?.length ?? 0;
  if (length < 2 || length > 8 || lists.some((list) => list.length !== length)) return [];
  return Array.from({ length }, (_, at) => lists.map((list) => list[at] ?? '')).filter((part) =>
    part.every((token) => !/^\d+$/.test(token)),
  );
}

/** Every way in which a column may divide the samples. */
export function divisionsOf({ name, values }: SampleColumn): Division[] {
  const text = isText(name);
  const whole = { column: name, part: '', groups: values, text };
  const distinct = placesByValue(values).size;
  const parts = listParts(values).map((groups, i) => ({ column: name, part: `第 ${i + 1} 段`, groups, text }));
  const brackets = values.map((value) => BRACKET.exec(value)?.[1] ?? '');
  const said = [whole, ...parts, { column: name, part: '括号里', groups: brackets, text }];
  // Values that repeat are names of groups, numbers in them and all.
  if (distinct <= values.length / 2) return said;
  return [
    ...said,
    ...[true, false].map((shared) => ({ column: name, part: NUMBERLESS, groups: unnumbered(values, shared), text })),
    ...(name.startsWith(TEXT_COLUMNS.title) ? codeParts(values) : []).map((groups, i) => ({
      column: name,
      part: `第 ${i + 1} 段`,
      groups,
      text,
    })),
  ];
}

/** What stands beside a part in the same texts, each a list by sample. */
export function otherParts(division: Division, values: readonly string[]): string[][] {
  return listParts(values).filter((part) => part.some((value, i) => value !== division.groups[i]));
}

/** Two ways that put the same samples together have one key. */
export function partitionOf(groups: readonly string[]): string {
  const numbers = new Map<string, number>();
  return groups
    .map((group) => {
      if (group === '') return '-';
      const known = numbers.get(group) ?? numbers.size;
      numbers.set(group, known);
      return String(known);
    })
    .join(',');
}
