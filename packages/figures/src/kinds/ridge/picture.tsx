import { CutAt } from '../../plot/clip.tsx';
import { MARK } from '../../plot/marks.ts';
import { GUIDE, RowsPicture } from '../../terms/rows-picture.tsx';
import type { PictureProps } from '../kind.ts';
import type { Ridge, RidgeLayout } from './layout.ts';

const place = ([x, y]: readonly [number, number]) => `${x.toFixed(2)},${y.toFixed(2)}`;
const line = ({ points }: Ridge) => `M${points.map(place).join('L')}`;
const area = (ridge: Ridge) => {
  const [first, last] = [ridge.points[0]?.[0] ?? 0, ridge.points.at(-1)?.[0] ?? 0];
  return `M${place([first, ridge.base])}L${ridge.points.map(place).join('L')}L${place([last, ridge.base])}Z`;
};

export function Picture({ layout, active, found, id }: PictureProps<RidgeLayout>) {
  const { rows, ridges, zero, lineWidth, cut } = layout;
  const told = active ?? found ?? null;
  const { plot } = rows.frame;
  return (
    <RowsPicture rows={rows} id={id} zero={zero} guides={false}>
      <path
        d={ridges.map(({ base }) => `M${plot.x},${base}H${plot.x + plot.width}`).join('')}
        stroke={GUIDE}
        strokeWidth={0.75}
        fill="none"
      />
      <CutAt plot={{ ...plot, y: 0, height: plot.y + plot.height }} id={`${id}-ridges`} cut={cut}>
        <g data-part="ridges">
          {ridges.map((ridge, i) => (
            <g key={ridge.row}>
              <path d={area(ridge)} fill={ridge.colour} fillOpacity={0.9} />
              <path d={line(ridge)} fill="none" stroke={MARK.axis} strokeWidth={i === told ? lineWidth * 2.5 : lineWidth} />
            </g>
          ))}
        </g>
      </CutAt>
    </RowsPicture>
  );
}
