import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * A password that falls within so many guesses is a common one: one of the 50,000 most used, also with capitals or digits put in,
 * a repetition, a row of keys or of numbers, a date, or the account's own name.
 */
const GUESSES_MIN = 100_000;

const estimate = new ZxcvbnFactory({ dictionary: { common: dictionary['passwords-common'] }, graphs: adjacencyGraphs });

/**
 * Why a password is refused though it is long enough; undefined when it is not. Costs some milliseconds, up to 50 for a long one:
 * the server asks only after it has counted the call. The lists are large: the browser loads this file when a password is chosen.
 * @param own what is known of the account: its address and its names
 */
export function weakness(password: string, own: readonly string[] = []): string | undefined {
  const words = ['oncoloom', '瘤析', ...own.flatMap((text) => [text, text.split('@')[0] ?? ''])].filter((word) => word.length > 2);
  if (estimate.check(password, words).guesses >= GUESSES_MIN) return undefined;
  return '这个密码太常见，很快就会被猜中。请换一个，例如几个不相干的词连在一起。';
}
