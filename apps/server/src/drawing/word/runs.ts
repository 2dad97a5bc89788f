import { E_FORM } from '@oncoloom/tool-kit';

/** A piece of a paragraph. */
export interface Run {
  text: string;
  superScript?: true;
  italics?: true;
  bold?: true;
}

/** What is printed otherwise than it is written: numbers with an exponent, and the letter P on its own. */
const MARKS = new RegExp(`${E_FORM.source}|(?<![\\p{L}\\p{N}_.])(?<p>P)(?![\\p{L}\\p{N}_])`, 'gu');

/** A text as it is printed: 1.2e−5 as a power of ten with a raised exponent, P in italics. What XML cannot hold is left out. */
export function textRuns(text: string): Run[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are taken out
  const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu, '');
  const runs: Run[] = [];
  let at = 0;
  for (const match of clean.matchAll(MARKS)) {
    const { mantissa, sign, exponent, p } = match.groups ?? {};
    if (match.index > at) runs.push({ text: clean.slice(at, match.index) });
    if (p !== undefined) runs.push({ text: p, italics: true });
    else {
      runs.push({ text: mantissa === '1' ? '10' : `${mantissa} × 10` });
      runs.push({ text: `${sign === '' ? '' : '−'}${exponent}`, superScript: true });
    }
    at = match.index + match[0].length;
  }
  if (at < clean.length) runs.push({ text: clean.slice(at) });
  return runs.length === 0 ? [{ text: '' }] : runs;
}
