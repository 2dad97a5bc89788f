import {
  homeFrame,
  type ItemText,
  isZoomed,
  layoutScatter,
  MARK,
  nearestPoint,
  nextStop,
  openSpan,
  type PlotFrame,
  panView,
  pointsWithin,
  ScatterMarks,
  type ScatterModel,
  type ScatterPlot,
  type Span,
  spanOf,
  type View,
  zoomedFrame,
  zoomView,
} from '@oncoloom/figures';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ChartTools, TOOLS_WIDTH } from './chart-tools.tsx';
import { PointStrip, PointTooltip, spokenPoint } from './point-tooltip.tsx';
import { drawPoints, prepareCanvas } from './points-canvas.ts';
import { Rings } from './rings.tsx';
import { TitleHints } from './title-hints.tsx';

import { type DragMode, type Pixel, useGestures } from './use-gestures.ts';
import { useMedia } from './use-size.ts';

export interface ScatterProps {
  plot: ScatterPlot;
  describe: (place: number) => ItemText;
  rangeText: ScatterModel['rangeText'];
  note: ScatterModel['note'];
  alternative: string;
  highlighted: number | null;
  onSelect?: ((genes: string[], range: string) => void) | undefined;
  onPointClick?: ((gene: string) => void) | undefined;
}

const COMPACT_BELOW = 480;
const HOVER_REACH = 12;
const TOUCH_REACH = 26;
const KEY_ZOOM = 1.6;

type Box = View;

function boxOf(frame: PlotFrame, from: Pixel, to: Pixel): Box {
  const spanBetween = (a: number, b: number): Span => (a < b ? [a, b] : [b, a]);
  return {
    x: spanBetween(frame.x.invert(from.x), frame.x.invert(to.x)),
    y: spanBetween(frame.y.invert(from.y), frame.y.invert(to.y)),
  };
}

