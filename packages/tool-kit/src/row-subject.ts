import type { RowSubject } from '@oncoloom/contract';

/** Parts of a template that name values; they are no words. */
const TAG = /(\{\{[^{}]*\}\})/;

/**
 * A Chinese sentence, or an English one of the methods, about genes for rows that are probes. A text that tells the two apart already stays as it
 * is. Values in braces stay: a group of the user's may be called after a gene.
 */
export function inWordsOf(text: string, subject: RowSubject): string {
  if (subject === 'gene' || text.includes('探针')) return text;
  return text
    .split(TAG)
    .map((part) => (TAG.test(part) ? part : part.replace(/基因(?:名|符号)?/g, '探针').replace(/\bgenes\b/g, 'probes')))
    .join('');
}

/** Only genes are written in italics. */
export const upright = (text: string): string => text.replace(/(?<!\*)\*(\{\{[^{}]*\}\})\*(?!\*)/g, '$1');

/** Keys of a declaration's Chinese texts that a reader sees; names of columns and tables stay. */
const SPOKEN = new Set(['title', 'label', 'help', 'headline', 'summary', 'detail', 'text', 'alternative', 'notice']);

/** What of a declaration is Chinese alone, in words of its rows. */
export function spokenOf<T>(value: T, subject: RowSubject, key = ''): T {
  if (subject === 'gene') return value;
  if (typeof value === 'string') return (SPOKEN.has(key) ? upright(inWordsOf(value, subject)) : value) as T;
  if (Array.isArray(value)) return value.map((item) => spokenOf(item, subject, key)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spokenOf(item, subject, name)])) as T;
}

/** What the words of a result say of its rows. */
export const rowSubjectOf = (words: Readonly<Record<string, unknown>>): RowSubject => (words.row_subject === 'probe' ? 'probe' : 'gene');
