import { plainTitle, titleParts, writtenTitle } from './title-marks.ts';
import { fillLines, type Measure, narrowPieces, wrapText } from './wrap.ts';

/** A title as it stands in the figure, in one line or several; that of an axis with its marks. */
export interface FittedTitle {
  lines: readonly string[];
  /** Pixels of the longest line. */
  width: number;
  /** The whole title as plain text, where a line had to be shortened. */
  whole: string | null;
}

const NO_TITLE: FittedTitle = { lines: [], width: 0, whole: null };

/** As much of a text as there is room for before 「…」. */
function ended(text: string, room: number, measure: Measure): string {
  const letters = [...text];
  for (let length = letters.length; length > 0; length -= 1) {
    const part = letters.slice(0, length).join('').trimEnd();
    if (measure(`${part}…`) <= room) return `${part}…`;
  }
  return '…';
}

/** As much of a name as there is room for, ended by 「…」. */
export function shorten(text: string, room: number, measure: Measure): string {
  return measure(text) <= room ? text : ended(text, room, measure);
}

/** As much of a title as there is room for before 「…」; never inside what is lowered. */
function endedTitle(title: string, room: number, measure: Measure): string {
  if (measure(`${plainTitle(title)}…`) <= room) return `${title}…`;
  const parts = titleParts(title);
  for (let last = parts.length - 1; last >= 0; last -= 1) {
    const part = parts[last];
    if (part === undefined || part.look === 'lowered') continue;
    const before = parts.slice(0, last);
    const taken = before.map(({ text }) => text).join('');
    const letters = [...part.text];
    // Nothing of this one: the ellipsis may stand behind what is lowered before it.
    for (let length = letters.length; length >= (last > 0 ? 0 : 1); length -= 1) {
      const text = letters.slice(0, length).join('').trimEnd();
      if (measure(`${taken}${text}…`) <= room) return `${writtenTitle(text === '' ? before : [...before, { ...part, text }])}…`;
    }
  }
  return '…';
}

/** Pieces of a title with their marks; what is lowered stays with what is before it, and where there is room with what is behind it. */
function titlePieces(title: string, room: number, measure: Measure): string[] {
  const pieces: string[] = [];
  const parts = titleParts(title);
  parts.forEach((part, place) => {
    const lowered = part.look === 'lowered';
    const own = lowered ? [part.text] : narrowPieces(part.text, room, measure);
    own.forEach((text, i) => {
      const piece = writtenTitle([{ ...part, text }]);
      const joined = `${pieces.at(-1) ?? ''}${piece}`;
      const joins = lowered || (i === 0 && parts[place - 1]?.look === 'lowered' && measure(plainTitle(joined)) <= room);
      if (joins) pieces.splice(-1, 1, joined);
      else pieces.push(piece);
    });
  });
  return pieces;
}

/** The first of the lines; the last ends in 「…」 where there are more. */
function firstLines(lines: readonly string[], most: number, end: (line: string) => string): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), end(lines[most - 1] ?? '')];
}

/** A title of an axis in the room beside it: in one line, else in lines parted where it has a wide space or where there is no more room. */
export function fitTitle(text: string, room: number, measure: Measure, most: number): FittedTitle {
  if (text === '') return NO_TITLE;
  const full = plainTitle(text);
  if (measure(full) <= room) return { lines: [text], width: measure(full), whole: null };
  const measured = (title: string) => measure(plainTitle(title));
  const parts = text.split('　').filter((part) => part !== '');
  const all = parts.flatMap((part) => fillLines(titlePieces(part, room, measure), room, measured));
  const lines = firstLines(all, most, (line) => endedTitle(line, room, measure));
  return { lines, width: Math.max(0, ...lines.map(measured)), whole: lines === all ? null : full };
}

/** A text without marks in so many lines at most. */
export function fitLines(text: string, room: number, measure: Measure, most: number): FittedTitle {
  if (text === '') return NO_TITLE;
  const all = wrapText(text, room, measure);
  const lines = firstLines(all, most, (line) => ended(line, room, measure));
  return { lines, width: Math.max(...lines.map(measure)), whole: lines === all ? null : text };
}

/** A name in so many lines at most; a wide space parts it from what is said of it, which has lines of its own where both do not fit in one. */
export function fitParts(text: string, room: number, measure: Measure, most: number): FittedTitle {
  if (measure(text) <= room) return fitLines(text, room, measure, most);
  const parts = text
    .split('　')
    .filter((part) => part !== '')
    .map((part) => fitLines(part, room, measure, most));
  return {
    lines: parts.flatMap(({ lines }) => lines),
    width: Math.max(0, ...parts.map(({ width }) => width)),
    whole: parts.every(({ whole }) => whole === null) ? null : text,
  };
}
