import { MARK } from '../plot/marks.ts';
import type { PlacedLabel } from '../plot/place-labels.ts';
import type { PlotFrame } from '../plot/plot-frame.ts';
import type { DataLine, Guide } from './lines.ts';
import type { Projected } from './scatter-data.ts';

/** Threshold lines, lines of fits and closed outlines, under the points' labels; cut at the plot's edge while zoomed. */
export function Guides({
  frame,
  guides,
  lines,
  id,
}: {
  frame: PlotFrame;
  guides: readonly Guide[];
  lines: readonly DataLine[];
  id: string;
}) {
  const clip = `${id}-plot`;
  const { plot, x, y } = frame;
  const pixels = (line: DataLine) => line.points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
  return (
    <g fill="none" clipPath={`url(#${clip})`} data-part="lines">
      <clipPath id={clip}>
        {/* A line along an axis keeps its whole width. */}
        <rect x={plot.x} y={plot.y - 1} width={plot.width + 1} height={plot.height + 2} />
      </clipPath>
      {guides.map((guide) => {
        const scale = guide.axis === 'x' ? x : y;
        const at = scale(guide.value);
        if (guide.value < scale.domain[0] || guide.value > scale.domain[1]) return null;
        const path = guide.axis === 'x' ? `M${at},${plot.y}V${plot.y + plot.height}` : `M${plot.x},${at}H${plot.x + plot.width}`;
        return (
          <path key={`${guide.axis}${guide.value}`} d={path} stroke={MARK.threshold} strokeWidth={guide.width} strokeDasharray="4 3" />
        );
      })}
      {lines.map((line) => {
        const key = `${line.closed ?? ''}${line.colour}${String(line.points[0])}`;
        if (line.closed === undefined) {
          const look = line.thin === true ? { strokeWidth: line.width ?? 1, strokeOpacity: 0.55 } : { strokeWidth: line.width ?? 2 };
          return <polyline key={key} points={pixels(line)} stroke={line.colour} {...look} strokeLinejoin="round" />;
        }
        const look =
          line.closed === 'ellipse' ? { stroke: line.colour, strokeWidth: line.width ?? 1.25, fillOpacity: 0.05 } : { fillOpacity: 0.15 };
        return <polygon key={key} points={pixels(line)} fill={line.colour} {...look} />;
      })}
    </g>
  );
}

/** Names beside their points: white halo, hair line where they stand apart, a dark ring around the point meant. */
export function PointLabels({
  frame,
  points,
  labels,
  names,
  radius,
  italic,
}: {
  frame: PlotFrame;
  points: Projected;
  labels: { rows: readonly number[]; placed: readonly PlacedLabel[] };
  names: readonly string[];
  radius: number;
  italic: boolean;
}) {
  const { typeface } = frame;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fontStyle={italic ? 'italic' : 'normal'} fill={MARK.ink}>
      {labels.placed.map((label) => {
        const row = labels.rows[label.anchor] as number;
        return (
          <g key={row}>
            {label.leader !== null && <line {...label.leader} stroke={MARK.leader} strokeWidth={0.75} />}
            <circle cx={points.xs[row]} cy={points.ys[row]} r={radius + 0.7} fill="none" stroke={MARK.ink} />
            <text
              x={label.x + 1}
              y={label.y + label.height / 2 + 0.35 * typeface.size}
              stroke="#fff"
              strokeWidth={3}
              strokeLinejoin="round"
              paintOrder="stroke"
              data-part="label"
              data-name={names[row]}
            >
              {names[row]}
            </text>
          </g>
        );
      })}
    </g>
  );
}
