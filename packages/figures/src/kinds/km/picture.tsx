import { Axes, Legend } from '../../plot/axes/axes.tsx';
import { CutAt } from '../../plot/clip.tsx';
import { MARK } from '../../plot/marks.ts';
import type { Typeface } from '../../text/typeface.ts';
import type { PictureProps } from '../kind.ts';
import { CENSOR_REACH, type KmLayout, type PlacedCurve, type Statistics } from './layout.ts';
import type { RiskTable } from './risk-table.ts';

const pointsOf = (places: PlacedCurve['line']): string => places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

export function Picture({ layout, id, active }: PictureProps<KmLayout>) {
  const { frame, curves, medians, statistics, risk, lineWidth } = layout;
  const told = active === null ? null : layout.anchor(active);
  return (
    <>
      <CutAt plot={frame.plot} id={`${id}-plot`} cut={layout.cut}>
        <g data-part="intervals">
          {curves.map(
            ({ name, band, colour }) => band.length > 0 && <polygon key={name} points={pointsOf(band)} fill={colour} fillOpacity={0.14} />,
          )}
        </g>
        <Medians medians={medians} frame={frame} />
        {curves.map((curve) => (
          <Curve key={curve.name} curve={curve} width={lineWidth} />
        ))}
      </CutAt>
      {told !== null && <circle cx={told.x} cy={told.y} r={4} fill={layout.colourOf(active ?? 0)} stroke="#fff" />}
      <StatisticsLines statistics={statistics} typeface={frame.typeface} />
      <Axes frame={frame} />
      <Legend frame={frame} />
      {risk !== null && <RiskRows risk={risk} typeface={frame.typeface} />}
    </>
  );
}

function Curve({ curve: { line, censored, colour }, width }: { curve: PlacedCurve; width: number }) {
  const marks = censored.map(([x, y]) => `M${x.toFixed(1)},${(y - CENSOR_REACH).toFixed(1)}v${2 * CENSOR_REACH}`).join('');
  return (
    <g fill="none" stroke={colour} data-part="curve">
      <polyline points={pointsOf(line)} strokeWidth={width} strokeLinejoin="miter" />
      {marks !== '' && <path d={marks} strokeWidth={1} data-part="censored" />}
    </g>
  );
}

/** Dashed lines from one half to each median. */
function Medians({ medians: { half, places }, frame: { plot } }: Pick<KmLayout, 'medians' | 'frame'>) {
  if (places.length === 0) return null;
  const across = `M${plot.x},${half.toFixed(1)}H${Math.max(...places).toFixed(1)}`;
  const down = places.map((x) => `M${x.toFixed(1)},${half.toFixed(1)}V${(plot.y + plot.height).toFixed(1)}`).join('');
  return <path d={across + down} fill="none" stroke={MARK.threshold} strokeWidth={1} strokeDasharray="4 3" data-part="medians" />;
}

function StatisticsLines({ statistics: { lines, anchor, name }, typeface }: { statistics: Statistics; typeface: Typeface }) {
  if (lines.length === 0) return null;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} textAnchor={anchor} data-part="label" data-name={name}>
      {lines.map(({ text, x, y }) => (
        <text key={text} x={x} y={y}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Patients at risk under the ticks of the axis. */
function RiskRows({ risk: { title, rows, more }, typeface }: { risk: RiskTable; typeface: Typeface }) {
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} data-part="risk-table">
      {[title, more].map(
        ({ text, x, y }) =>
          text !== '' && (
            <text key={y} x={x} y={y}>
              {text}
            </text>
          ),
      )}
      {rows.map(({ whole, label, colour, x, y, anchor, numbersAt, numbers }) => (
        <g key={y}>
          <text x={x} y={y} textAnchor={anchor} fill={colour}>
            {whole !== null && <title>{whole}</title>}
            {label}
          </text>
          {numbers.map((number) => (
            <text key={number.x} x={number.x} y={numbersAt} textAnchor="middle">
              {number.text}
            </text>
          ))}
        </g>
      ))}
    </g>
  );
}
