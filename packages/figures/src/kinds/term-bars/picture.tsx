import { MARK } from '../../plot/marks.ts';
import { NameLines, RowsPicture } from '../../terms/rows-picture.tsx';
import type { PictureProps } from '../kind.ts';
import type { TermBarsLayout } from './layout.ts';

export function Picture({ layout, active, found, id }: PictureProps<TermBarsLayout>) {
  const { rows, bars, inside } = layout;
  const told = active ?? found ?? null;
  const { typeface } = rows.names;
  const across = rows.frame.x.domain[0] < 0;
  return (
    <RowsPicture rows={rows} id={id} zero={across ? 0 : null} guides={false} names={inside === null} left={inside === null}>
      <g data-part="bars">
        {bars.map(({ row, rect, colour }, i) => (
          <rect key={row} {...rect} fill={colour} {...(i === told && { stroke: MARK.ink, strokeWidth: 1.5 })} />
        ))}
      </g>
      {inside !== null && (
        <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} data-part="names">
          {inside.map(({ line, x, anchor }) => (
            <NameLines key={`${line.panel} ${line.rows[0]}`} line={line} x={x} size={typeface.size} anchor={anchor} />
          ))}
        </g>
      )}
    </RowsPicture>
  );
}
