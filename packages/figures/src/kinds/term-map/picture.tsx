import { TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import { KeysPicture } from '../../terms/keys-picture.tsx';
import { NAME_LINE } from '../../terms/term-names.ts';
import type { PictureProps } from '../kind.ts';
import type { TermMapLayout } from './layout.ts';
import type { MapLabel } from './map-labels.ts';

/** From the top of a label's box down to the foot of its first line, in the size of its text. */
const BASELINE = 0.9;
const LOOKS = { term: {}, gene: { fontStyle: 'italic' }, cluster: { fontWeight: 600 } } as const;
const PALE = 0.16;

function Label({ label: { name, lines, x, y, width, look }, size }: { label: MapLabel; size: number }) {
  return (
    <g data-part="label" data-name={name} textAnchor="middle" {...LOOKS[look]}>
      {lines.map((text, i) => {
        const foot = y + size * (BASELINE + NAME_LINE * i);
        return (
          <text key={`${foot}`} x={x + width / 2} y={foot}>
            {text}
          </text>
        );
      })}
    </g>
  );
}

export function Picture({ layout, active, found, id }: PictureProps<TermMapLayout>) {
  const { frame, nodes, edges, hulls, labels, nameSize, keys, keysAt, omitted } = layout;
  const { typeface } = frame;
  const told = active ?? found ?? null;
  const touches = (ends: readonly [number, number]) => told !== null && ends.includes(told);
  return (
    <>
      <g data-part="clusters">
        {hulls.map(({ name, path, colour }) => (
          <path key={name} d={path} fill={colour} fillOpacity={PALE} data-part="group" data-name={name} />
        ))}
      </g>
      <g fill="none" strokeLinecap="round" data-part="edges">
        {edges.map(({ from, to, width, ends }) => (
          <path
            key={`${ends[0]}-${ends[1]}`}
            d={`M${from.x.toFixed(1)},${from.y.toFixed(1)}L${to.x.toFixed(1)},${to.y.toFixed(1)}`}
            stroke={touches(ends) ? MARK.accent : MARK.paleOutline}
            strokeWidth={width}
            strokeOpacity={told === null || touches(ends) ? 0.8 : 0.3}
          />
        ))}
      </g>
      <g stroke={MARK.leader} strokeWidth={0.6}>
        {labels.map(({ name, look, leader }) => leader !== null && <line key={`${look} ${name}`} {...leader} />)}
      </g>
      <g stroke={MARK.axis} strokeWidth={0.5} data-part="nodes">
        {nodes.map(({ name, x, y, radius, colour }, i) => (
          <circle key={name} cx={x} cy={y} r={i === told ? radius + 1.5 : radius} fill={colour} />
        ))}
      </g>
      <g
        fontFamily={typeface.family}
        fontSize={nameSize}
        fill={MARK.ink}
        stroke="#fff"
        strokeWidth={2}
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {labels.map((label) => (
          <Label key={`${label.look} ${label.name}`} label={label} size={nameSize} />
        ))}
      </g>
      {omitted.text !== '' && (
        <text x={omitted.x} y={omitted.y} textAnchor="end" fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.caption}>
          {omitted.text}
        </text>
      )}
      <TitlesOfAxes frame={frame} />
      <KeysPicture keys={keys} at={keysAt} typeface={typeface} id={id} />
    </>
  );
}
