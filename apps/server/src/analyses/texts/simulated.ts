import { type Language, SIMULATED, type Told } from '@oncoloom/tool-kit';
import type { AnalysisRecord } from '../tables.ts';

/** Does a result rest on a simulated cohort, itself or through an earlier analysis? Whatever leaves such a result says so. */
export function isSimulated({ inputs }: Pick<AnalysisRecord, 'inputs'>): boolean {
  return inputs.some(({ cohort, simulated }) => cohort?.simulated === true || simulated === true);
}

/** Sentences in front of or behind a result's own texts. */
export const SIMULATED_TEXTS = {
  headline: { zh: '模拟数据 · ', en: 'Simulated data · ' },
  sentence: { zh: `${SIMULATED.zh}。`, en: `${SIMULATED.en}. ` },
  /** First line of a table's text file; readers skip it. */
  comment: { zh: `# ${SIMULATED.zh}\n`, en: `# ${SIMULATED.en}\n` },
} as const satisfies Record<string, Told>;

/** A text with the sentence before it; an empty one stays empty. */
export function withNotice(
  analysis: Pick<AnalysisRecord, 'inputs'>,
  text: string,
  language: Language,
  notice: Told = SIMULATED_TEXTS.sentence,
): string {
  return text === '' || !isSimulated(analysis) ? text : `${notice[language]}${text}`;
}
