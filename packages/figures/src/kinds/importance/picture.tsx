import { AxisLines, HALF_LINE, Legend, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { LineLabels, ReferenceLines } from '../../plot/line-marks.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import { CHANCE, type ImportanceLayout, type ImportanceRow } from './layout.ts';

/** Half the height of an interval's ends. */
const CAP = 3;

/** A bar from zero, or a point on a thin line from the names; with its interval. */
function Mark({ row: { mark, y, colour }, layout, told }: { row: ImportanceRow; layout: ImportanceLayout; told: boolean }) {
  if (mark === null) return null;
  const { shape, zero, barHeight, radius, lineWidth } = layout;
  const { x, low, high } = mark;
  const width = told ? lineWidth * 1.6 : lineWidth;
  const interval = low === null || high === null ? '' : `M${low},${y}H${high}M${low},${y - CAP}v${2 * CAP}M${high},${y - CAP}v${2 * CAP}`;
  return (
    <g data-part="row">
      {shape === 'bars' && <rect x={Math.min(x, zero)} y={y - barHeight / 2} width={Math.abs(x - zero)} height={barHeight} fill={colour} />}
      {interval !== '' && <path d={interval} fill="none" stroke={shape === 'bars' ? MARK.axis : colour} strokeWidth={width} />}
      {shape === 'points' && <circle cx={x} cy={y} r={told ? radius * 1.4 : radius} fill={colour} />}
    </g>
  );
}

export function Picture({ layout, active, found }: PictureProps<ImportanceLayout>) {
  const { frame, rows, chance, labelX, italic, lines, lineLabels, omitted, shape, zero } = layout;
  const { plot, typeface } = frame;
  const told = active ?? found ?? null;
  const guides = rows.map(({ y, mark }) => (mark === null ? '' : `M${plot.x},${y}H${mark.x}`)).join('');
  return (
    <>
      <g fill={CHANCE} data-part="expected">
        {chance !== null && <rect {...chance} />}
        {rows.map(({ row, chance: own }) => own !== null && <rect key={row} {...own} />)}
      </g>
      {shape === 'points' && <path d={guides} fill="none" stroke={MARK.missing} strokeWidth={0.75} data-part="guides" />}
      {zero > plot.x && <path d={`M${zero},${plot.y}V${plot.y + plot.height}`} stroke={MARK.paleOutline} data-part="guides" />}
      <ReferenceLines paths={lines} />
      {rows.map((row, i) => (
        <Mark key={row.row} row={row} layout={layout} told={i === told} />
      ))}
      <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} textAnchor="end">
        <g fontStyle={italic ? 'italic' : 'normal'}>
          {rows.map(({ row, name, label, y }) => (
            <text key={row} x={labelX} y={y + typeface.size * HALF_LINE} data-part="group" data-name={name}>
              {label}
            </text>
          ))}
        </g>
        {omitted !== null && (
          <text x={plot.x + plot.width} y={omitted.y + typeface.size * HALF_LINE} fill={MARK.caption}>
            {omitted.text}
          </text>
        )}
      </g>
      <AxisLines frame={{ ...frame, yTicks: [] }} typeface={typeface} />
      <TitlesOfAxes frame={frame} />
      <LineLabels labels={lineLabels} typeface={typeface} />
      <Legend frame={frame} />
    </>
  );
}
