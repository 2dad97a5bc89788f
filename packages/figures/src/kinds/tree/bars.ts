import { styleText, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { sayIn } from '../../text/language.ts';

/** A bar of colours below the tree, one a leaf. */
export interface ColourBar {
  name: string;
  /** Runs of one colour: from a leaf up to another, counting from 0. */
  runs: readonly { from: number; to: number; colour: string }[];
  leaves: number;
  /** What each leaf's colour says; null where it says nothing. */
  words: readonly string[] | null;
  box: Rect;
}

const BARS_MAX = 4;
const HEX = /^#[0-9a-f]{6}$/i;

function runsOf(colours: readonly string[]): ColourBar['runs'] {
  const runs: { from: number; to: number; colour: string }[] = [];
  colours.forEach((colour, i) => {
    const last = runs.at(-1);
    if (last !== undefined && last.colour === colour) last.to = i + 1;
    else runs.push({ from: i, to: i + 1, colour });
  });
  return runs;
}

/** The bars that a figure declares by its columns `colours_1` …; `words_1` … are the columns that name what a colour stands for. */
export function colourBars({ figure: { columns }, tables, style }: FigureData): ColourBar[] {
  const { leaves } = tables;
  if (leaves === undefined) return [];
  const say = sayIn(style);
  return Array.from({ length: BARS_MAX }, (_, i) => i + 1).flatMap((place): ColourBar[] => {
    const column = columns[`colours_${place}`];
    if (column === undefined) return [];
    const colours = textsOf(leaves, column).map((colour) => (HEX.test(colour) ? colour : MARK.missing));
    const naming = columns[`words_${place}`];
    return [
      {
        name: say(styleText(style, `bar_${place}_name`, '')),
        runs: runsOf(colours),
        leaves: colours.length,
        words: naming === undefined ? null : textsOf(leaves, naming),
        box: { x: 0, y: 0, width: 0, height: 0 },
      },
    ];
  });
}
