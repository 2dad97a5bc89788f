import { AxisLines, AxisTitles, Legend } from './axes.tsx';
import { MARK } from './look.ts';
import type { Panels } from './panels.ts';

/** Axes and name of each panel, titles and legend of them all. */
export function PanelAxes({ panels: { frame, panels } }: { panels: Panels }) {
  const { typeface } = frame;
  return (
    <>
      {panels.map((panel) => (
        <g key={panel.name}>
          <AxisLines frame={panel} typeface={typeface} />
          {panel.name !== '' && (
            <text
              x={panel.plot.x + panel.plot.width / 2}
              y={panel.plot.y - typeface.size * 0.7}
              textAnchor="middle"
              fontFamily={typeface.family}
              fontSize={typeface.size}
              fontWeight={600}
              fill={MARK.ink}
            >
              {panel.name}
            </text>
          )}
        </g>
      ))}
      <AxisTitles frame={frame} />
      <Legend frame={frame} />
    </>
  );
}
