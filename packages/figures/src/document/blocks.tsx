import type { Formula } from '@oncoloom/tool-kit';
import type { ReactElement } from 'react';
import { MARK } from '../plot/marks.ts';
import { layoutFormula } from './formula.tsx';
import { Line, Lines, Rule } from './marks.tsx';
import { linesOf, MARGIN, type Piece, ROOM, TEXT } from './page.ts';

const TITLE_LINE = 32;
const LEADING = TEXT.size * TEXT.leading;
const NAME_WIDTH = 96;
const LIST_INDENT = 12;
const FORMULA_INDENT = 24;
const FORMULA_SIZE = TEXT.size + 1.5;

/** A piece with something drawn beside it. */
function withBeside(piece: Piece, beside: (top: number) => ReactElement): Piece {
  return {
    ...piece,
    draw: (top) => (
      <>
        {beside(top)}
        {piece.draw(top)}
      </>
    ),
  };
}

/** The document's title, and what it is about below it. */
export function titlePieces(title: string, about: string): Piece[] {
  const [head, below] = [linesOf(title, ROOM.width, 20, true), linesOf(about, ROOM.width, TEXT.size)];
  const lead = TITLE_LINE * head.length;
  return [
    {
      height: lead + 8 + LEADING * below.length,
      draw: (top) => (
        <>
          <Lines lines={head} x={MARGIN.side} top={top} leading={TITLE_LINE} size={20} bold />
          <Lines lines={below} x={MARGIN.side} top={top + lead} leading={LEADING} size={TEXT.size} colour={MARK.caption} />
        </>
      ),
    },
  ];
}

/** A heading; what follows stands on its page. */
export function headingPieces(text: string): Piece[] {
  return [
    {
      height: 24,
      before: 14,
      follows: true,
      draw: (top) => (
        <Line x={MARGIN.side} top={top} size={12.5} bold>
          {text}
        </Line>
      ),
    },
  ];
}

interface TextLook {
  size?: number;
  indent?: number;
  before?: number;
}

/** A paragraph; a page may end between its lines. */
export function textPieces(text: string, { size = TEXT.size, indent = 0, before = 4 }: TextLook = {}): Piece[] {
  return linesOf(text, ROOM.width - indent, size).map((line, i) => ({
    height: size * TEXT.leading,
    before: i === 0 ? before : 0,
    draw: (top) => (
      <Line x={MARGIN.side + indent} top={top} size={size}>
        {line}
      </Line>
    ),
  }));
}

/** Texts with a point before each. */
export function listPieces(texts: readonly string[]): Piece[] {
  return texts.flatMap((text) => {
    const pieces = textPieces(text, { indent: LIST_INDENT });
    return pieces.map((piece, i) => {
      if (i > 0) return piece;
      return withBeside(piece, (top) => <circle cx={MARGIN.side + 5} cy={top + TEXT.size * 0.6} r={1.3} fill={MARK.ink} />);
    });
  });
}

/** Names, and what they stand for beside them. */
export function factPieces(facts: readonly (readonly [name: string, value: string])[]): Piece[] {
  return facts.flatMap(([name, value]) => {
    const pieces = textPieces(value, { indent: NAME_WIDTH, before: 2 });
    return pieces.map((piece, i) => {
      if (i > 0) return piece;
      return withBeside(piece, (top) => (
        <Line x={MARGIN.side} top={top} size={TEXT.size} colour={MARK.caption}>
          {name}
        </Line>
      ));
    });
  });
}

/** A formula on a line of its own; one that is wider than the page is made smaller. */
export function formulaPieces(formula: Formula): Piece[] {
  const room = ROOM.width - FORMULA_INDENT;
  const wanted = layoutFormula(formula, FORMULA_SIZE);
  const box = wanted.width <= room ? wanted : layoutFormula(formula, (FORMULA_SIZE * room) / wanted.width);
  return [{ height: box.above + box.below + 4, before: 4, draw: (top) => box.draw(MARGIN.side + FORMULA_INDENT, top + box.above) }];
}

/** Draws a rule below a line of a table. */
export function tableRule(top: number, strong: boolean): ReactElement {
  return <Rule top={top} colour={strong ? MARK.axis : '#dde4e7'} width={strong ? 0.8 : 0.4} />;
}
