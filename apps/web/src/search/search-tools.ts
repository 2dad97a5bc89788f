import type { MenuEntry } from '@oncoloom/tools/menu';
import { PINYIN } from '@oncoloom/tools/pinyin';
import { categoryOf } from '../base/families.ts';
import { matchPinyin, type Span } from './pinyin-match.ts';

type Searched = Pick<MenuEntry, 'title' | 'summary' | 'keywords' | 'section' | 'family' | 'further'>;

export interface Found<T extends Searched> {
  tool: T;
  /** Parts of the title that were looked for, in order, not overlapping. */
  title: readonly Span[];
  /** The sentence of the description that holds what was looked for, else the first one, and these parts of it. */
  summary: { text: string; spans: readonly Span[] };
}

/** How much a match is worth: a name above a keyword, a keyword above a category, a category above a mention in the description. */
const WORTH = {
  name: 100,
  nameStart: 80,
  nameWithin: 60,
  keyword: 50,
  keywordWithin: 40,
  namePinyin: 35,
  keywordPinyin: 25,
  category: 20,
  categoryPinyin: 15,
  summary: 10,
} as const;

/** Full-width letters are the same letters; case and the number of blanks do not matter. */
export function termsOf(query: string): string[] {
  return query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
}

function within(text: string, term: string): Span | undefined {
  const start = text.toLowerCase().indexOf(term);
  return start < 0 ? undefined : { start, end: start + term.length };
}

function worthOfName(name: string, term: string): number {
  const text = name.toLowerCase();
  if (text === term) return WORTH.name;
  if (text.startsWith(term)) return WORTH.nameStart;
  return text.includes(term) ? WORTH.nameWithin : 0;
}

/** The best worth of one term in a tool, 0 when it is nowhere. */
function worthOf(tool: Searched, term: string): number {
  const byPinyin = (text: string) => matchPinyin(text, term, PINYIN) !== undefined;
  const keywords = tool.keywords.map((keyword) => keyword.toLowerCase());
  const categories = [categoryOf(tool), tool.section];
  return Math.max(
    worthOfName(tool.title, term),
    keywords.includes(term) ? WORTH.keyword : 0,
    keywords.some((keyword) => keyword.includes(term)) ? WORTH.keywordWithin : 0,
    byPinyin(tool.title) ? WORTH.namePinyin : 0,
    keywords.some(byPinyin) ? WORTH.keywordPinyin : 0,
    categories.some((category) => category.toLowerCase().includes(term)) ? WORTH.category : 0,
    categories.some(byPinyin) ? WORTH.categoryPinyin : 0,
    tool.summary.toLowerCase().includes(term) ? WORTH.summary : 0,
  );
}

/** Spans in order without overlaps. */
function merged(spans: readonly (Span | undefined)[]): Span[] {
  const sorted = spans.filter((span) => span !== undefined).sort((a, b) => a.start - b.start);
  const result: Span[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}

function spansIn(text: string, terms: readonly string[]): Span[] {
  return merged(terms.map((term) => within(text, term) ?? matchPinyin(text, term, PINYIN)));
}

function mark<T extends Searched>(tool: T, terms: readonly string[]): Found<T> {
  const sentences = (tool.summary.match(/[^。]+。?/g) ?? []).map((text) => ({ text, spans: spansIn(text, terms) }));
  const summary = sentences.find(({ spans }) => spans.length > 0) ?? sentences[0] ?? { text: '', spans: [] };
  return { tool, title: spansIn(tool.title, terms), summary };
}

/** A tool with nothing marked. */
export function unmarked<T extends Searched>(tool: T): Found<T> {
  return mark(tool, []);
}

/**
 * Tools that hold every word of a query in their name, description, category or keywords, in Chinese or in pinyin; the best
 * first, and equal ones in the menu's order. An empty query finds nothing.
 */
export function searchTools<T extends Searched>(tools: readonly T[], query: string): Found<T>[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  return tools
    .map((tool) => ({ tool, worths: terms.map((term) => worthOf(tool, term)) }))
    .filter(({ worths }) => worths.every((worth) => worth > 0))
    .map(({ tool, worths }) => ({ tool, worth: worths.reduce((sum, worth) => sum + worth, 0) }))
    .sort((a, b) => b.worth - a.worth)
    .map(({ tool }) => mark(tool, terms));
}
