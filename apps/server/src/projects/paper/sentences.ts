import type { Language } from '@oncoloom/tool-kit';

/** A stop that ends no sentence. */
const SHORTENED = /(?:\b(?:al|vs|e\.g|i\.e|cf|approx|No|Fig)|\b\p{Lu})\.$/u;

/** The sentences of a text with their stops, without the blanks between them. */
export function sentencesOf(text: string, language: Language): string[] {
  if (language === 'zh') return text.split(/(?<=[。！？])/).flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  const sentences: string[] = [];
  for (const piece of text.split(/(?<=[.!?]\)?) +(?=[\p{Lu}\p{N}(|])/u)) {
    const before = sentences.at(-1);
    if (before !== undefined && SHORTENED.test(before)) sentences[sentences.length - 1] = `${before} ${piece}`;
    else if (piece.trim() !== '') sentences.push(piece.trim());
  }
  return sentences;
}

/** Between two sentences. */
export const BETWEEN: Readonly<Record<Language, string>> = { zh: '', en: ' ' };

/** One paragraph of sentences. */
export const paragraphOf = (sentences: readonly string[], language: Language): string => sentences.join(BETWEEN[language]);
