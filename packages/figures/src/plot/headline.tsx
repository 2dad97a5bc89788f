import { styleText } from '../data/table.ts';
import type { FigureStyle, Size } from '../data/types.ts';
import { type FittedTitle, fitLines } from '../text/axis-titles.ts';
import { textWidth } from '../text/measure.ts';
import type { Typeface } from '../text/typeface.ts';
import { MARK } from './marks.ts';

/** Units between a title and the edge of the figure. */
const EDGE = 6;
/** A title takes at most this share of the figure's height. */
const SHARE = 0.3;
/** Height of a title of one line, and of each line below it, in its size. */
const FIRST_LINE = 1.9;
const NEXT_LINE = 1.3;

/** The figure's title over everything. */
export interface Headline extends FittedTitle {
  /** Units that it takes from the top. */
  height: number;
}

/** The style's title in as many lines as it needs. */
export function fitHeadline(style: FigureStyle, { width, height }: Size, typeface: Typeface): Headline {
  const { titleSize } = typeface;
  const measure = (text: string) => textWidth(text, typeface, 'bold', titleSize);
  const most = Math.max(1, Math.floor((height * SHARE) / (titleSize * NEXT_LINE)));
  const fitted = fitLines(styleText(style, 'plot_title', ''), width - 2 * EDGE, measure, most);
  const lines = fitted.lines.length;
  return { ...fitted, height: lines === 0 ? 0 : titleSize * (FIRST_LINE + NEXT_LINE * (lines - 1)) };
}

/** The middle of a text that stands over `middle` where it has room on both sides, else as near to it as it fits. */
export function middleWithin(middle: number, textWidth: number, width: number): number {
  const least = textWidth / 2 + EDGE;
  return Math.max(Math.min(middle, width - least), Math.min(least, width / 2));
}

/** Draws it around `x`. */
export function HeadlineText({ headline, x, typeface }: { headline: Headline; x: number; typeface: Typeface }) {
  const { titleSize, family } = typeface;
  const lines = headline.lines.map((text, i) => ({ text, y: titleSize * (1.2 + NEXT_LINE * i) }));
  return (
    <>
      {lines.map(({ text, y }) => (
        <text
          key={y}
          x={x}
          y={y}
          textAnchor="middle"
          fontFamily={family}
          fontSize={titleSize}
          fontWeight={600}
          fill={MARK.ink}
          data-part="title"
        >
          {text}
        </text>
      ))}
    </>
  );
}
