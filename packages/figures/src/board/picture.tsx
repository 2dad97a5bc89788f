import { SheetPicture } from '../kinds/drawn.tsx';
import type { ImageAddress } from '../kinds/kind.ts';
import { MARK } from '../plot/marks.ts';
import type { BoardLayout } from './layout.ts';

/** The letters of a board's panels. */
export function BoardLetters({ layout: { panels, letters } }: { layout: BoardLayout }) {
  return panels.map(({ letter }) =>
    letter === null ? null : (
      <text
        key={letter.text}
        x={letter.x}
        y={letter.y}
        fontFamily={letters.typeface.family}
        fontSize={letters.size}
        fontWeight={letters.bold ? 600 : 400}
        fill={MARK.ink}
        data-part="letter"
      >
        {letter.text}
      </text>
    ),
  );
}

/** A board as files have it: each figure in its place, its ids and parts apart from those of the others. */
export function BoardPicture({ layout, imageAddress }: { layout: BoardLayout; imageAddress: ImageAddress }) {
  return (
    <>
      {layout.panels.map(({ fitted, letter }, i) =>
        fitted === null ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture is written once
          <g key={i} transform={`translate(${fitted.x} ${fitted.y})`} data-panel={letter?.text ?? String(i + 1)}>
            <SheetPicture sheet={fitted.sheet} id={`panel-${i + 1}`} imageAddress={imageAddress} />
          </g>
        ),
      )}
      <BoardLetters layout={layout} />
    </>
  );
}
