import type { RowSubject } from '@oncoloom/contract';
import type { ToolDefinition } from './define-tool.ts';

/** Parts of a template that name values; they are no words. */
const TAG = /(\{\{[^{}]*\}\})/;

/**
 * A text about genes for rows that are probes. A text that tells the two apart already stays as it is. Values in braces stay: a group of the user's
 * may be called after a gene.
 */
export function inWordsOf(text: string, subject: RowSubject): string {
  if (subject === 'gene' || text.includes('探针')) return text;
  return text
    .split(TAG)
    .map((part) => (TAG.test(part) ? part : part.replace(/基因(?:名|符号)?/g, '探针').replace(/\bgenes\b/g, 'probes')))
    .join('');
}

/** Only genes are written in italics. */
const upright = (text: string): string => text.replace(/(?<!\*)\*(\{\{[^{}]*\}\})\*(?!\*)/g, '$1');

/** Keys of a declaration whose texts a reader sees; names of columns and tables stay. */
const SPOKEN = new Set(['title', 'caption', 'alternative', 'label', 'help', 'headline', 'summary', 'detail', 'text', 'statistics', 'note']);

function spoken(value: unknown, subject: RowSubject, key = ''): unknown {
  if (typeof value === 'string') return SPOKEN.has(key) ? upright(inWordsOf(value, subject)) : value;
  if (Array.isArray(value)) return value.map((item) => spoken(item, subject, key));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoken(item, subject, name)]));
}

const worded = new WeakMap<ToolDefinition, ToolDefinition>();

/** The declaration as a result with such rows reads: its tables, figures and sentences call probes what they are. */
export function toolInWordsOf(tool: ToolDefinition, subject: RowSubject): ToolDefinition {
  if (subject === 'gene') return tool;
  const known = worded.get(tool);
  if (known !== undefined) return known;
  const { tables, figures, facts, texts } = tool;
  const told = {
    ...tool,
    ...(spoken({ tables, figures, facts, texts }, subject) as Pick<ToolDefinition, 'tables' | 'figures' | 'facts' | 'texts'>),
  };
  worded.set(tool, told);
  return told;
}

/** What the words of a result say of its rows. */
export const rowSubjectOf = (words: Readonly<Record<string, unknown>>): RowSubject => (words.row_subject === 'probe' ? 'probe' : 'gene');
