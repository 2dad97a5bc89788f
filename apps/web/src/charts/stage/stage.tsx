import type { ItemText, Rect } from '@oncoloom/figures';
import type { Step } from '@oncoloom/figures/kinds';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { PointStrip, PointTooltip, spokenPoint } from '../point-tooltip.tsx';
import { prepareCanvas } from '../points-canvas.ts';
import { ChartTools } from './chart-tools.tsx';
import { type KeyAction, keyAction, nextAlong } from './keys.ts';
import { SelectionBox } from './selection-box.tsx';
import { type Pixel, useGestures } from './use-gestures.ts';
import { type StageZoom, useZoom } from './use-zoom.ts';

const COMPACT_BELOW = 480;

/** The items that a stage tells of one by one. Another object: the item that was told of is forgotten. */
export interface StageContent {
  /** What the arrow keys walk over, in words: 「图中的箱子」. */
  items: string;
  /** Items in the order of the arrow keys. */
  stops: readonly number[];
  /** Where an arrow key leads, of items in two dimensions. */
  walk?: (from: number | null, step: Step) => number | null;
  /** The item at a place, or null. A finger is less exact than a mouse. */
  hit: (at: Pixel, touch: boolean) => number | null;
  /** Where an item's card stands; null: it has none. */
  anchor: (item: number) => Pixel | null;
  describe: (item: number) => ItemText;
}

interface StageProps {
  /** Width of the card where the picture may be wider, and is scrolled then. */
  room?: number;
  width: number;
  height: number;
  alternative: string;
  content: StageContent;
  /** The item that was searched for. */
  highlighted: number | null;
  onPress?: ((item: number) => void) | undefined;
  /** Draws under the SVG; memoised by the caller. */
  draw?: (context: CanvasRenderingContext2D) => void;
  /** The SVG's content, given the item that is told of, and the one that the pointer or the keys are on. */
  children: (told: number | null, active: number | null) => ReactNode;
  /** Stands above everything that takes the pointer. */
  hints?: ReactNode;
  /** The line under the plot. */
  note?: string;
  /** Without it the plot cannot be zoomed. */
  zoom?: StageZoom;
}

function holds({ x, y, width, height }: Rect, at: Pixel): boolean {
  return at.x >= x - 1 && at.x <= x + width + 1 && at.y >= y - 1 && at.y <= y + height + 1;
}

/** The item that the pointer or the keys are on, and the sentence for a screen reader. */
function useActive(content: StageContent) {
  const [held, setHeld] = useState<{ item: number; of: StageContent } | null>(null);
  const [spoken, setSpoken] = useState('');
  // Drawn anew, the same number may be another item, or none.
  const active = held !== null && held.of === content ? held.item : null;
  const setActive = (item: number | null) => setHeld(item === null ? null : { item, of: content });
  const go = (item: number | null | undefined) => {
    if (item === null || item === undefined) return;
    setActive(item);
    setSpoken(spokenPoint(content.describe(item)));
  };
  return { active, setActive, spoken, go };
}

/** A picture whose points, boxes, lines, bars or cells are told of one by one: by pointer, finger and arrow keys. */
export function Stage(props: StageProps) {
  const { width, height, content, draw, room = width } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const { active, setActive, spoken, go } = useActive(content);
  const zoom = useZoom(props.zoom);

  useLayoutEffect(() => {
    if (canvas.current === null || draw === undefined) return;
    const context = prepareCanvas(canvas.current, width, height);
    if (context !== null) draw(context);
  }, [draw, width, height]);

  const gestures = useGestures(surface, {
    zoom: zoom?.gestures ?? null,
    onHover: (at) => setActive(at === null ? null : content.hit(at, false)),
    onPress: (at, touch) => {
      const item = content.hit(at, touch);
      setActive(item);
      if (item === null) zoom?.clearBox();
      else props.onPress?.(item);
    },
  });
  const act = (action: KeyAction) => {
    if (action.does === 'walk')
      go(content.walk === undefined ? nextAlong(content.stops, active, action.step) : content.walk(active, action.step));
    else if (action.does === 'pan') zoom?.panBy(action.step);
    else if (action.does === 'zoom') zoom?.zoomBy(action.factor);
    else if (action.does === 'reset') zoom?.reset();
    else if (action.does === 'first') go(content.stops[0]);
    else if (action.does === 'last') go(content.stops.at(-1));
    else if (action.does === 'press') {
      if (active !== null) props.onPress?.(active);
    } else {
      setActive(null);
      zoom?.clearBox();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keyAction(event, { can: zoom !== null, is: zoom?.zoomed === true });
    if (action === null) return;
    event.preventDefault();
    act(action);
  };

  const told = active ?? props.highlighted;
  const place = told === null ? null : content.anchor(told);
  // Off the plot while zoomed, or without numbers.
  const inSight = place !== null && (zoom === null || holds(zoom.frame.plot, place));
  const compact = room < COMPACT_BELOW;
  const scrolls = width > room;
  return (
    <div className="chart">
      <div className={scrolls ? 'chart-scroll' : undefined}>
        <div className="chart-stage" style={{ width, height }}>
          <div role="img" aria-label={props.alternative}>
            {draw !== undefined && <canvas ref={canvas} style={{ width, height }} />}
            <svg width={width} height={height} aria-hidden>
              {props.children(told, active)}
              {zoom !== null && zoom.box !== null && <SelectionBox frame={zoom.frame} box={zoom.box} />}
            </svg>
          </div>
          <div
            ref={surface}
            className="chart-surface"
            role="application"
            aria-label={`${content.items}：用方向键逐个查看${zoom === null ? '' : '，加号、减号缩放，0 还原'}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a focused surface
            tabIndex={0}
            style={
              zoom === null
                ? undefined
                : { cursor: zoom.mode === 'pan' ? 'grab' : 'crosshair', touchAction: zoom.takesTouch ? 'none' : 'pan-x pan-y' }
            }
            onKeyDown={onKeyDown}
            // What the keys chose must not stand before what is searched for next.
            onBlur={() => setActive(null)}
            onDoubleClick={zoom?.reset}
            {...gestures}
          />
          {props.hints}
          {told !== null && inSight && !compact && <PointTooltip text={content.describe(told)} {...place} width={width} />}
          <div className="visually-hidden" aria-live="polite">
            {spoken}
          </div>
        </div>
      </div>
      {scrolls && <p className="caption chart-note">左右滑动看全部。</p>}
      {zoom !== null && <ChartTools zoom={zoom} width={width} />}
      {told !== null && place !== null && compact && <PointStrip text={content.describe(told)} />}
      {props.note !== undefined && props.note !== '' && <p className="caption chart-note">{props.note}</p>}
    </div>
  );
}
