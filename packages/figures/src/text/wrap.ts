/** Width of a text in pixels. */
export type Measure = (text: string) => number;

/** Marks that no line ends with, and marks that no line begins with. */
const OPENING = '（「『《〈【〔“‘';
const CLOSING = '、。，．：；？！）」』》〉】〕…”’％';

/** A line may end behind each of these: a Chinese letter, a word, a part of a long word such as a checksum; marks stay with what they enclose. */
const PIECES = new RegExp(`[${OPENING}]{0,8}(?:[\\u2e80-\\uffef]|[^\\s“‘\\u2e80-\\uffef]{1,24})[${CLOSING}]*\\s*|\\s+|.`, 'gsu');

/** Pieces of a text between which a line may end. A Latin word is as long as its letters. */
function breakPieces(text: string): string[] {
  return text.match(PIECES) ?? [];
}

/** The same, each no wider than `width` where a letter is not. */
export function narrowPieces(text: string, width: number, measure: Measure): string[] {
  return breakPieces(text).flatMap((piece) => (measure(piece.trimEnd()) > width ? [...piece] : [piece]));
}

/** Pieces in lines no wider than `width`; at least one line. */
export function fillLines(pieces: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

/** A text in lines no wider than `width`; at least one. A line end in it ends a line. */
export function wrapText(text: string, width: number, measure: Measure): string[] {
  return text
    .split('\n')
    .flatMap((paragraph) =>
      measure(paragraph) <= width ? [paragraph.trimEnd()] : fillLines(narrowPieces(paragraph, width, measure), width, measure),
    );
}
