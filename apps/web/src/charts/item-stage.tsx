import type { ItemText } from '@oncoloom/figures';
import type { Step } from '@oncoloom/figures/kinds';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { PointStrip, PointTooltip, spokenPoint } from './point-tooltip.tsx';
import { prepareCanvas } from './points-canvas.ts';

const COMPACT_BELOW = 480;

interface Place {
  x: number;
  y: number;
}

export interface ItemStageProps {
  /** Width of the card where the picture may be wider, and is scrolled then. */
  room?: number;
  width: number;
  height: number;
  alternative: string;
  /** What the arrow keys walk over, in words: 「图中的箱子」. */
  items: string;
  /** Items in the order of the arrow keys. */
  stops: readonly number[];
  /** Where an arrow leads, of items in rows and columns. */
  walk?: (from: number | null, step: Step) => number;
  /** The item at a place, or null. */
  hit: (at: Place) => number | null;
  /** Where an item's card stands. */
  anchor: (item: number) => Place | null;
  describe: (item: number) => ItemText;
  /** The item that was searched for. */
  highlighted: number | null;
  onPress?: ((item: number) => void) | undefined;
  /** Draws under the SVG; memoised by the caller. */
  draw?: (context: CanvasRenderingContext2D) => void;
  /** The SVG's content, given the item that is told of. */
  children: (active: number | null) => ReactNode;
  /** Stands above everything that takes the pointer. */
  hints?: ReactNode;
  /** The line under the plot. */
  note?: string;
}

/** A picture whose boxes, lines or bars are told of one by one: by pointer, finger and arrow keys. */
export function ItemStage(props: ItemStageProps) {
  const { width, height, stops, draw, room = width } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');

  useLayoutEffect(() => {
    if (canvas.current === null || draw === undefined) return;
    const context = prepareCanvas(canvas.current, width, height);
    if (context !== null) draw(context);
  }, [draw, width, height]);

  const itemAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return props.hit({ x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const go = (item: number | undefined) => {
    if (item === undefined) return;
    setActive(item);
    setSpoken(spokenPoint(props.describe(item)));
  };
  const step = (by: 1 | -1, way: keyof Step) => {
    if (props.walk !== undefined) return go(props.walk(active, { across: 0, down: 0, [way]: by }));
    const at = active === null ? -1 : stops.indexOf(active);
    go(at === -1 ? stops[0] : stops[Math.min(Math.max(at + by, 0), stops.length - 1)]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowRight: () => step(1, 'across'),
      ArrowDown: () => step(1, 'down'),
      ArrowLeft: () => step(-1, 'across'),
      ArrowUp: () => step(-1, 'down'),
      Home: () => go(stops[0]),
      End: () => go(stops.at(-1)),
      Escape: () => setActive(null),
      Enter: () => {
        if (active !== null) props.onPress?.(active);
      },
    };
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };

  const told = active ?? props.highlighted;
  const place = told === null ? null : props.anchor(told);
  const compact = room < COMPACT_BELOW;
  const scrolls = width > room;
  return (
    <div className="chart">
      <div className={scrolls ? 'chart-scroll' : undefined}>
        <div className="chart-stage" style={{ width, height }}>
          <div role="img" aria-label={props.alternative}>
            {draw !== undefined && <canvas ref={canvas} style={{ width, height }} />}
            <svg width={width} height={height} aria-hidden>
              {props.children(told)}
            </svg>
          </div>
          <div
            className="chart-surface"
            role="application"
            aria-label={`${props.items}：用方向键逐个查看`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a focused surface
            tabIndex={0}
            onKeyDown={onKeyDown}
            // What the keys chose must not stand before what is searched for next.
            onBlur={() => setActive(null)}
            onPointerMove={(event) => setActive(itemAt(event))}
            onPointerDown={(event) => setActive(itemAt(event))}
            onPointerLeave={(event) => {
              if (event.pointerType !== 'touch') setActive(null);
            }}
            onClick={() => {
              if (active !== null) props.onPress?.(active);
            }}
          />
          {props.hints}
          {told !== null && place !== null && !compact && <PointTooltip text={props.describe(told)} {...place} width={width} />}
          <div className="visually-hidden" aria-live="polite">
            {spoken}
          </div>
        </div>
      </div>
      {scrolls && <p className="caption chart-note">左右滑动看全部。</p>}
      {told !== null && place !== null && compact && <PointStrip text={props.describe(told)} />}
      {props.note !== undefined && props.note !== '' && <p className="caption chart-note">{props.note}</p>}
    </div>
  );
}
