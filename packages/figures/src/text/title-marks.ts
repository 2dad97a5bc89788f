/** A piece of a title: `~2~` is lowered, `*TP53*` is italic. */
interface TitlePart {
  text: string;
  look: 'plain' | 'lowered' | 'italic';
}

const PIECES = /\\[~*\\]|~[^~]+~|\*(?:\\[~*\\]|[^*\\])+\*|[^\\~*]+|[\s\S]/g;

/** The pieces of a title. A lone mark, and one after a backslash, is a character like others; `as_title` of the engine writes it. */
export function titleParts(text: string): TitlePart[] {
  const parts: TitlePart[] = [];
  for (const piece of text.match(PIECES) ?? []) {
    const look = piece.length < 3 ? 'plain' : piece[0] === '~' ? 'lowered' : piece[0] === '*' ? 'italic' : 'plain';
    const own = (look === 'plain' ? piece : piece.slice(1, -1)).replace(/\\([~*\\])/g, '$1');
    const last = parts.at(-1);
    if (look === 'plain' && last?.look === 'plain') last.text += own;
    else parts.push({ text: own, look });
  }
  return parts;
}

/** A title without its marks. */
export function plainTitle(text: string): string {
  return titleParts(text)
    .map((part) => part.text)
    .join('');
}

/** Names of users' own in a title: nothing in them is a mark. */
export function asTitle(name: string): string {
  return name.replace(/[~*\\]/g, '\\$&');
}

/** Pieces back as a title. */
export function writtenTitle(parts: readonly TitlePart[]): string {
  return parts
    .map(({ text, look }) => (look === 'lowered' ? `~${text}~` : look === 'italic' ? `*${asTitle(text)}*` : asTitle(text)))
    .join('');
}
