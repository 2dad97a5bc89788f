import { type Group, MARK, type Panel } from '@oncoloom/figures';
import type { BoxData, BoxPoints, BoxShape } from './box-layout.ts';
import { boxPaths } from './box-layout.ts';

/** Boxes of one panel, group by group. `group` is the place of each row's group. */
export function Boxes(props: {
  data: BoxData;
  rows: readonly number[];
  group: ArrayLike<number>;
  groups: readonly Group[];
  panel: Panel;
  shape: BoxShape;
}) {
  const { data, rows, group, groups, panel, shape } = props;
  return groups.map(({ name, colour }, i) => {
    const own = rows.filter((row) => group[row] === i);
    if (own.length === 0) return null;
    const paths = boxPaths(data, own, panel, shape);
    return (
      <g key={name} fill="none" stroke={colour} strokeWidth={shape.outlined ? 1 : Math.max(shape.half * 0.6, 0.4)}>
        <path d={paths.whiskers} />
        <path
          d={paths.boxes}
          fill={colour}
          fillOpacity={shape.outlined ? 0.25 : 0.55}
          stroke={shape.outlined ? colour : 'none'}
          strokeLinejoin="round"
        />
        <path d={paths.medians} stroke={MARK.ink} strokeWidth={1.5} />
      </g>
    );
  });
}

/** Points beyond the whiskers of one panel, as dots of one path. */
export function OutlyingPoints({ points, facet, panel, radius }: { points: BoxPoints; facet: number; panel: Panel; radius: number }) {
  const dots: string[] = [];
  points.value.forEach((value, i) => {
    if (points.facet[i] === facet) dots.push(`M${panel.x(points.place[i] as number).toFixed(2)},${panel.y(value).toFixed(2)}h0`);
  });
  return <path d={dots.join('')} stroke={MARK.axis} strokeOpacity={0.5} strokeWidth={radius * 2} strokeLinecap="round" fill="none" />;
}
