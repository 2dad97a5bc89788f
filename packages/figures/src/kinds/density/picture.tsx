import { PanelAxes } from '../../plot/panel-axes.tsx';
import type { PictureProps } from '../kind.ts';
import type { DensityLayout, PlacedLine } from './layout.ts';

const pointsOf = ({ points }: PlacedLine): string => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

export function Picture({ layout, active, vector }: PictureProps<DensityLayout>) {
  const { lines, lineWidth, opacity, panels } = layout;
  const told = active === null ? undefined : lines[active]?.label;
  const keyOf = ({ facet, label }: PlacedLine) => `${facet} ${label}`;
  return (
    <>
      <g fill="none" strokeLinejoin="round" data-part="lines">
        {vector &&
          lines.map((line) => (
            <polyline key={keyOf(line)} points={pointsOf(line)} stroke={line.colour} strokeWidth={lineWidth} strokeOpacity={opacity} />
          ))}
        {/* The same sample in every panel. */}
        {lines
          .filter(({ label }) => label === told)
          .map((line) => (
            <polyline key={keyOf(line)} points={pointsOf(line)} stroke={line.colour} strokeWidth={lineWidth + 1.5} />
          ))}
      </g>
      <PanelAxes panels={panels} />
    </>
  );
}
