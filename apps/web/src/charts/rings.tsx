import { MARK, type PointLook, type Projected, type Rect } from '@oncoloom/figures';

/** The point under the pointer, and the one that was searched for. */
export function Rings({
  points,
  active,
  highlighted,
  looks,
  plot,
}: {
  points: Projected;
  active: number | null;
  highlighted: number | null;
  looks: readonly PointLook[];
  plot: Rect;
}) {
  const rings = [
    { row: highlighted, ring: MARK.accent, width: 2 },
    { row: active === highlighted ? null : active, ring: MARK.ink, width: 1 },
  ];
  return rings.map(({ row, ring, width }) => {
    if (row === null) return null;
    const [x, y] = [points.xs[row] as number, points.ys[row] as number];
    const look = looks[points.looks[row] as number];
    const shown = x >= plot.x - 9 && x <= plot.x + plot.width + 9 && y >= plot.y - 9 && y <= plot.y + plot.height + 9;
    if (!shown || look === undefined) return null;
    return (
      <g key={ring}>
        <circle cx={x} cy={y} r={look.radius + 4.7} fill="#fff" stroke={ring} strokeWidth={width} />
        <circle cx={x} cy={y} r={look.radius + 1} fill={look.colour} />
      </g>
    );
  });
}
