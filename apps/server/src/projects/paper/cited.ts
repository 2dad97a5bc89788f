import type { ReferenceStyle } from '@oncoloom/contract';
import { identityOf, readWork, writtenWork } from './works.ts';

/** A work that a text rests on; `names`: words of the text that it stands for, where its tool says so. */
export interface Citation {
  work: string;
  names: readonly string[];
}

/** A text with the works that are cited after each of its pieces. */
export type CitedText = readonly { text: string; works: readonly string[] }[];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const CLOSING = /^[）)]/;

/** Where a pattern first ends in a text, behind the bracket that it stands in; -1 where it does not occur. */
function endOf(text: string, pattern: RegExp): number {
  const found = pattern.exec(text);
  if (found === null) return -1;
  const end = found.index + found[0].length;
  return CLOSING.test(text.slice(end)) ? end + 1 : end;
}

const word = (name: string, flags = 'u'): RegExp => new RegExp(`(?<![\\p{L}\\p{N}._])${escaped(name)}(?![\\p{L}\\p{N}])`, flags);

/** Words of a title that name a method: what stands before its colon, and a package of the step that it begins or ends with, or calls one. */
function namesIn(title: string, packages: readonly string[]): RegExp[] {
  const lead = title.includes(': ') ? (title.split(': ')[0] ?? '') : '';
  const called = (name: string) => title.startsWith(`${name} `) || title.endsWith(` ${name}`) || title.includes(`${name} package`);
  return [...(lead !== '' && lead.split(' ').length <= 3 ? [word(lead, 'iu')] : []), ...packages.filter(called).map((name) => word(name))];
}

/** Where a text speaks of a work: by what its tool names, by author and year, by the name of its method; at its end where by none. */
function placeOf(text: string, { work, names }: Citation, packages: readonly string[]): number {
  const written = text.trimEnd();
  const end = written.length - (/[。.]$/.test(written) ? 1 : 0);
  const read = readWork(work);
  const author = read.kind === 'other' ? '' : (read.authors[0] ?? '').replace(/ \p{Lu}{1,4}$/u, '');
  const places = [
    ...names.map((name) => endOf(text, word(name))),
    ...(read.kind === 'other' ? [] : [endOf(text, new RegExp(`${escaped(author)}[^。.（）()]{0,40}[（(，, ]+${read.year}`, 'u'))]),
    ...(read.kind === 'other' ? [] : namesIn(read.title, packages).map((name) => endOf(text, name))),
  ].filter((place) => place >= 0 && place < end);
  return places[0] ?? end;
}

/** Puts each work behind the words of a text that it stands for. @param packages Names of those that the step ran with, without R. */
export function cite(text: string, citations: readonly Citation[], packages: readonly string[]): CitedText {
  const placed = new Map<number, string[]>();
  for (const citation of citations) {
    const place = placeOf(text, citation, packages);
    placed.set(place, [...(placed.get(place) ?? []), citation.work]);
  }
  const places = [...placed.keys()].sort((a, b) => a - b);
  const pieces = places.map((place, i) => ({ text: text.slice(places[i - 1] ?? 0, place), works: placed.get(place) ?? [] }));
  const rest = text.slice(places.at(-1) ?? 0);
  return rest === '' ? pieces : [...pieces, { text: rest, works: [] }];
}

/** 1, 2, 3 and 5 → 1-3,5 */
function rangesOf(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const number of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from},${to}` : `${from}-${to}`)).join(',');
}

/** Numbers works in the order in which texts first name them; one work has one number. */
export class References {
  readonly #numbers = new Map<string, number>();
  /** Of each number the fullest that any tool says of the work. */
  readonly #works: string[] = [];

  /** The mark of these works: [1-3]. */
  mark(works: readonly string[]): string {
    return `[${rangesOf(works.map((work) => this.#number(work)))}]`;
  }

  #number(work: string): number {
    const identity = identityOf(work);
    const known = this.#numbers.get(identity) ?? this.#works.push(work);
    this.#numbers.set(identity, known);
    if (work.length > (this.#works[known - 1] ?? '').length) this.#works[known - 1] = work;
    return known;
  }

  /** The list of references, each with its number. */
  list(style: ReferenceStyle): string[] {
    return this.#works.map((work, i) => (style === 'gb' ? `[${i + 1}] ` : `${i + 1}. `) + writtenWork(work, style));
  }
}
