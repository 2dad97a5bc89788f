import { type KeyboardEvent, type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { distinctParts, type FigurePart, partAt, partsIn, partWords } from './figure-parts.ts';

/** A press that goes no farther is no drag. */
const DRAG_FROM = 3;
/** CSS pixels by which a part may have moved when its picture was drawn anew. */
const SAME_PANEL = 80;

interface Shift {
  x: number;
  y: number;
}

const ARROWS: Readonly<Record<string, Shift>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface PartsLayerProps {
  picture: RefObject<SVGSVGElement | null>;
  /** Opens what edits a part. */
  onPart: (part: FigurePart) => void;
  /** Can this part be moved? */
  movable: (part: FigurePart) => boolean;
  /** Moves a part by CSS pixels. */
  onMove: (part: FigurePart, by: Shift) => void;
  /** CSS pixels of one press of an arrow key. */
  step: number;
  /** Another one when the picture was drawn anew. */
  version: unknown;
}

/** Lies over a picture that is edited: shows which part a press means, opens its field, and moves labels, by pointer or by keys. */
export function PartsLayer({ picture, onPart, movable, onMove, step, version }: PartsLayerProps) {
  const [active, setActive] = useState<FigurePart | null>(null);
  const [drag, setDrag] = useState<{ part: FigurePart; from: Shift; by: Shift } | null>(null);
  const dragged = useRef(false);

  const parts = () => (picture.current === null ? [] : partsIn(picture.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture is read again when it was drawn anew
  useLayoutEffect(() => {
    setActive((one) => (one === null ? null : (parts().find((other) => isSame(one, other)) ?? one)));
  }, [version]);
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const at = placeOf(event);
    if (drag === null) setActive(partAt(parts(), at));
    else setDrag({ ...drag, by: { x: at.x - drag.from.x, y: at.y - drag.from.y } });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const at = placeOf(event);
    const part = partAt(parts(), at);
    setActive(part);
    dragged.current = false;
    if (part === null || !movable(part)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ part, from: at, by: { x: 0, y: 0 } });
  };
  const onPointerUp = () => {
    if (drag === null) return;
    setDrag(null);
    dragged.current = Math.hypot(drag.by.x, drag.by.y) >= DRAG_FROM;
    if (dragged.current) onMove(drag.part, drag.by);
  };
  const walk = (by: 1 | -1) => {
    const all = distinctParts(parts());
    const at = active === null ? -1 : all.findIndex(({ part, name }) => part === active.part && name === active.name);
    setActive(all[at === -1 ? 0 : (at + by + all.length) % all.length] ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow !== undefined && event.shiftKey) {
      if (active !== null && movable(active)) onMove(active, { x: arrow.x * step, y: arrow.y * step });
    } else if (arrow !== undefined) walk(arrow.x + arrow.y > 0 ? 1 : -1);
    else if (event.key === 'Enter' && active !== null) onPart(active);
    else if (event.key === 'Escape' && active !== null) {
      setActive(null);
      // The next one is for whatever stands around.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  const outline = drag === null ? active : { ...drag.part, x: drag.part.x + drag.by.x, y: drag.part.y + drag.by.y };
  return (
    <div
      className="chart-surface parts-layer"
      role="application"
      aria-label="图的各部分：方向键逐个选，回车编辑，Shift 加方向键挪动基因名等标注"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a focused surface
      tabIndex={0}
      style={{ cursor: outline === null ? 'default' : movable(outline) ? 'move' : 'pointer' }}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(null)}
      onPointerLeave={() => {
        if (drag === null) setActive(null);
      }}
      onClick={() => {
        if (active !== null && !dragged.current) onPart(active);
      }}
      onKeyDown={onKeyDown}
    >
      {outline !== null && (
        <div
          className="part-outline"
          style={{ left: outline.x - 4, top: outline.y - 4, width: outline.width + 8, height: outline.height + 8 }}
        />
      )}
      <div className="visually-hidden" aria-live="polite">
        {active === null ? '' : partWords(active)}
      </div>
    </div>
  );
}

/** Of the same part in several panels, the one that was meant. */
function isSame(one: FigurePart, other: FigurePart): boolean {
  return one.part === other.part && one.name === other.name && Math.hypot(one.x - other.x, one.y - other.y) < SAME_PANEL;
}
