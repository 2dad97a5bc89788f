/** Width of a text in pixels. */
type Measure = (text: string) => number;

/** An axis title as it stands beside its axis; `~2~` is written as a subscript. */
export interface FittedTitle {
  lines: readonly string[];
  /** Pixels of the longest line. */
  width: number;
  /** The whole title as plain text, where a line had to be shortened. */
  whole: string | null;
}

/** A title without the marks of its subscripts. */
function plain(text: string): string {
  const parts = text.split('~');
  return parts.length % 2 === 1 ? parts.join('') : text;
}

/** As much of a text as there is room for, ended by 「…」; never inside a subscript. */
export function shorten(text: string, room: number, measure: Measure): string {
  if (measure(plain(text)) <= room) return text;
  for (let length = text.length - 1; length > 0; length -= 1) {
    const part = text.slice(0, length).trimEnd();
    // Not inside a subscript.
    if (part.split('~').length % 2 === 1 && measure(`${plain(part)}…`) <= room) return `${part}…`;
  }
  return '…';
}

/** A title in the room of its axis: in one line, else parted where it has a wide space, else shortened. */
export function fitTitle(text: string, room: number, measure: Measure): FittedTitle {
  if (text === '') return { lines: [], width: 0, whole: null };
  const full = plain(text);
  if (measure(full) <= room) return { lines: [text], width: measure(full), whole: null };
  const parts = text.split('　').filter((part) => part !== '');
  const lines = parts.map((part) => shorten(part, room, measure));
  const width = Math.max(...lines.map((line) => measure(plain(line))));
  return { lines, width, whole: lines.every((line, i) => line === parts[i]) ? null : full };
}
