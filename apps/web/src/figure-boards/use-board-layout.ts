import type { BoardContent } from '@oncoloom/contract';
import type { FigureStyle, Size } from '@oncoloom/figures';
import { type BoardFigure, type BoardLayout, layoutBoard, sheetDrawer } from '@oncoloom/figures/board';
import type { Sheet } from '@oncoloom/figures/kinds';
import { useMemo, useRef } from 'react';
import type { PanelFigure } from './use-board-figures.ts';

/** Sheets of one figure that are kept: those of a few sizes that one drag goes through. */
const KEPT = 12;
const draw = sheetDrawer(false);

/** Draws a figure in a size once: a change of one panel leaves the others as they are. */
function drawOnce() {
  const known = new WeakMap<BoardFigure, Map<string, Sheet>>();
  return (figure: BoardFigure, style: FigureStyle, inches: Size): Sheet => {
    const sheets = known.get(figure) ?? new Map<string, Sheet>();
    known.set(figure, sheets);
    const key = JSON.stringify([inches.width.toFixed(4), inches.height.toFixed(4), style]);
    const sheet = sheets.get(key) ?? draw(figure, style, inches);
    sheets.delete(key);
    sheets.set(key, sheet);
    const [oldest] = sheets.keys();
    if (sheets.size > KEPT && oldest !== undefined) sheets.delete(oldest);
    return sheet;
  };
}

/** The board as its file will have it. */
export function useBoardLayout(content: BoardContent, figures: readonly PanelFigure[]): BoardLayout {
  const drawing = useRef<ReturnType<typeof drawOnce>>(undefined);
  drawing.current ??= drawOnce();
  const { page, font, letters, language, titles, align, panels } = content;
  const shown = figures.map((one) => (one.state === 'ready' ? one.figure : null));
  const same = useRef(shown);
  // A new list of the same figures is no change.
  if (same.current.length !== shown.length || shown.some((one, i) => one !== same.current[i])) same.current = shown;
  const drawn = same.current;
  return useMemo(
    () =>
      layoutBoard(
        { page, font, letters, language, titles, align },
        panels.map(({ x, y, width, height }, i) => ({ place: { x, y, width, height }, figure: drawn[i] ?? null })),
        drawing.current,
      ),
    [page, font, letters, language, titles, align, panels, drawn],
  );
}
