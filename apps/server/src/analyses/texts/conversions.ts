import type { Language } from '@oncoloom/tool-kit';
import type { AnalysisRecord } from '../tables.ts';

/** What the engine did to an input before the tool saw it: engine/R/runtime/log-base.R. The same for every tool, so no tool's texts say it. */
const LOG10_CONVERTED = 'log10_converted';

/** A result's summary or methods, with the conversions of its inputs. */
export function withConversions({ result }: Pick<AnalysisRecord, 'result'>, text: string, language: Language): string {
  const told = (result?.findings ?? []).filter(({ code }) => code === LOG10_CONVERTED);
  if (text === '' || told.length === 0) return text;
  const english = ' Input values on the log10 scale were converted to log2 (multiplied by 3.32) beforehand.';
  return language === 'en' ? `${text}${english}` : `${text}${told.map(({ message }) => `${message}。`).join('')}`;
}

/** What was done to rows of one name when the files were read, a sentence each. */
export function mergedRows({ inputs }: Pick<AnalysisRecord, 'inputs'>, language: Language): string[] {
  const merged = inputs.flatMap(({ name, merged }) => (merged === undefined ? [] : [{ name, ...merged }]));
  if (merged.length === 0) return [];
  if (language === 'zh') return merged.map(({ name, message }) => `读入「${name}」时，${message}。`);
  const rules = [...new Set(merged.map(({ added }) => (added ? 'their counts were added' : 'the row with the highest mean was kept')))];
  return [`Rows of one name in the input were merged: ${rules.join('; ')}.`];
}

/** Methods with these. */
export function withMergedRows(analysis: Pick<AnalysisRecord, 'inputs'>, text: string, language: Language): string {
  const told = text === '' ? [] : mergedRows(analysis, language);
  return language === 'zh' ? `${text}${told.join('')}` : [text, ...told].join(' ');
}
