import type { Finding } from '@oncoloom/contract';
import type { AnalysisRecord, StoredResult } from './tables.ts';

/** What a form warned of and was sent nevertheless. Its remedies change the form: beside a result they would change nothing. */
export function warningsOf(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ level }) => level === 'should').map(({ fix: _, alternative: __, ...finding }) => finding);
}

/** All that is told of a result: what the form warned of, unless the run says the same itself, then what the run found. */
export function toldOf({ warned }: Pick<AnalysisRecord, 'warned'>, { findings }: Pick<StoredResult, 'findings'>): Finding[] {
  const said = new Set(findings.map(({ code }) => code));
  return [...warned.filter(({ code }) => !said.has(code)), ...findings];
}
