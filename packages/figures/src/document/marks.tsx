import { MARK } from '../plot/marks.ts';
import { DOCUMENT_FACE, MARGIN, PAGE } from './page.ts';

/** From the upper edge of a line's box down to the foot of its letters, in its size. */
export const FOOT = 0.9;

interface LineProps {
  children: string;
  x: number;
  /** Upper edge of the line's box. */
  top: number;
  size: number;
  colour?: string;
  bold?: boolean;
  align?: 'left' | 'right';
}

/** One line of text. */
export function Line({ children, x, top, size, colour = MARK.ink, bold = false, align = 'left' }: LineProps) {
  return (
    <text
      x={x}
      y={top + size * FOOT}
      fontFamily={DOCUMENT_FACE.family}
      fontSize={size}
      fontWeight={bold ? 'bold' : undefined}
      textAnchor={align === 'right' ? 'end' : undefined}
      fill={colour}
    >
      {children}
    </text>
  );
}

/** Lines of text, one below the other. */
export function Lines({ lines, top, leading, ...look }: Omit<LineProps, 'children'> & { lines: readonly string[]; leading: number }) {
  const placed = lines.map((text, i) => ({ text, top: top + i * leading }));
  return placed.map((line) => (
    <Line key={line.top} {...look} top={line.top}>
      {line.text}
    </Line>
  ));
}

/** A line across the page. */
export function Rule({ top, colour, width }: { top: number; colour: string; width: number }) {
  return <line x1={MARGIN.side} x2={PAGE.width - MARGIN.side} y1={top} y2={top} stroke={colour} strokeWidth={width} />;
}
