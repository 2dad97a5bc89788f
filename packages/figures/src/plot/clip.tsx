import type { ReactNode } from 'react';
import type { Rect } from './place-labels.ts';

/** Cuts at the edge of the plot what reaches beyond a chosen range. @param id Of the clip, in the whole page. @param cut False: nothing does. */
export function CutAt({ plot, id, cut, children }: { plot: Rect; id: string; cut: boolean; children: ReactNode }) {
  if (!cut) return children;
  return (
    <g clipPath={`url(#${id})`}>
      <clipPath id={id}>
        <rect x={plot.x} y={plot.y} width={plot.width} height={plot.height} />
      </clipPath>
      {children}
    </g>
  );
}
