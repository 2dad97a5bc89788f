import { Axes, Legend } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import type { HistogramLayout } from './layout.ts';

/** The bars that are not told of step back. */
const BACK = 0.72;
/** Of a bar that is too low to be seen, its place is marked. */
const SEEN_FROM = 2;

export function Picture({ layout, active }: PictureProps<HistogramLayout>) {
  const { bars, expected, frame } = layout;
  const { plot, typeface } = frame;
  const told = active === null ? undefined : bars[active];
  return (
    <>
      <g data-part="bars">
        {bars.map(({ colour, from, ...place }, bin) => (
          <rect key={from} {...place} fill={colour} opacity={active === null || active === bin ? undefined : BACK} />
        ))}
      </g>
      {told !== undefined && told.height < SEEN_FROM && (
        <rect x={told.x} y={plot.y + plot.height - SEEN_FROM} width={told.width} height={SEEN_FROM} fill={MARK.ink} />
      )}
      {expected !== null && (
        <g data-part="expected">
          <line x1={plot.x} x2={plot.x + plot.width} y1={expected.y} y2={expected.y} stroke={MARK.ink} strokeDasharray="4 3" />
          <text
            x={expected.textX}
            y={expected.textY}
            fontFamily={typeface.family}
            fontSize={typeface.size}
            fill={MARK.ink}
            data-part="label"
            data-name={expected.name}
          >
            {expected.text}
          </text>
        </g>
      )}
      <Axes frame={frame} />
      <Legend frame={frame} />
    </>
  );
}
