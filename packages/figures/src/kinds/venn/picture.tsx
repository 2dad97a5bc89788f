import { HALF_LINE, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { MARK } from '../../plot/marks.ts';
import { NAME_LINE } from '../../terms/term-names.ts';
import type { PictureProps } from '../kind.ts';
import type { VennLayout, VennRegion, VennSet } from './layout.ts';

/** Feet of lines of text around a middle. */
const feetOf = (lines: number, size: number) =>
  Array.from({ length: lines }, (_, i) => size * (HALF_LINE + NAME_LINE * (i - (lines - 1) / 2)));

function NameOf({ set: { name, label, size, place }, fontSize }: { set: VennSet; fontSize: number }) {
  const lines = size === '' ? label.lines : [...label.lines, size];
  const feet = feetOf(lines.length, fontSize);
  return (
    <g data-part="group" data-name={name}>
      {lines.map((text, i) => (
        <text
          key={feet[i]}
          x={place.x + place.width / 2}
          y={place.y + place.height / 2 + (feet[i] ?? 0)}
          fill={i < label.lines.length ? MARK.ink : MARK.caption}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** What a region is told by on screen: inside its sets, outside of all others. */
function Told({ region: { members }, layout: { sets, width, height }, id }: { region: VennRegion; layout: VennLayout; id: string }) {
  const inside = members.map((set) => `${id}-in-${set}`);
  // One clip within another: what is inside all of them.
  let shown = <rect width={width} height={height} fill={MARK.accent} fillOpacity={0.35} mask={`url(#${id}-out)`} />;
  for (const clip of inside) shown = <g clipPath={`url(#${clip})`}>{shown}</g>;
  return (
    <>
      <defs>
        {members.map((set, i) => (
          <clipPath key={set} id={inside[i]}>
            <path d={sets[set]?.path} />
          </clipPath>
        ))}
        <mask id={`${id}-out`} maskUnits="userSpaceOnUse" x={0} y={0} width={width} height={height}>
          <rect width={width} height={height} fill="#fff" />
          {sets.map(({ name, path }, set) => (members.includes(set) ? null : <path key={name} d={path} fill="#000" />))}
        </mask>
      </defs>
      {shown}
    </>
  );
}

export function Picture({ layout, active, id }: PictureProps<VennLayout>) {
  const { frame, sets, regions, omitted, opacity, lineWidth } = layout;
  const { typeface } = frame;
  const told = active === null ? undefined : regions[active];
  return (
    <>
      <g data-part="sets">
        {sets.map(({ name, colour, path }) => (
          <path key={name} d={path} fill={colour} fillOpacity={opacity} data-part="group" data-name={name} />
        ))}
        {sets.map(({ name, colour, path }) => (
          <path key={name} d={path} fill="none" stroke={colour} strokeWidth={lineWidth} />
        ))}
      </g>
      {told !== undefined && <Told region={told} layout={layout} id={id} />}
      <g fontFamily={typeface.family} fill={MARK.ink} textAnchor="middle">
        <g data-part="values">
          {regions.map(({ members, x, y, lines, fontSize }) => (
            <g key={members.join()} fontSize={fontSize}>
              {feetOf(lines.length, fontSize).map((foot, i) => (
                <text key={foot} x={x} y={y + foot}>
                  {lines[i]}
                </text>
              ))}
            </g>
          ))}
        </g>
        <g fontSize={typeface.size}>
          {sets.map((set) => (
            <NameOf key={set.name} set={set} fontSize={typeface.size} />
          ))}
          {omitted.text !== '' && (
            <text x={omitted.x} y={omitted.y} textAnchor="end" fill={MARK.caption}>
              {omitted.text}
            </text>
          )}
        </g>
      </g>
      <TitlesOfAxes frame={frame} />
    </>
  );
}
