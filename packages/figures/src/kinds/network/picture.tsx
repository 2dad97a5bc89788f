import { Legend, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import type { NetworkLayout } from './layout.ts';

/** From the top of a label's box down to its letters' foot, in the size of its text. */
const BASELINE = 0.93;

export function Picture({ layout, active }: PictureProps<NetworkLayout>) {
  const { frame, nodes, edges, labels, italic, omitted } = layout;
  const { typeface } = frame;
  const touches = (ends: readonly [number, number]) => active !== null && ends.includes(active);
  return (
    <>
      <g fill="none" strokeLinecap="round" data-part="edges">
        {edges.map(({ from, to, width, ends }) => (
          <path
            key={`${ends[0]}-${ends[1]}`}
            d={`M${from.x.toFixed(1)},${from.y.toFixed(1)}L${to.x.toFixed(1)},${to.y.toFixed(1)}`}
            stroke={touches(ends) ? MARK.accent : MARK.paleOutline}
            strokeWidth={width}
            strokeOpacity={active === null || touches(ends) ? 0.8 : 0.3}
          />
        ))}
      </g>
      <g stroke="#fff" strokeWidth={0.75} data-part="nodes">
        {nodes.map(({ name, x, y, radius, colour }, i) => (
          <circle key={name} cx={x} cy={y} r={i === active ? radius + 1.5 : radius} fill={colour} />
        ))}
      </g>
      <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
        {labels.map(({ text, x, y, anchor, leader, node }) => (
          <g key={anchor}>
            {leader !== null && <line {...leader} stroke={MARK.leader} strokeWidth={0.6} />}
            <text x={x} y={y + typeface.size * BASELINE} fontStyle={italic ? 'italic' : 'normal'} data-part="label" data-name={node.name}>
              {text}
            </text>
          </g>
        ))}
        {omitted.text !== '' && (
          <text x={omitted.x} y={omitted.y} textAnchor="end" fill={MARK.caption}>
            {omitted.text}
          </text>
        )}
      </g>
      <TitlesOfAxes frame={frame} />
      <Legend frame={frame} />
    </>
  );
}
