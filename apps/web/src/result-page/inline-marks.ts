/** A piece of a result's sentence. */
export interface Piece {
  kind: 'text' | 'gene' | 'strong' | 'up' | 'down';
  text: string;
}

const MARK = /\*\*(?<strong>[^*]+)\*\*|\*(?<gene>[^*\s](?:[^*]*[^*\s])?)\*|\[up:(?<up>[^\]]+)\]|\[down:(?<down>[^\]]+)\]/g;

/** Splits a sentence at its marks: `*gene*`, `**strong**`, `[up:…]`, `[down:…]`. What is not a whole mark stays text. */
export function parseMarks(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of sentence.matchAll(MARK)) {
    if (match.index > at) pieces.push({ kind: 'text', text: sentence.slice(at, match.index) });
    const [kind, text] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? ['text', match[0]];
    pieces.push({ kind: kind as Piece['kind'], text: text ?? '' });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) pieces.push({ kind: 'text', text: sentence.slice(at) });
  return pieces;
}