/** Points on two axes: canvas for the points, SVG for everything with text, one focusable surface above for mouse, touch and keys. */
export function Scatter(props: ScatterProps) {
  const { plot: scatter } = props;
  const { data, looks, thinned, home } = scatter;
  const { width, height } = scatter.size;
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState<View | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const [spoken, setSpoken] = useState('');
  const [box, setBox] = useState<Box | null>(null);
  const [mode, setMode] = useState<DragMode>('select');
  const [takesTouch, setTakesTouch] = useState(false);
  const coarse = useMedia('(pointer: coarse)');
  const view = zoomed ?? home;
  const whole = useMemo(() => homeFrame(scatter), [scatter]);
  const layout = useMemo(
    () => layoutScatter(scatter, whole, zoomed === null ? whole : zoomedFrame(scatter, zoomed, whole), false),
    [scatter, whole, zoomed],
  );
  const { frame, points, order, omitted, labels } = layout;

  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const context = prepareCanvas(canvas.current, width, height);
    if (context !== null) drawPoints(context, points, order, looks, zoomed === null ? null : frame.plot);
  }, [points, order, looks, width, height, zoomed, frame]);

  const changeView = (next: View) => {
    setZoomed(isZoomed(next, home) ? next : null);
    setActive(null);
  };
  const centre = { x: (view.x[0] + view.x[1]) / 2, y: (view.y[0] + view.y[1]) / 2 };
  const zoomBy = (factor: number) => changeView(zoomView(view, home, factor, centre));
  const clearBox = () => {
    if (box === null) return;
    setBox(null);
    props.onSelect?.([], '');
  };
  const reset = () => {
    setZoomed(null);
    clearBox();
  };
  const finishBox = (drawnBox: Box) => {
    const rows = pointsWithin(data, drawnBox.x, drawnBox.y);
    if (rows.length === 0) {
      setBox(null);
      props.onSelect?.([], '');
      return;
    }
    setBox(drawnBox);
    const range = props.rangeText(openSpan(drawnBox.x, spanOf(data.x)), openSpan(drawnBox.y, spanOf(data.y)));
    props.onSelect?.([...new Set(rows.map((row) => data.names[row] as string))], range);
  };
  const gestures = useGestures(surface, {
    frame,
    view,
    home,
    mode,
    takesTouch,
    onView: changeView,
    onBox: (from, to) => setBox(boxOf(frame, from, to)),
    onBoxEnd: (from, to) => finishBox(boxOf(frame, from, to)),
    onHover: (at) => setActive(at === null ? null : nearestPoint(points, at, HOVER_REACH, thinned)),
    onPress: (at, touch) => {
      const row = nearestPoint(points, at, touch ? TOUCH_REACH : HOVER_REACH, thinned);
      setActive(row);
      if (row === null) clearBox();
      else props.onPointClick?.(data.names[row] as string);
    },
  });

  const walk = (values: Float64Array, direction: 1 | -1) => {
    const next = nextStop(scatter.stops, values, active, direction);
    setActive(next);
    if (next !== null) setSpoken(spokenPoint(props.describe(next)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const pan = (x: number, y: number) =>
      changeView(panView(view, home, { x: ((view.x[1] - view.x[0]) / 8) * x, y: ((view.y[1] - view.y[0]) / 8) * y }));
    const step = event.shiftKey && zoomed !== null ? pan : (x: number, y: number) => walk(x === 0 ? data.y : data.x, x + y > 0 ? 1 : -1);
    const actions: Record<string, () => void> = {
      ArrowRight: () => step(1, 0),
      ArrowLeft: () => step(-1, 0),
      ArrowUp: () => step(0, 1),
      ArrowDown: () => step(0, -1),
      '+': () => zoomBy(KEY_ZOOM),
      '=': () => zoomBy(KEY_ZOOM),
      '-': () => zoomBy(1 / KEY_ZOOM),
      '0': reset,
      Escape: () => {
        setActive(null);
        clearBox();
      },
      Enter: () => {
        if (active !== null) props.onPointClick?.(data.names[active] as string);
      },
    };
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };

  const told = active ?? props.highlighted;
  const place = told === null ? null : { x: points.xs[told] as number, y: points.ys[told] as number };
  const { plot } = frame;
  const inPlot = (at: Pixel) =>
    at.x >= plot.x - 1 && at.x <= plot.x + plot.width + 1 && at.y >= plot.y - 1 && at.y <= plot.y + plot.height + 1;
  // Off the plot while zoomed, or without numbers.
  const visible = place !== null && inPlot(place);
  const compact = width < COMPACT_BELOW;
  const note = props.note(omitted, labels.unplaced);
  return (
    <div className="chart">
      <div className="chart-stage" style={{ width, height }}>
        <div role="img" aria-label={props.alternative}>
          <canvas ref={canvas} style={{ width, height }} />
          <svg width={width} height={height} aria-hidden>
            <ScatterMarks layout={layout} id={id} />
            {box !== null && <BoxMark frame={frame} box={box} />}
            <Rings points={points} active={active} highlighted={props.highlighted} looks={looks} plot={frame.plot} />
          </svg>
        </div>
        <div
          ref={surface}
          className="chart-surface"
          role="application"
          aria-label="图中的点：用方向键逐个查看，加号、减号缩放，0 还原"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a focused surface
          tabIndex={0}
          style={{ cursor: mode === 'pan' ? 'grab' : 'crosshair', touchAction: takesTouch ? 'none' : 'pan-x pan-y' }}
          onKeyDown={onKeyDown}
          onDoubleClick={reset}
          {...gestures}
        />
        <TitleHints frame={frame} />
        {told !== null && place !== null && visible && !compact && (
          <PointTooltip text={props.describe(told)} x={place.x} y={place.y} width={width} />
        )}
        <div className="visually-hidden" aria-live="polite">
          {spoken}
        </div>
      </div>
      <ChartTools
        ownRow={plot.x + (plot.width + frame.titles.x.width) / 2 > width - TOOLS_WIDTH}
        mode={mode}
        zoomed={zoomed !== null}
        pressed={takesTouch || !coarse}
        onMode={(next) => {
          setMode(next);
          // Pressed a second time on a touch screen: the finger scrolls the page again.
          setTakesTouch(!(takesTouch && coarse && next === mode));
        }}
        onZoom={zoomBy}
        onReset={reset}
      />
      {told !== null && compact && <PointStrip text={props.describe(told)} />}
      {note !== '' && <p className="caption chart-note">{note}</p>}
    </div>
  );
}

function BoxMark({ frame, box }: { frame: PlotFrame; box: Box }) {
  const [x1, x2] = [frame.x(box.x[0]), frame.x(box.x[1])];
  const [y1, y2] = [frame.y(box.y[1]), frame.y(box.y[0])];
  return (
    <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} fill={MARK.accent} fillOpacity={0.06} stroke={MARK.accent} strokeDasharray="3 2" />
  );
}
