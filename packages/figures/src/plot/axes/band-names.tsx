import { shorten } from '../../text/axis-titles.ts';
import { textWidth } from '../../text/measure.ts';
import type { Typeface } from '../../text/typeface.ts';
import { MARK } from '../marks.ts';
import type { Panel } from '../panels.ts';
import { HALF_LINE } from './axes.tsx';

/**
 * Names of the items along the lower axis: side by side, where need be in up to three lines, turned by 90°, or none where an item is narrower than
 * a line of text.
 */
export interface BandNames {
  way: 'across' | 'turned' | 'none';
  /** Lines of a name are parted by line ends. */
  texts: readonly string[];
  /** Pixels that they take below the axis. */
  depth: number;
}

const BETWEEN = 8;
/** Names of items take at most this share of the figure's height. */
const DEPTH_SHARE = 0.28;

/** Height of a line of a name, in its size. */
const LINE = 1.15;
const LINES_MAX = 3;

/** A name in lines of so many pixels, parted where it has blanks; null where these are too few. */
function wrapName(name: string, room: number, measure: (text: string) => number): string | null {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    if (measure(word) > room) return null;
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > LINES_MAX ? null : lines.join('\n');
}

/** Pixels of one item along a panel's lower axis. */
export const bandOf = ({ x }: Panel): number => x(2) - x(1);

/** Fits names into bands of so many pixels. */
export function fitBandNames(
  names: readonly string[],
  band: number,
  height: number,
  typeface: Typeface,
  measure = (text: string) => textWidth(text, typeface),
): BandNames {
  if (names.length === 0) return { way: 'none', texts: [], depth: 0 };
  const widest = names.reduce((most, name) => Math.max(most, measure(name)), 0);
  if (widest <= band - BETWEEN) return { way: 'across', texts: names, depth: typeface.size * 1.1 };
  const wrapped = names.map((name) => wrapName(name, band - BETWEEN, measure));
  if (wrapped.every((name) => name !== null)) {
    const lines = Math.max(...wrapped.map((name) => name.split('\n').length));
    return { way: 'across', texts: wrapped, depth: typeface.size * (1.1 + LINE * (lines - 1)) };
  }
  if (band < typeface.size * 1.02) return { way: 'none', texts: [], depth: 0 };
  const room = height * DEPTH_SHARE;
  return { way: 'turned', texts: names.map((name) => shorten(name, room, measure)), depth: Math.min(widest, room) + 2 };
}

/** Writes one panel's names; item i stands at i + 1. @param keys What the tables call the items: the editor renames them. */
export function BandTexts(props: { panel: Panel; names: BandNames; keys?: readonly string[]; typeface: Typeface; italic: boolean }) {
  const { panel, names, keys, typeface, italic } = props;
  const bottom = panel.plot.y + panel.plot.height;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fontStyle={italic ? 'italic' : 'normal'} fill={MARK.ink} data-part="names">
      {names.texts.map((text, i) => {
        const x = panel.x(i + 1);
        // Several items may have one name.
        const key = `${i}${text}`;
        const part = keys === undefined ? {} : { 'data-part': 'group', 'data-name': keys[i] };
        if (names.way === 'across') {
          return (
            <g key={key} {...part}>
              {text.split('\n').map((line, row) => (
                <text key={line} x={x} y={bottom + 9 + typeface.size * (0.85 + LINE * row)} textAnchor="middle">
                  {line}
                </text>
              ))}
            </g>
          );
        }
        return (
          <text key={key} transform={`translate(${x},${bottom + 7}) rotate(-90)`} textAnchor="end" y={typeface.size * HALF_LINE} {...part}>
            {text}
          </text>
        );
      })}
    </g>
  );
}
