import { DISEASE_ENDING, NEGATED_BEHIND, NEGATORS, NO_DISEASE, type Side, TERMS, type Term, TOPICS, type Topic } from './vocabulary.ts';
import { beforeBrackets, plainText, stemOf, wordsOf, writtenWords } from './words.ts';

/** A word of the vocabulary as it stands in a value. */
export interface FoundTerm {
  /** As it is written, without what stands around it. */
  text: string;
  /** The same for every spelling. */
  key: string;
  zh: string;
  side: Side;
  weight: number;
  outcome: boolean;
}

const key = (words: string): string => wordsOf(words).join(' ');

function tableOf(whole: boolean): Map<string, Term> {
  const found = new Map<string, Term>();
  for (const term of TERMS)
    if ((term.whole === true) === whole) for (const word of term.words) if (!found.has(key(word))) found.set(key(word), term);
  return found;
}
const PHRASES = tableOf(false);
const WHOLE = tableOf(true);
const LONGEST = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length));
const NO_DISEASES = new Set(NO_DISEASE);
const DISEASE: Term = { zh: '疾病', side: 'case', weight: 3, words: [] };
const GLUED = /^(?:non|un)(.{3,})$/;

const other = (side: Side): Side => (side === 'case' ? 'control' : 'case');

/** The term of these words, whether it is turned round by itself (「nontumor」). */
function termOf(words: readonly string[]): { term: Term; turned: boolean } | undefined {
  const text = words.join(' ');
  const known = PHRASES.get(text);
  if (known !== undefined) return { term: known, turned: false };
  if (words.length > 1) return undefined;
  const glued = GLUED.exec(text)?.[1];
  const inner = glued === undefined ? undefined : (PHRASES.get(stemOf(glued)) ?? PHRASES.get(glued));
  if (inner !== undefined) return { term: inner, turned: true };
  return DISEASE_ENDING.test(restored(text)) && !NO_DISEASES.has(text) ? { term: DISEASE, turned: false } : undefined;
}

/** Endings are compared with the s that the stem lacks. */
const restored = (word: string): string => (/(?:iti|osi)$/.test(word) ? `${word}s` : word);

/** Words of the vocabulary in a value, the longest phrases first; 「non-responder」 is one, and of the other side. */
export function termsIn(value: string): FoundTerm[] {
  const written = writtenWords(value);
  const words = wordsOf(value);
  const whole = WHOLE.get(words.join(' '));
  if (whole !== undefined) return [found(written, whole, false)];
  const terms: FoundTerm[] = [];
  for (let at = 0; at < words.length; ) {
    const hit = longestAt(words, at);
    if (hit === undefined) {
      at += 1;
      continue;
    }
    const from = NEGATORS.includes(words[at - 1] ?? '') ? at - 1 : at;
    const behind = at + hit.length;
    const to = NEGATED_BEHIND.includes(words[behind] ?? '') ? behind + 1 : behind;
    terms.push(found(written.slice(from, to), hit.term, hit.turned !== (from < at || to > behind)));
    at = to;
  }
  return terms;
}

/** The longest phrase that begins at a word. */
function longestAt(words: readonly string[], at: number) {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
    const hit = termOf(words.slice(at, at + length));
    if (hit !== undefined) return { ...hit, length };
  }
  return undefined;
}

function found(words: readonly string[], { zh, side, weight, outcome }: Term, turned: boolean): FoundTerm {
  const text = words.join(' ');
  return { text, key: key(text), zh: turned ? `非${zh}` : zh, side: turned ? other(side) : side, weight, outcome: outcome === true };
}

/** What a group is, by those of its terms that not all groups have. */
export interface Role {
  side: Side;
  weight: number;
  term: FoundTerm;
}

const strongest = (terms: readonly FoundTerm[]): FoundTerm | undefined => [...terms].sort((a, b) => b.weight - a.weight)[0];

