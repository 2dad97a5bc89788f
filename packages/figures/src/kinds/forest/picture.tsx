import { AxisLines, MarkedTitle, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import type { ForestLayout, ForestRow } from './layout.ts';

/** From the middle of a line of text down to its letters' foot, in its size. */
const HALF_LINE = 0.35;
const ARROW = 5;

/** An interval as one line, with arrows where it goes on beyond the plot. */
function intervalPath({ y, mark }: ForestRow): string {
  if (mark === null) return '';
  const { low, high, beyond } = mark;
  const left = beyond.low ? `M${low + ARROW},${y - ARROW * 0.7}L${low},${y}L${low + ARROW},${y + ARROW * 0.7}` : '';
  const right = beyond.high ? `M${high - ARROW},${y - ARROW * 0.7}L${high},${y}L${high - ARROW},${y + ARROW * 0.7}` : '';
  return `M${low},${y}H${high}${left}${right}`;
}

function Mark({ row, half, lineWidth, told }: { row: ForestRow; half: number; lineWidth: number; told: boolean }) {
  if (row.mark === null) return null;
  const reach = told ? half * 1.4 : half;
  return (
    <g data-part="row">
      <path d={intervalPath(row)} fill="none" stroke={row.colour} strokeWidth={told ? lineWidth * 1.6 : lineWidth} />
      <rect x={row.mark.x - reach} y={row.y - reach} width={reach * 2} height={reach * 2} fill={row.colour} />
    </g>
  );
}

export function Picture({ layout, active }: PictureProps<ForestLayout>) {
  const { frame, rows, sections, columns, sides, headY, labelX, italic, reference, lineWidth, half } = layout;
  const { plot, typeface } = frame;
  const down = typeface.size * HALF_LINE;
  return (
    <>
      <line
        x1={reference}
        x2={reference}
        y1={plot.y}
        y2={plot.y + plot.height}
        stroke={MARK.threshold}
        strokeDasharray="4 3"
        data-part="reference"
      />
      {rows.map((row, i) => (
        <Mark key={row.row} row={row} half={half} lineWidth={lineWidth} told={i === active} />
      ))}
      <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
        <g fontStyle={italic ? 'italic' : 'normal'}>
          {rows.map(({ row, name, label, y }) => (
            <text key={row} x={labelX} y={y + down} data-part="group" data-name={name}>
              {label}
            </text>
          ))}
        </g>
        {/* They may run over the line of no effect. */}
        <g fontWeight={600} stroke="#fff" strokeWidth={3} strokeLinejoin="round" paintOrder="stroke" data-part="section">
          {sections.map(({ text, y }) => (
            <text key={`${text}${y}`} x={labelX} y={y + down}>
              {text}
            </text>
          ))}
        </g>
        <g fill={MARK.caption} data-part="sides">
          {sides.map(({ text, x, align }) => (
            <text key={align} x={x} y={headY} textAnchor={align}>
              {text}
            </text>
          ))}
        </g>
        {columns.map(({ title, x, align, texts }) => (
          <g key={title} textAnchor={align} data-part="column">
            <text x={x} y={headY} fontWeight={600}>
              <MarkedTitle text={title} size={typeface.size} />
            </text>
            {texts.map((text, i) => (
              <text key={rows[i]?.row} x={x} y={(rows[i]?.y ?? 0) + down}>
                {text}
              </text>
            ))}
          </g>
        ))}
      </g>
      <AxisLines frame={{ ...frame, yTicks: [] }} typeface={typeface} left={false} />
      <TitlesOfAxes frame={frame} />
    </>
  );
}
