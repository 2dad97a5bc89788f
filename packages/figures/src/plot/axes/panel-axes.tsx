import type { Panels } from '../panels.ts';
import { AxisLines, Legend, PlotHeading, TitlesOfAxes } from './axes.tsx';

/** Axes and name of each panel, titles and legend of them all. */
export function PanelAxes({ panels: { frame, panels }, italic = false }: { panels: Panels; italic?: boolean }) {
  const { typeface } = frame;
  return (
    <>
      {panels.map((panel) => (
        <g key={`${panel.plot.x} ${panel.plot.y}`}>
          <AxisLines frame={panel} typeface={typeface} />
          <PlotHeading
            plot={panel.plot}
            x={panel.plot.x + panel.plot.width / 2}
            heading={panel.heading}
            typeface={typeface}
            italic={italic}
          />
        </g>
      ))}
      <TitlesOfAxes frame={frame} />
      <Legend frame={frame} />
    </>
  );
}
