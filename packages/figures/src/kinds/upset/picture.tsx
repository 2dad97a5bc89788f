import { AxisLines, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import { NAME_LINE } from '../../terms/term-names.ts';
import type { PictureProps } from '../kind.ts';
import type { Intersection, UpsetLayout } from './layout.ts';

/** From the middle of a line of text down to its letters' foot, in its size. */
const HALF_LINE = 0.35;
const STRIPE = '#F4F6F7';

/** One column of the matrix: a dot for each set, and a line through the members. */
function Column({ column, layout, told }: { column: Intersection; layout: UpsetLayout; told: boolean }) {
  const { sets, dot, colour } = layout;
  const fill = told ? MARK.accent : colour;
  const [first, last] = [column.members[0], column.members.at(-1)];
  return (
    <g data-part="column">
      <rect {...column.bar} fill={fill} />
      {first !== undefined && last !== undefined && first !== last && (
        <path d={`M${column.x},${sets[first]?.y}V${sets[last]?.y}`} stroke={fill} strokeWidth={dot * 0.6} />
      )}
      {sets.map(({ name, y }, i) => (
        <circle key={`${name}${y}`} cx={column.x} cy={y} r={dot} fill={column.members.includes(i) ? fill : MARK.missing} />
      ))}
    </g>
  );
}

export function Picture({ layout, active }: PictureProps<UpsetLayout>) {
  const { frame, sets, intersections, stripes, labelX, shift, turned, sizeTitle, omitted, colour, names } = layout;
  const { typeface } = frame;
  const down = typeface.size * HALF_LINE;
  return (
    <>
      {stripes.map((stripe) => (
        <rect key={stripe.y} {...stripe} fill={STRIPE} />
      ))}
      <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} textAnchor="end">
        {sets.map(({ name, lines, y, bar, size }) => (
          <g key={`${name}${y}`} fontSize={names.size} data-part="group" data-name={name}>
            <rect {...bar} fill={colour} />
            <text x={bar.x - 4} y={y + names.size * HALF_LINE}>
              {size}
            </text>
            {lines.map((text, i) => {
              const foot = y + names.size * (HALF_LINE + NAME_LINE * (i - (lines.length - 1) / 2));
              return (
                <text key={foot} x={labelX} y={foot}>
                  {text}
                </text>
              );
            })}
          </g>
        ))}
        <text x={sizeTitle.x} y={sizeTitle.y} textAnchor="middle">
          {sizeTitle.text}
        </text>
        {omitted.text !== '' && (
          <text x={omitted.x} y={omitted.y} fill={MARK.caption}>
            {omitted.text}
          </text>
        )}
      </g>
      <g transform={`translate(${shift},0)`}>
        {intersections.map((column, i) => (
          <Column key={column.members.join()} column={column} layout={layout} told={i === active} />
        ))}
        <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} data-part="values">
          {intersections.map(({ members, x, bar, text }) => (
            <text
              key={members.join()}
              transform={turned ? `translate(${x + down},${bar.y - 4}) rotate(-90)` : `translate(${x},${bar.y - 4})`}
              textAnchor={turned ? 'start' : 'middle'}
            >
              {text}
            </text>
          ))}
        </g>
        <AxisLines frame={frame} typeface={typeface} />
        <TitlesOfAxes frame={frame} />
      </g>
    </>
  );
}
