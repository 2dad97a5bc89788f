import type { ReactElement } from 'react';
import { MARK } from '../plot/marks.ts';
import { Lines } from './marks.tsx';
import { linesOf, MARGIN, type Piece, ROOM, TEXT } from './page.ts';

const GAP = 11;
const TITLE = { size: 10, height: 22 } as const;
const CAPTION = 8;
/** Below the figure, before its caption. */
const AIR = 6;

/** A figure of a document: a picture of its printed size in points. */
export interface DocumentFigure {
  title: string;
  caption: string;
  width: number;
  height: number;
  /** Its picture, its upper left corner at 0, 0. */
  picture: ReactElement;
}

/** Figures in their order, two beside each other where both fit. */
export function figureRows(figures: readonly DocumentFigure[]): DocumentFigure[][] {
  const rows: DocumentFigure[][] = [];
  for (const figure of figures) {
    const last = rows.at(-1);
    if (last?.length === 1 && (last[0]?.width ?? 0) + figure.width + GAP <= ROOM.width + 0.01) last.push(figure);
    else rows.push([figure]);
  }
  return rows;
}

/** One row: titles above, captions below; smaller where it is wider or higher than the page. It is not parted. */
function rowPiece(row: readonly DocumentFigure[]): Piece {
  const room = row.length === 1 ? ROOM.width : (ROOM.width - GAP) / 2;
  const captions = row.map(({ caption }) => (caption === '' ? [] : linesOf(caption, room, CAPTION)));
  const titles = row.map(({ title }) => linesOf(title, room, TITLE.size, true));
  const titleHeight = TITLE.height + (Math.max(...titles.map(({ length }) => length)) - 1) * TITLE.size * TEXT.leading;
  const beside = titleHeight + AIR + Math.max(...captions.map(({ length }) => length)) * CAPTION * TEXT.leading + AIR;
  const scales = row.map(({ width, height }) => Math.min(1, room / width, (ROOM.height - beside) / height));
  const height = Math.max(...row.map((figure, i) => figure.height * (scales[i] as number)));
  return {
    height: height + beside,
    before: 12,
    draw: (top) => (
      <>
        {row.map((figure, i) => {
          const left = MARGIN.side + i * (room + GAP);
          return (
            <g key={left}>
              <Lines lines={titles[i] ?? []} x={left} top={top} leading={TITLE.size * TEXT.leading} size={TITLE.size} bold />
              <g transform={`translate(${left},${top + titleHeight}) scale(${scales[i]})`}>{figure.picture}</g>
              <Lines
                lines={captions[i] ?? []}
                x={left}
                top={top + titleHeight + height + AIR}
                leading={CAPTION * TEXT.leading}
                size={CAPTION}
                colour={MARK.caption}
              />
            </g>
          );
        })}
      </>
    ),
  };
}

export function figurePieces(figures: readonly DocumentFigure[]): Piece[] {
  return figureRows(figures).map(rowPiece);
}
