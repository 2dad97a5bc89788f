import { Axes, Legend, LegendEntries } from '../plot/axes/axes.tsx';
import { HeadlineText } from '../plot/headline.tsx';
import { dotLayers, dotPath, symbolsPath } from './dots.ts';
import { namedRadius, type PlacedScatter, type ScatterGrid, type ScatterLayout } from './scatter-layout.ts';
import { Guides, PointLabels } from './scatter-marks.tsx';

/** The points as paths, for files; the screen has them on a canvas. */
export function Dots({ layout }: { layout: ScatterLayout }) {
  return (
    <g fill="none" strokeLinecap="round" data-part="points">
      {dotLayers(layout).map(({ look, places }) => {
        const key = `${look.colour}${look.shape ?? ''}${places[0]}`;
        if (look.shape === undefined)
          return (
            <path key={key} d={dotPath(layout, places)} stroke={look.colour} strokeOpacity={look.opacity} strokeWidth={2 * look.radius} />
          );
        const paint =
          look.shape === 'ring' ? { stroke: look.colour, strokeOpacity: look.opacity } : { fill: look.colour, fillOpacity: look.opacity };
        return <path key={key} d={symbolsPath(layout, look, places)} {...paint} />;
      })}
    </g>
  );
}

/** Everything of one scatter but the points: what the screen draws over its canvas. */
export function ScatterMarks({ layout, id }: { layout: ScatterLayout; id: string }) {
  const { plot, frame, points, labels } = layout;
  return (
    <>
      <Guides frame={frame} guides={plot.guides} lines={plot.lines} id={id} />
      <Axes frame={frame} />
      <PointLabels frame={frame} points={points} labels={labels} names={plot.data.names} radius={namedRadius(plot)} italic={plot.italic} />
      <Legend frame={frame} />
    </>
  );
}

/** Title over several scatters. */
export function GridTitle({ grid: { head, typeface } }: { grid: ScatterGrid }) {
  return head === null ? null : <HeadlineText headline={head.headline} x={head.headline.x} typeface={typeface} />;
}

/** The whole figure. @param vector False: the points stand on a canvas. */
export function ScatterPicture(props: { grid: ScatterGrid; scatters: readonly PlacedScatter[]; id: string; vector: boolean }) {
  const { grid, scatters, id, vector } = props;
  return (
    <>
      <GridTitle grid={grid} />
      {grid.head !== null && <LegendEntries entries={grid.head.legend.entries} typeface={grid.typeface} at={grid.head.legend} />}
      {scatters.map(({ x, y, layout }, i) => {
        const own = `${id}-${i}`;
        return (
          <g key={own} transform={`translate(${x},${y})`}>
            {vector ? <Dots layout={layout} /> : <rect {...layout.frame.plot} fill="none" data-part="points" />}
            <ScatterMarks layout={layout} id={own} />
          </g>
        );
      })}
    </>
  );
}
