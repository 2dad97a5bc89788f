import { isZoomed, type PlotFrame, panView, type Span, type View, zoomView } from '@oncoloom/figures';
import type { Step } from '@oncoloom/figures/kinds';
import { useState } from 'react';
import { useMedia } from '../use-size.ts';
import type { DragMode, Pixel, ZoomGestures } from './use-gestures.ts';

/** What a stage whose plot can be zoomed, moved and boxed is given. */
export interface StageZoom {
  frame: PlotFrame;
  /** All that there is to see. */
  home: View;
  /** The part that the plot shows; null: all. */
  view: View | null;
  onView: (view: View | null) => void;
  /** The box that was drawn, and what becomes of the next one; undefined: boxes are of no use here. */
  box: { drawn: View | null; onDraw: (box: View | null) => void } | undefined;
}

/** A press of an arrow key moves the plot by this share of what it shows. */
const PAN_SHARE = 1 / 8;

/** Sorts two values. */
function spanBetween(a: number, b: number): Span {
  return a < b ? [a, b] : [b, a];
}

/** The part of the data between two places of the plot. */
function boxBetween(frame: PlotFrame, from: Pixel, to: Pixel): View {
  return {
    x: spanBetween(frame.x.invert(from.x), frame.x.invert(to.x)),
    y: spanBetween(frame.y.invert(from.y), frame.y.invert(to.y)),
  };
}

/** Zoom, position and box of a stage; `gestures` is undefined where the plot cannot be zoomed. */
export function useZoom(zoom: StageZoom | undefined) {
  const [chosen, setChosen] = useState<DragMode>('select');
  const [takesTouch, setTakesTouch] = useState(false);
  const [drawing, setDrawing] = useState<View | null>(null);
  const coarse = useMedia('(pointer: coarse)');
  if (zoom === undefined) return null;

  const { frame, home, box } = zoom;
  const view = zoom.view ?? home;
  const mode = box === undefined ? 'pan' : chosen;
  const onView = (next: View) => zoom.onView(isZoomed(next, home) ? next : null);
  const clearBox = () => {
    if (box !== undefined && box.drawn !== null) box.onDraw(null);
  };
  const gestures: ZoomGestures = {
    frame,
    view,
    home,
    mode,
    takesTouch,
    onView,
    onBox: (from, to) => setDrawing(boxBetween(frame, from, to)),
    onBoxEnd: (from, to) => {
      setDrawing(null);
      if (from !== null && to !== null) box?.onDraw(boxBetween(frame, from, to));
    },
  };
  return {
    frame,
    gestures,
    mode,
    takesTouch,
    canBox: box !== undefined,
    zoomed: zoom.view !== null,
    /** Does a drag do what `mode` says? */
    pressed: takesTouch || !coarse,
    box: drawing ?? box?.drawn ?? null,
    clearBox,
    zoomBy: (factor: number) => onView(zoomView(view, home, factor, { x: (view.x[0] + view.x[1]) / 2, y: (view.y[0] + view.y[1]) / 2 })),
    panBy: ({ across, down }: Step) =>
      onView(
        panView(view, home, {
          x: (view.x[1] - view.x[0]) * PAN_SHARE * across,
          y: (view.y[1] - view.y[0]) * PAN_SHARE * -down,
        }),
      ),
    reset: () => {
      zoom.onView(null);
      clearBox();
    },
    choose: (next: DragMode) => {
      setChosen(next);
      // Pressed a second time on a touch screen: the finger scrolls the page again.
      setTakesTouch(!(takesTouch && coarse && next === mode));
    },
  };
}

export type Zoom = NonNullable<ReturnType<typeof useZoom>>;
