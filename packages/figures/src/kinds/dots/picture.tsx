import { MARK } from '../../plot/marks.ts';
import { RowsPicture } from '../../terms/rows-picture.tsx';
import type { PictureProps } from '../kind.ts';
import type { DotsLayout } from './layout.ts';

export function Picture({ layout, active, found, id }: PictureProps<DotsLayout>) {
  const told = active ?? found ?? null;
  return (
    <RowsPicture rows={layout.rows} id={id} zero={layout.zero}>
      <g stroke={MARK.axis} strokeWidth={0.4} data-part="dots">
        {layout.dots.map(({ row, x, y, radius, colour }, i) => (
          <circle key={row} cx={x} cy={y} r={radius} fill={colour} {...(i === told && { stroke: MARK.ink, strokeWidth: 1.6 })} />
        ))}
      </g>
    </RowsPicture>
  );
}