/** A plain word for a control outweighs what it is the control of: 「normal tissue beside the tumour」. */
function roleOf(terms: readonly FoundTerm[]): Role | undefined {
  const control = strongest(terms.filter(({ side }) => side === 'control'));
  const caseTerm = strongest(terms.filter(({ side }) => side === 'case'));
  const term = control !== undefined && (control.weight >= 2 || control.weight >= (caseTerm?.weight ?? 0)) ? control : caseTerm;
  return term && { side: term.side, weight: term.weight, term };
}

/** Words of `name` and none else but a word that turns them round. */
function isNegationOf(name: string, of: string): boolean {
  const [words, others] = [wordsOf(name), wordsOf(of)];
  const unglued = words.map((word) => GLUED.exec(word)?.[1] ?? word).map(stemOf);
  const turning = [...NEGATORS, ...NEGATED_BEHIND];
  const rest = unglued.filter((word) => !turning.includes(word));
  return rest.length > 0 && (rest.length < words.length || unglued.join() !== words.join()) && rest.join(' ') === others.join(' ');
}

/** The side of each of several groups, undefined where no word tells it. */
export function rolesOf(names: readonly string[]): (Role | undefined)[] {
  const [first = '', second = ''] = names;
  if (names.length === 2 && isNegationOf(first, second)) return negationRoles(first, second);
  if (names.length === 2 && isNegationOf(second, first)) return negationRoles(second, first).reverse();
  const terms = withoutCommonWords(names).map((rest, i) => [...termsIn(names[i] ?? ''), ...codeIn(rest)]);
  const isCommon = (one: FoundTerm) => names.length > 1 && terms.every((list) => list.some((term) => term.key === one.key));
  return terms.map((list) => roleOf(list.filter((term) => !isCommon(term))));
}

/** What each name says that not all of them say. */
function withoutCommonWords(names: readonly string[]): string[][] {
  const lists = names.map(wordsOf);
  return lists.map((words) => words.filter((word) => lists.some((other) => !other.includes(word))));
}

/** The code that is all that tells a name from the others: 「PBMC HC」 beside 「PBMC SLE」. */
function codeIn(words: readonly string[]): FoundTerm[] {
  const term = WHOLE.get(words.join(' '));
  return term === undefined ? [] : [found(words, term, false)];
}

/** The side of each of several groups by its name, for tables that nobody else tells of. */
export const sidesOf = (names: readonly string[]): (Side | undefined)[] => rolesOf(names).map((role) => role?.side);

/** What is not so is the control of what is so, but for the words of controls themselves: 「abnormal」. */
function negationRoles(negated: string, plain: string): [Role, Role] {
  const known = strongest(termsIn(plain));
  const side = known?.side ?? 'case';
  const role = (name: string, own: Side, zh: string): Role => {
    const text = plainText(name);
    return { side: own, weight: 3, term: { text, key: key(text), zh, side: own, weight: 3, outcome: known?.outcome === true } };
  };
  return [role(negated, other(side), known === undefined ? '' : `非${known.zh}`), role(plain, side, known?.zh ?? '')];
}

const TOPIC_PHRASES = TOPICS.flatMap(({ topic, words, inside = [] }) =>
  [...words.map((word) => ` ${key(word)} `), ...inside].map((phrase) => ({ topic, phrase })),
);

/** What a column is about, by the words of its key; those in brackets count only where the others say nothing. */
export function topicOf(name: string): Topic | undefined {
  for (const part of [beforeBrackets(name), name]) {
    const text = ` ${key(part)} `;
    const topics = TOPIC_PHRASES.filter(({ phrase }) => text.includes(phrase)).map(({ topic }) => topic);
    // 「patient status」 is no number of a patient, and 「tissue site」 no mere place.
    const weak = topics[0] === 'person' || topics[0] === 'place';
    const topic = weak && topics.includes('condition') ? 'condition' : topics[0];
    if (topic !== undefined) return topic;
  }
  return undefined;
}
