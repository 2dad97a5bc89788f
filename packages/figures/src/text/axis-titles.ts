import { plainTitle, titleParts, writtenTitle } from './title-marks.ts';

/** Width of a text in pixels. */
type Measure = (text: string) => number;

/** An axis title as it stands beside its axis, with its marks. */
export interface FittedTitle {
  lines: readonly string[];
  /** Pixels of the longest line. */
  width: number;
  /** The whole title as plain text, where a line had to be shortened. */
  whole: string | null;
}

/** As much of a name as there is room for, ended by 「…」. */
export function shorten(text: string, room: number, measure: Measure): string {
  if (measure(text) <= room) return text;
  for (let length = text.length - 1; length > 0; length -= 1) {
    const part = text.slice(0, length).trimEnd();
    if (measure(`${part}…`) <= room) return `${part}…`;
  }
  return '…';
}

/** The same of a title; never inside what is lowered. */
function shortenTitle(title: string, room: number, measure: Measure): string {
  if (measure(plainTitle(title)) <= room) return title;
  const parts = titleParts(title);
  for (let last = parts.length - 1; last >= 0; last -= 1) {
    const part = parts[last];
    if (part === undefined || part.look === 'lowered') continue;
    const before = parts.slice(0, last);
    const taken = before.map(({ text }) => text).join('');
    // Nothing of this one: the ellipsis may stand behind what is lowered before it.
    for (let length = part.text.length - (last === parts.length - 1 ? 1 : 0); length >= (last > 0 ? 0 : 1); length -= 1) {
      const text = part.text.slice(0, length).trimEnd();
      if (measure(`${taken}${text}…`) <= room) return `${writtenTitle(text === '' ? before : [...before, { ...part, text }])}…`;
    }
  }
  return '…';
}

/** A title in the room of its axis: in one line, else parted where it has a wide space, else shortened. */
export function fitTitle(text: string, room: number, measure: Measure): FittedTitle {
  if (text === '') return { lines: [], width: 0, whole: null };
  const full = plainTitle(text);
  if (measure(full) <= room) return { lines: [text], width: measure(full), whole: null };
  const parts = text.split('　').filter((part) => part !== '');
  const lines = parts.map((part) => shortenTitle(part, room, measure));
  const width = Math.max(...lines.map((line) => measure(plainTitle(line))));
  return { lines, width, whole: lines.every((line, i) => line === parts[i]) ? null : full };
}
