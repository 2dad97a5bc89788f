import { widthOf } from './page.ts';

/** A line may end behind each of these: a Chinese letter, a word, a part of a long word such as a checksum; closing marks stay with what they close. */
const PIECES = /[（「『《]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef]{1,24})[、。，．：；？！）」』》…”]*\s*|\s+/gu;

/** Pieces of a text between which a line may end. A Latin word is as long as its letters. */
export function breakPieces(text: string): string[] {
  return text.match(PIECES) ?? [];
}

/** A text in lines no wider than `width`; at least one. A line end in it ends a line. */
export function wrapText(text: string, width: number, size: number, bold = false): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, size, bold));
}

function wrapParagraph(text: string, width: number, size: number, bold: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of breakPieces(text)) {
    if (line !== '' && widthOf((line + piece).trimEnd(), size, bold) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}
