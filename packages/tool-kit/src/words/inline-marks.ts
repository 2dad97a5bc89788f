/** A piece of a result's sentence. */
export interface Piece {
  kind: 'text' | 'gene' | 'strong' | 'up' | 'down';
  text: string;
}

/** A character with a backslash before it is itself, and no part of a mark. */
const MARK =
  /\\.|\*\*(?<strong>(?:\\.|[^*\\])+)\*\*|\*(?<gene>(?:\\.|[^*\\\s])(?:(?:\\.|[^*\\])*(?:\\.|[^*\\\s]))?)\*|\[up:(?<up>(?:\\.|[^\]\\])+)\]|\[down:(?<down>(?:\\.|[^\]\\])+)\]/gs;

const unescaped = (text: string): string => text.replace(/\\(.)/gs, '$1');

/** Splits a sentence at its marks: `*gene*`, `**strong**`, `[up:…]`, `[down:…]`. What is not a whole mark stays text. */
export function parseMarks(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of sentence.matchAll(MARK)) {
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (kind === undefined || text === undefined) continue;
    if (match.index > at) pieces.push({ kind: 'text', text: unescaped(sentence.slice(at, match.index)) });
    pieces.push({ kind: kind as Piece['kind'], text: unescaped(text) });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) pieces.push({ kind: 'text', text: unescaped(sentence.slice(at)) });
  return pieces;
}

/** A sentence without its marks, where nothing can be emphasised. */
export function plainSentence(sentence: string): string {
  return parseMarks(sentence)
    .map(({ text }) => text)
    .join('');
}
