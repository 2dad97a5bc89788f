import { AxisLines, HALF_LINE, Legend, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import type { Typeface } from '../../text/typeface.ts';
import { Cells } from '../heatmap/cells-picture.tsx';
import type { PictureProps } from '../kind.ts';
import type { RiskHeat } from './heat.ts';
import type { PointLayer, RiskPlotLayout } from './layout.ts';

/** A triangle of the area of a disc. */
const TRIANGLE = { up: 1.35, side: 1.17, down: 0.68 };

function layerPath({ symbol, places }: PointLayer, radius: number): string {
  if (symbol === 'circle') return places.map(([x, y]) => `M${x.toFixed(2)} ${y.toFixed(2)}h0`).join('');
  const [up, side, down] = [TRIANGLE.up, TRIANGLE.side, TRIANGLE.down].map((share) => share * radius) as [number, number, number];
  return places
    .map(([x, y]) => `M${x.toFixed(2)},${(y - up).toFixed(2)}l${side.toFixed(2)},${(up + down).toFixed(2)}h${(-2 * side).toFixed(2)}Z`)
    .join('');
}

function Points({ layers, radius }: { layers: readonly PointLayer[]; radius: number }) {
  return (
    <g data-part="points">
      {layers
        .filter(({ places }) => places.length > 0)
        .map((layer) =>
          layer.symbol === 'circle' ? (
            <path
              key={layer.name}
              d={layerPath(layer, radius)}
              fill="none"
              stroke={layer.colour}
              strokeWidth={2 * radius}
              strokeLinecap="round"
            />
          ) : (
            <path key={layer.name} d={layerPath(layer, radius)} fill={layer.colour} />
          ),
        )}
    </g>
  );
}

function CutOff({ cut, layout }: { cut: NonNullable<RiskPlotLayout['cut']>; layout: RiskPlotLayout }) {
  const { frame, panels } = layout;
  const { score, time } = panels;
  const { plot } = score;
  const { label } = cut;
  return (
    <g data-part="limit">
      <path
        d={`M${plot.x},${cut.at}H${plot.x + plot.width}M${cut.across},${plot.y}V${time.plot.y + time.plot.height}`}
        fill="none"
        stroke={MARK.threshold}
        strokeDasharray="4 3"
      />
      {label !== null && (
        <text
          x={label.x}
          y={label.y}
          textAnchor={label.align}
          fontFamily={frame.typeface.family}
          fontSize={frame.typeface.size}
          fill={MARK.ink}
        >
          {label.text}
        </text>
      )}
    </g>
  );
}

/** What the colours of the cells stand for. */
function Key({ heat: { key, stops }, typeface, id }: { heat: RiskHeat; typeface: Typeface; id: string }) {
  const { size } = typeface;
  return (
    <g fontFamily={typeface.family} fontSize={size} fill={MARK.ink} data-part="legend">
      <linearGradient id={id} x1={0} x2={0} y1={1} y2={0}>
        {stops.map(({ offset, colour }) => (
          <stop key={offset} offset={offset} stopColor={colour} />
        ))}
      </linearGradient>
      <text x={key.x} y={key.y - size * 0.55}>
        {key.title}
      </text>
      <rect x={key.x} y={key.y} width={key.width} height={key.height} fill={`url(#${id})`} stroke={MARK.axis} strokeWidth={0.5} />
      {key.ticks.map(({ share, text }) => (
        <text key={share} x={key.x + key.width + 6} y={key.y + (1 - share) * key.height + size * HALF_LINE}>
          {text}
        </text>
      ))}
    </g>
  );
}

function GeneNames({ heat: { names, cells, grid }, typeface, found }: { heat: RiskHeat; typeface: Typeface; found: number | null }) {
  if (names.texts.length === 0) return null;
  return (
    <g fontFamily={typeface.family} fontSize={names.size} fontStyle="italic" fill={MARK.ink} textAnchor="end" data-part="row-names">
      {names.texts.map((text, row) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: shortened names may be the same, and rows never move
          key={row}
          x={names.x}
          y={cells.y + ((row + 0.5) / grid.rows) * cells.height + names.size * HALF_LINE}
          {...(row === found ? { fill: MARK.accent, fontWeight: 700 } : {})}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** The patient that is told of, through all panels. */
function Told({ layout, item }: { layout: RiskPlotLayout; item: number }) {
  const { x, y } = layout.anchor(item);
  const { plot } = layout.frame;
  return (
    <g fill="none" stroke={MARK.ink}>
      <path d={`M${x},${plot.y}V${plot.y + plot.height}`} strokeWidth={0.75} strokeDasharray="2 2" />
      <circle cx={x} cy={y} r={4} strokeWidth={1.25} />
    </g>
  );
}

export function Picture({ layout, id, active, found = null, vector, imageAddress }: PictureProps<RiskPlotLayout>) {
  const { frame, panels, titles, scores, times, radius, cut, heat, foot } = layout;
  const { typeface } = frame;
  const told = active ?? found;
  return (
    <>
      {heat !== null &&
        (vector ? <Cells layout={heat} imageAddress={imageAddress} /> : <rect {...heat.cells} fill="none" data-part="cells" />)}
      {cut !== null && <CutOff cut={cut} layout={layout} />}
      <Points layers={scores} radius={radius} />
      <Points layers={times} radius={radius} />
      <AxisLines frame={panels.score} typeface={typeface} />
      <AxisLines frame={panels.time} typeface={typeface} />
      <AxisLines frame={foot} typeface={typeface} left={false} />
      <g textAnchor="middle" fontFamily={typeface.family} fontSize={typeface.titleSize} fill={MARK.ink} data-part="title-y">
        {titles.map(({ text, x, y }) => (
          <text key={y} transform={`translate(${x},${y}) rotate(-90)`}>
            {text}
          </text>
        ))}
      </g>
      {heat !== null && (
        <GeneNames heat={heat} typeface={typeface} found={found === null ? null : Math.floor(found / heat.grid.columns) - 1} />
      )}
      {heat !== null && <Key heat={heat} typeface={typeface} id={`${id}-key`} />}
      <TitlesOfAxes frame={frame} />
      <Legend frame={frame} />
      {told !== null && <Told layout={layout} item={told} />}
    </>
  );
}
