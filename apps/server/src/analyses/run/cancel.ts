/** Channel on which the worker that runs an analysis is asked to stop. */
export const CANCEL_CHANNEL = 'cancel_analysis';

/** What is said there. @param attempts The last attempt that is meant: a word that comes late does not stop the next one. Left out: whichever runs. */
export function cancelWord(id: number, attempts?: number): string {
  return attempts === undefined ? String(id) : `${id} ${attempts}`;
}

/** What was meant by a word. */
export function readCancelWord(word: string): { id: number; attempts: number } {
  const [id = Number.NaN, attempts = Number.POSITIVE_INFINITY] = word.split(' ').map(Number);
  return { id, attempts };
}
