import type { Robustness } from '@oncoloom/contract';
import { type Language, ROBUSTNESS_CHECKS, type ToolDefinition, tellText } from '@oncoloom/tool-kit';
import { tellFindings } from '../forms/warnings.ts';
import type { StoredResult } from '../tables.ts';

/** What is known of whether a result stands: the tool's checks, with what those found that were made. */
export function robustnessOf({ robustness = [] }: ToolDefinition, result: StoredResult, language: Language): Robustness[] {
  const subject = result.rowSubject ?? 'gene';
  return robustness.map((check) => {
    const { title, asks } = ROBUSTNESS_CHECKS[check];
    const found = result.robustness?.[check];
    const [finding = null] = found === undefined ? [] : tellFindings([found], subject, language);
    return { check, title: title[language], asks: tellText(asks, language, subject), finding, progress: null, problem: null };
  });
}
