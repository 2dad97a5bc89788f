/** A full stop, where the sentence has none of its own. */
export function closed(sentence: string): string {
  return /[。？]$/.test(sentence) ? sentence : `${sentence}。`;
}
