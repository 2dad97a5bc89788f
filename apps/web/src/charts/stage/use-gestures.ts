import { type PlotFrame, panView, type View, zoomView } from '@oncoloom/figures';
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef } from 'react';

export type DragMode = 'select' | 'pan';

export interface Pixel {
  x: number;
  y: number;
}

/** What drags, wheel and two fingers do to a plot that can be zoomed. */
export interface ZoomGestures {
  frame: PlotFrame;
  view: View;
  home: View;
  mode: DragMode;
  /** One finger scrolls the page until the reader has chosen a mode on purpose. */
  takesTouch: boolean;
  onView: (view: View) => void;
  /** The box being drawn. */
  onBox: (from: Pixel, to: Pixel) => void;
  /** The finished box; given again, because the last move may not have been rendered yet. Nulls: it was broken off. */
  onBoxEnd: (from: Pixel | null, to: Pixel | null) => void;
}

interface GestureOptions {
  /** Null: the plot stays as it is, and drags, wheel and two fingers are the page's. */
  zoom: ZoomGestures | null;
  onHover: (at: Pixel | null) => void;
  /** A click or a tap. */
  onPress: (at: Pixel, touch: boolean) => void;
}

/** Movement below this is a click. */
const CLICK_SLACK = 4;

interface Drag {
  /** A slide tells of what it passes over, and presses nothing. */
  kind: 'press' | 'slide' | 'box' | 'pan' | 'pinch';
  start: Pixel;
  last: Pixel;
  distance: number;
  touch: boolean;
}

function dataAt(frame: PlotFrame, at: Pixel): Pixel {
  return { x: frame.x.invert(at.x), y: frame.y.invert(at.y) };
}

function pinchOf(pointers: Map<number, Pixel>): { centre: Pixel; distance: number } {
  const [a, b] = [...pointers.values()];
  if (a === undefined || b === undefined) return { centre: { x: 0, y: 0 }, distance: 1 };
  return { centre: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, distance: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) };
}

/**
 * Mouse and fingers on a stage. Where the plot can be zoomed, a drag draws a box or moves it, Shift + drag always moves,
 * Ctrl + wheel and two fingers zoom; a plain wheel and one finger are left to the page.
 */
export function useGestures(surface: RefObject<HTMLElement | null>, options: GestureOptions) {
  const latest = useRef(options);
  latest.current = options;
  const pointers = useRef(new Map<number, Pixel>());
  const drag = useRef<Drag | null>(null);

  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    // React's own wheel listener is passive, and could not keep the browser from zooming the page.
    const onWheel = (event: WheelEvent) => {
      const { zoom } = latest.current;
      if (zoom === null || (!event.ctrlKey && !event.metaKey)) return;
      event.preventDefault();
      const { frame, view, home, onView } = zoom;
      const box = element.getBoundingClientRect();
      const centre = dataAt(frame, { x: event.clientX - box.left, y: event.clientY - box.top });
      onView(zoomView(view, home, Math.exp(-event.deltaY * 0.004), centre));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [surface]);

  const place = (event: ReactPointerEvent): Pixel => {
    const box = surface.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };

  const moveBy = ({ frame, view, home, onView }: ZoomGestures, from: Pixel, to: Pixel) => {
    const [a, b] = [dataAt(frame, from), dataAt(frame, to)];
    onView(panView(view, home, { x: a.x - b.x, y: a.y - b.y }));
  };

  const pinch = ({ frame, view, home, onView }: ZoomGestures, current: Drag) => {
    const { centre, distance } = pinchOf(pointers.current);
    const [a, b] = [dataAt(frame, current.last), dataAt(frame, centre)];
    const moved = panView(view, home, { x: a.x - b.x, y: a.y - b.y });
    onView(zoomView(moved, home, distance / current.distance, a));
    current.distance = distance;
    current.last = centre;
  };

  const onPointerDown = (event: ReactPointerEvent) => {
    const touch = event.pointerType === 'touch';
    if (!touch && event.button !== 0) return;
    const at = place(event);
    pointers.current.set(event.pointerId, at);
    surface.current?.setPointerCapture(event.pointerId);
    const { zoom, onHover } = latest.current;
    if (pointers.current.size === 2 && zoom !== null) {
      if (drag.current?.kind === 'box') zoom.onBoxEnd(null, null);
      const { centre, distance } = pinchOf(pointers.current);
      drag.current = { kind: 'pinch', start: centre, last: centre, distance, touch };
      return;
    }
    drag.current = { kind: 'press', start: at, last: at, distance: 1, touch };
    if (zoom === null) onHover(at);
  };

  const onPointerMove = (event: ReactPointerEvent) => {
    const at = place(event);
    const current = drag.current;
    const { zoom, onHover } = latest.current;
    if (current === null) {
      if (event.pointerType !== 'touch') onHover(at);
      return;
    }
    if (pointers.current.has(event.pointerId)) pointers.current.set(event.pointerId, at);
    const moved = Math.hypot(at.x - current.start.x, at.y - current.start.y) >= CLICK_SLACK;
    if (zoom === null) {
      if (moved) current.kind = 'slide';
      onHover(at);
      return;
    }
    if (current.kind === 'pinch') return pinch(zoom, current);
    if (current.kind === 'press') {
      if (!moved || (current.touch && !zoom.takesTouch)) return;
      current.kind = zoom.mode === 'pan' || event.shiftKey ? 'pan' : 'box';
      onHover(null);
    }
    if (current.kind === 'pan') moveBy(zoom, current.last, at);
    else zoom.onBox(current.start, at);
    current.last = at;
  };

  const onPointerUp = (event: ReactPointerEvent) => {
    pointers.current.delete(event.pointerId);
    const current = drag.current;
    if (current?.kind === 'pinch' && pointers.current.size > 0) return;
    drag.current = null;
    if (current?.kind === 'box') latest.current.zoom?.onBoxEnd(current.start, current.last);
    if (current?.kind === 'press') latest.current.onPress(current.start, current.touch);
  };

  const onPointerCancel = (event: ReactPointerEvent) => {
    pointers.current.delete(event.pointerId);
    // The browser took the finger: a half drawn box would stay for ever.
    if (drag.current?.kind === 'box') latest.current.zoom?.onBoxEnd(null, null);
    drag.current = null;
  };

  const onPointerLeave = (event: ReactPointerEvent) => {
    // A finger leaves with each tap; what it chose is still to be read.
    if (drag.current === null && event.pointerType !== 'touch') latest.current.onHover(null);
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave };
}
