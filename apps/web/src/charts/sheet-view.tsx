import { type Sheet, SheetPicture } from '@oncoloom/figures/kinds';
import { memo, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { drawPoints, pixelsOn, prepareCanvas } from './points-canvas.ts';
import './figure-card.css';

/** What is many, on a canvas: elements of a page would take a second. */
function paintSheet(canvas: HTMLCanvasElement, { drawn, width, height }: Sheet, scale: number): void {
  const context = prepareCanvas(canvas, width, height, scale);
  if (context === null) return;
  if (drawn.family === 'items') drawn.kind.paint?.(context, drawn.layout, pixelsOn(context));
  else
    for (const { x, y, layout } of drawn.scatters) {
      context.save();
      context.translate(x, y);
      drawPoints(context, layout.points, layout.order, layout.plot.looks, null, scale);
      context.restore();
    }
}

/** A sheet of paper on the screen: what is many on a canvas, the rest over it. @param scale CSS pixels of a unit of the layout. */
export const SheetView = memo(function SheetView({
  sheet,
  scale,
  picture,
}: {
  sheet: Sheet;
  scale: number;
  picture?: RefObject<SVGSVGElement | null>;
}) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = { width: sheet.width * scale, height: sheet.height * scale };
  useLayoutEffect(() => {
    if (canvas.current !== null) paintSheet(canvas.current, sheet, scale);
  }, [sheet, scale]);
  return (
    <>
      <canvas ref={canvas} style={size} />
      <svg ref={picture} {...size} viewBox={`0 0 ${sheet.width} ${sheet.height}`} aria-hidden>
        <SheetPicture sheet={sheet} id={id} />
      </svg>
    </>
  );
});
