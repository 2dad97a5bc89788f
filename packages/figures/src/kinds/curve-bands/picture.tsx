import { Axes, Legend } from '../../plot/axes/axes.tsx';
import { CutAt } from '../../plot/clip.tsx';
import { LineLabels, ReferenceLines, TopNumbers } from '../../plot/line-marks.tsx';
import type { PictureProps } from '../kind.ts';
import type { CurveBandsLayout, PlacedSeries } from './layout.ts';

const joined = (places: PlacedSeries['points']): string => places.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L');
const linesPath = (lines: PlacedSeries['line']): string => lines.map((line) => `M${joined(line)}`).join('');
const dotsPath = (places: PlacedSeries['points']): string => places.map(([x, y]) => `M${x.toFixed(2)} ${y.toFixed(2)}h0`).join('');

function barsPath(bars: PlacedSeries['bars'], cap: number): string {
  return bars
    .map(({ x, low, high }) => `M${(x - cap).toFixed(2)},${low.toFixed(2)}h${2 * cap}m${-cap},0V${high.toFixed(2)}m${-cap},0h${2 * cap}`)
    .join('');
}

function Series({ one, layout: { lineWidth, radius, cap } }: { one: PlacedSeries; layout: CurveBandsLayout }) {
  return (
    <g fill="none" stroke={one.colour} data-part="curve">
      {one.bars.length > 0 && <path d={barsPath(one.bars, cap)} strokeWidth={Math.min(lineWidth, 1)} data-part="intervals" />}
      {one.line.length > 0 && (
        <path d={linesPath(one.line)} strokeWidth={lineWidth} strokeLinejoin="round" {...(one.dashed && { strokeDasharray: '5 3' })} />
      )}
      {one.points.length > 0 && <path d={dotsPath(one.points)} strokeWidth={2 * radius} strokeLinecap="round" data-part="points" />}
    </g>
  );
}

export function Picture({ layout, id, active }: PictureProps<CurveBandsLayout>) {
  const { frame, series, lines, rug, lineLabels, top } = layout;
  const told = active === null ? null : layout.anchor(active);
  return (
    <>
      <CutAt plot={frame.plot} id={`${id}-plot`} cut={layout.cut}>
        <g data-part="intervals">
          {series.map(({ name, bands, colour }) =>
            bands.map((band) => <path key={`${name}${band[0]?.[0]}`} d={`M${joined(band)}Z`} fill={colour} fillOpacity={0.16} />),
          )}
        </g>
        {rug !== '' && <path d={rug} fill="none" stroke="#666" strokeWidth={0.5} data-part="rug" />}
        <ReferenceLines paths={lines} />
        {series.map((one) => (
          <Series key={one.name} one={one} layout={layout} />
        ))}
      </CutAt>
      {told !== null && <circle cx={told.x} cy={told.y} r={4} fill={layout.colourOf(active ?? 0)} stroke="#fff" />}
      <Axes frame={frame} />
      <LineLabels labels={lineLabels} typeface={frame.typeface} />
      <TopNumbers rows={top.rows} namesX={top.namesX} typeface={frame.typeface} />
      <Legend frame={frame} />
    </>
  );
}
