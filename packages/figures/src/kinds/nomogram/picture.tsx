import { HALF_LINE } from '../../plot/axes/axes.tsx';
import { HeadlineText } from '../../plot/headline.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import { type NomogramLayout, type PlacedAxis, TICK } from './layout.ts';
import type { TickLabel } from './tick-labels.ts';

/** From an axis to its labels' foot, below and above, in the size of the text. */
const BELOW = 0.95;
const LEAN = 4;

/** A label that stands aside of its tick is led to it. */
function leaderPath({ x, tick, above }: TickLabel, y: number): string {
  if (Math.abs(x - tick) < 1) return '';
  const end = above ? y - TICK : y + TICK;
  return `M${tick.toFixed(2)},${end}L${(tick + Math.max(Math.min(x - tick, LEAN * 2), -LEAN * 2)).toFixed(2)},${above ? end - LEAN : end + LEAN}`;
}

function AxisLine({ row, layout }: { row: PlacedAxis; layout: NomogramLayout }) {
  const { axisWidth, typeface } = layout.frame;
  const { y, from, to, ticks, labels } = row;
  const above = new Set(labels.filter((label) => label.above).map(({ tick }) => tick));
  const marks = ticks.map((x) => `M${x.toFixed(2)},${y}v${above.has(x) ? -TICK : TICK}`).join('');
  const leaders = labels.map((label) => leaderPath(label, y)).join('');
  return (
    <g data-part="axis-x">
      <path d={`M${from.toFixed(2)},${y}H${to.toFixed(2)}${marks}`} fill="none" stroke={MARK.axis} strokeWidth={axisWidth} />
      {leaders !== '' && <path d={leaders} fill="none" stroke={MARK.leader} strokeWidth={0.6} />}
      {labels.map((label) => {
        const aside = leaderPath(label, y) === '' ? 0 : LEAN;
        return (
          <text
            key={`${label.tick}${label.text}`}
            x={label.x}
            y={label.above ? y - TICK - aside - typeface.size * 0.22 : y + TICK + aside + typeface.size * BELOW}
            textAnchor="middle"
            stroke="#fff"
            strokeWidth={2.5}
            strokeLinejoin="round"
            paintOrder="stroke"
          >
            {label.text}
          </text>
        );
      })}
    </g>
  );
}

/** Below everything: from the example's marks to the points, and from its total to what this means. */
function Guides({ layout: { guides, colour } }: { layout: NomogramLayout }) {
  if (guides.length === 0) return null;
  return (
    <path
      d={guides.map(({ x, from, to }) => `M${x.toFixed(2)},${from}V${to}`).join('')}
      fill="none"
      stroke={colour}
      strokeWidth={0.75}
      strokeDasharray="3 2"
      strokeOpacity={0.7}
      data-part="guides"
    />
  );
}

/** The patient that is worked out: a mark on each axis, and the numbers at the right. */
function Example({ layout }: { layout: NomogramLayout }) {
  const { rows, heads, headY, columns, colour, frame } = layout;
  const { size } = frame.typeface;
  return (
    <g data-part="values">
      {rows.map(({ name, y, example }) => example !== null && <circle key={name} cx={example.x} cy={y} r={size * 0.27} fill={colour} />)}
      <g textAnchor="end">
        {heads.map(({ text, x }) => (
          <text key={x} x={x} y={headY} fontWeight={600}>
            {text}
          </text>
        ))}
        {rows.map(
          ({ name, y, example }) =>
            example !== null && (
              <g key={name} fill={colour}>
                {example.value !== '' && (
                  <text x={columns.value} y={y + size * HALF_LINE}>
                    {example.value}
                  </text>
                )}
                {example.points !== '' && (
                  <text x={columns.points} y={y + size * HALF_LINE}>
                    {example.points}
                  </text>
                )}
              </g>
            ),
        )}
      </g>
    </g>
  );
}

export function Picture({ layout, active, found }: PictureProps<NomogramLayout>) {
  const { frame, rows, labelX } = layout;
  const { typeface } = frame;
  const told = active ?? found ?? null;
  const at = told === null ? null : layout.anchor(told);
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
      <Guides layout={layout} />
      {rows.map((row) => (
        <AxisLine key={row.name} row={row} layout={layout} />
      ))}
      {rows.map(({ name, label, y }) => (
        <text key={name} x={labelX} y={y + typeface.size * HALF_LINE} data-part="group" data-name={name}>
          {label}
        </text>
      ))}
      <Example layout={layout} />
      {at !== null && <circle cx={at.x} cy={at.y} r={5} fill="none" stroke={MARK.accent} strokeWidth={1.5} />}
      <g textAnchor="middle">
        <HeadlineText headline={frame.headline} x={frame.headline.x} typeface={typeface} />
      </g>
    </g>
  );
}
