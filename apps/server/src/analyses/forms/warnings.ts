import type { Finding, RowSubject } from '@oncoloom/contract';
import { type Language, tellText } from '@oncoloom/tool-kit';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { tidyEnglish } from '../texts/english.ts';

/** What a form warned of and was sent nevertheless. Its remedies change the form: beside a result they would change nothing. */
export function warningsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ level }) => level === 'should').map(({ fix: _, alternative: __, ...finding }) => finding);
}

/** What was found, told in a language of rows of one kind; what is Chinese alone is left out of English. */
export function tellFindings(findings: readonly Finding[], subject: RowSubject, language: Language): Finding[] {
  return findings.flatMap(({ english, ...finding }) => {
    if (language === 'en' && english === undefined) return [];
    const { message, detail } = english ?? finding;
    const told = (zh: string, en: string) => {
      const text = tellText({ zh, en }, language, subject);
      return language === 'en' ? tidyEnglish(text) : text;
    };
    return [
      {
        ...finding,
        message: told(finding.message, message),
        ...(finding.detail !== undefined && { detail: told(finding.detail, detail ?? '') }),
      },
    ];
  });
}

/**
 * All that is told of a result in a language: what the form warned of, unless the run says the same itself, then what the run found. Forms speak
 * Chinese alone.
 */
export function toldOf(
  { warned }: Pick<AnalysisRecord, 'warned'>,
  result: Pick<StoredResult, 'findings' | 'rowSubject'>,
  language: Language,
): Finding[] {
  const said = new Set(result.findings.map(({ code }) => code));
  return tellFindings([...warned.filter(({ code }) => !said.has(code)), ...result.findings], result.rowSubject ?? 'gene', language);
}
