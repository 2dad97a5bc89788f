import type { Typeface } from '../text/typeface.ts';
import type { PlacedTopRow } from './axes/top-numbers.ts';
import { MARK } from './marks.ts';
import type { LineLabel } from './reference-lines.ts';

/** Dashed lines that say where something lies. */
export function ReferenceLines({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return <path d={paths.join('')} fill="none" stroke={MARK.threshold} strokeWidth={1} strokeDasharray="4 3" data-part="reference" />;
}

/** Their labels, on a ground that keeps them readable where a curve runs below. */
export function LineLabels({ labels, typeface }: { labels: readonly LineLabel[]; typeface: Typeface }) {
  if (labels.length === 0) return null;
  return (
    <g
      fontFamily={typeface.family}
      fontSize={typeface.size}
      fill={MARK.ink}
      stroke="#fff"
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
      data-part="reference"
    >
      {labels.map(({ text, x, y }) => (
        <text key={`${text}${x}`} x={x} y={y}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Numbers over a plot, the names of their rows left of it. */
export function TopNumbers({ rows, namesX, typeface }: { rows: readonly PlacedTopRow[]; namesX: number; typeface: Typeface }) {
  if (rows.length === 0) return null;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} textAnchor="middle" data-part="top-numbers">
      {rows.map(({ name, y, numbers }) => (
        <g key={y}>
          {name !== '' && (
            <text x={namesX} y={y} textAnchor="end">
              {name}
            </text>
          )}
          {numbers.map(({ x, text }) => (
            <text key={x} x={x} y={y}>
              {text}
            </text>
          ))}
        </g>
      ))}
    </g>
  );
}
