import { PanelAxes } from '../../plot/axes/panel-axes.tsx';
import { CutAt } from '../../plot/clip.tsx';
import type { PictureProps } from '../kind.ts';
import type { DensityLayout, PlacedLine } from './layout.ts';

const pointsOf = ({ points }: PlacedLine): string => points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
const keyOf = ({ facet, label }: PlacedLine) => `${facet} ${label}`;

export function Picture({ layout, id, active, vector }: PictureProps<DensityLayout>) {
  const { lines, lineWidth, opacity, panels, cut } = layout;
  const told = active === null ? undefined : lines[active]?.label;
  return (
    <>
      {!vector && panels.panels.map(({ plot }) => <rect key={`${plot.x} ${plot.y}`} {...plot} fill="none" data-part="lines" />)}
      <g fill="none" strokeLinejoin="round" data-part="lines">
        {panels.panels.map(({ plot }, panel) => (
          <CutAt key={`${plot.x} ${plot.y}`} plot={plot} id={`${id}-plot-${panel}`} cut={cut}>
            {vector &&
              lines
                .filter(({ facet }) => facet === panel)
                .map((line) => (
                  <polyline
                    key={keyOf(line)}
                    points={pointsOf(line)}
                    stroke={line.colour}
                    strokeWidth={lineWidth}
                    strokeOpacity={opacity}
                  />
                ))}
            {/* The same sample in every panel. */}
            {lines
              .filter(({ facet, label }) => facet === panel && label === told)
              .map((line) => (
                <polyline key={keyOf(line)} points={pointsOf(line)} stroke={line.colour} strokeWidth={lineWidth + 1.5} />
              ))}
          </CutAt>
        ))}
      </g>
      <PanelAxes panels={panels} />
    </>
  );
}
