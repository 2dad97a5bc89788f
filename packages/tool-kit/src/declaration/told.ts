import type { RowSubject } from '@oncoloom/contract';

export type Language = 'zh' | 'en';

/**
 * A text of a result in both languages. `{{row_subject}}` stands for what the rows are, in English `{{Row_subject}}` where a sentence begins
 * with it.
 */
export type Told = Readonly<Record<Language, string>>;

/** A text that is the same in both languages, as a symbol or an abbreviation is. */
export const both = (text: string): Told => ({ zh: text, en: text });

/** What the words of a result say of its rows. */
export const rowSubjectOf = (words: Readonly<Record<string, unknown>>): RowSubject => (words.row_subject === 'probe' ? 'probe' : 'gene');

/** What one row of a result is called. */
const ROW_WORDS: Readonly<Record<RowSubject, Told>> = {
  gene: { zh: '基因', en: 'gene' },
  probe: { zh: '探针', en: 'probe' },
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Only genes are written in italics. */
const upright = (text: string): string => text.replace(/(?<!\*)\*(\{\{[^{}]*\}\})\*(?!\*)/g, '$1');

/** A text in one language, for rows of one kind. */
export function tellText(text: Told, language: Language, subject: RowSubject): string {
  const row = ROW_WORDS[subject][language];
  const told = text[language].replaceAll('{{row_subject}}', row).replaceAll('{{Row_subject}}', capitalised(row));
  return subject === 'gene' ? told : upright(told);
}
