import { HALF_LINE, MarkedTitle } from '../plot/axes/axes.tsx';
import { MARK } from '../plot/marks.ts';
import { symbolPath } from '../plot/symbols.ts';
import type { Typeface } from '../text/typeface.ts';
import { KEY_DISC, type PlacedKeys } from './keys.ts';

/** Legends from their upper left corner. @param id Begins the ids within the picture. */
export function KeysPicture({
  keys,
  at,
  typeface,
  id,
}: {
  keys: PlacedKeys;
  at: { x: number; y: number };
  typeface: Typeface;
  id: string;
}) {
  const { size, family } = typeface;
  if (keys.titles.length + keys.texts.length === 0) return null;
  return (
    <g transform={`translate(${at.x},${at.y})`} fontFamily={family} fontSize={size} fill={MARK.ink} data-part="legend">
      {keys.ramps.map(({ box, upright, stops, lines }) => {
        const gradient = `${id}-scale-${box.x.toFixed(0)}-${box.y.toFixed(0)}`;
        return (
          <g key={gradient}>
            <linearGradient id={gradient} x1={0} y1={0} x2={upright ? 0 : 1} y2={upright ? 1 : 0}>
              {stops.map(({ offset, colour }) => (
                <stop key={offset} offset={offset} stopColor={colour} />
              ))}
            </linearGradient>
            <rect {...box} fill={`url(#${gradient})`} stroke={MARK.axis} strokeWidth={0.5} />
            {lines.map(({ x, y }) => (
              <line
                key={`${x} ${y}`}
                x1={x}
                y1={y}
                x2={upright ? x + 3 : x}
                y2={upright ? y : y + 3}
                stroke={MARK.axis}
                strokeWidth={0.8}
              />
            ))}
          </g>
        );
      })}
      {keys.discs.map(({ x, y, radius }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} fill={KEY_DISC} />
      ))}
      {keys.marks.map(({ x, y, colour, mark, name }) => (
        <path
          key={`${x} ${y}`}
          d={symbolPath(mark, 4)}
          transform={`translate(${x},${y})`}
          fill={colour}
          data-part="group"
          data-name={name}
        />
      ))}
      {keys.titles.map(({ text, x, y }) => (
        <text key={`${x} ${y}`} x={x} y={y + size * HALF_LINE}>
          <MarkedTitle text={text} size={size} />
        </text>
      ))}
      {keys.texts.map(({ text, x, y, anchor, name }) => (
        <text
          key={`${x} ${y}`}
          x={x}
          y={y + size * HALF_LINE}
          textAnchor={anchor}
          {...(name !== undefined && name !== '' && { 'data-part': 'group', 'data-name': name })}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
