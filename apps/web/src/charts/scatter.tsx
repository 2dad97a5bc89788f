import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Axes, Legend, TitleHints } from './axes.tsx';
import { ChartTools, TOOLS_WIDTH } from './chart-tools.tsx';
import { holdsPoint, legendGround } from './legend-layout.ts';
import { heightFor, MARK, textWidth } from './look.ts';
import { placeLabels } from './place-labels.ts';
import { type AxisTitles, type FrameOptions, type Heading, type LegendEntry, layoutFrame, type PlotFrame } from './plot-frame.ts';
import { PointStrip, type PointText, PointTooltip, spokenPoint } from './point-tooltip.tsx';
import { drawPoints, type PointLook, prepareCanvas } from './points-canvas.ts';
import { type Span, spanOf } from './scale.ts';
import { drawOrder, nearestPoint, nextStop, type OpenSpan, openSpan, pointsWithin, project, type ScatterData } from './scatter-data.ts';
import { type DataLine, type Guide, Guides, PointLabels, Rings } from './scatter-marks.tsx';
import type { FigureStyle } from './types.ts';
import { type DragMode, type Pixel, useGestures } from './use-gestures.ts';
import { useMedia } from './use-size.ts';
import { isZoomed, panView, type View, zoomView } from './view.ts';

export interface ScatterProps {
  data: ScatterData;
  /** By the numbers in `data.looks`. */
  looks: readonly PointLook[];
  /** The look that may be thinned on screen, or null. */
  thinned: number | null;
  /** What the plot shows before any zoom. */
  home: View;
  titles: AxisTitles;
  legend: readonly LegendEntry[];
  guides: readonly Guide[];
  /** Lines of fits, and outlines, in data values. */
  lines?: readonly DataLine[];
  /** A line over the plot. */
  heading?: Heading | undefined;
  /** Ticks of another kind than round numbers, as those of a logarithmic axis. */
  ticks?: FrameOptions['ticks'];
  /** Pixels; by the printed proportions where none is told. */
  height?: number;
  /** Rows to write names beside, the most important first. */
  labelled: readonly number[];
  italic: boolean;
  /** Rows that the arrow keys walk over. */
  stops: readonly number[];
  describe: (row: number) => PointText;
  /** A drawn box in words. */
  rangeText: (x: OpenSpan, y: OpenSpan) => string;
  /** The line under the plot. */
  note: (omitted: number, unplaced: number) => string;
  style: FigureStyle;
  width: number;
  alternative: string;
  highlighted: number | null;
  onSelect?: ((genes: string[], range: string) => void) | undefined;
  onPointClick?: ((gene: string) => void) | undefined;
}

const COMPACT_BELOW = 480;
const HOVER_REACH = 12;
const TOUCH_REACH = 26;
const KEY_ZOOM = 1.6;

/** Half the way between two corners of an outline: a side may cross where no corner lies. */
const CORNER_REACH = 10;
const NO_LINES: readonly DataLine[] = [];

type Box = View;

/** Is the upper right corner taken by points or lines? */
function legendCovers(frame: PlotFrame, data: ScatterData, lines: readonly DataLine[], looks: readonly PointLook[]): boolean {
  const { position, box, entries } = frame.legend;
  if (position !== 'top-right' || entries.length === 0) return false;
  const { xs, ys } = project(data, frame);
  const ground = legendGround(box);
  const radius = Math.max(...looks.map((look) => look.radius));
  return (
    holdsPoint(ground, xs, ys, radius) ||
    lines.some(({ points }) =>
      holdsPoint(
        ground,
        points.map(([x]) => frame.x(x)),
        points.map(([, y]) => frame.y(y)),
        CORNER_REACH,
      ),
    )
  );
}

function boxOf(frame: PlotFrame, from: Pixel, to: Pixel): Box {
  const spanBetween = (a: number, b: number): Span => (a < b ? [a, b] : [b, a]);
  return {
    x: spanBetween(frame.x.invert(from.x), frame.x.invert(to.x)),
    y: spanBetween(frame.y.invert(from.y), frame.y.invert(to.y)),
  };
}

/** Points on two axes: canvas for the points, SVG for everything with text, one focusable surface above for mouse, touch and keys. */
export function Scatter(props: ScatterProps) {
  const { data, looks, thinned, home, titles, legend, style, width } = props;
  const height = props.height ?? heightFor(style, width);
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

  const { lines = NO_LINES, heading, ticks } = props;
  const homeFrame = useMemo(() => {
    const wanted = { width, height, view: home, titles, style, legend, heading, ticks };
    const inside = layoutFrame(wanted);
    return legendCovers(inside, data, lines, looks) ? layoutFrame({ ...wanted, legendAbove: true }) : inside;
  }, [width, height, home, titles, style, legend, heading, ticks, data, lines, looks]);
  const legendAbove = homeFrame.legend.position === 'above';
  const frame = useMemo(
    () => (zoomed === null ? homeFrame : layoutFrame({ width, height, view: zoomed, titles, style, legend, heading, ticks, legendAbove })),
    [zoomed, homeFrame, width, height, titles, style, legend, heading, ticks, legendAbove],
  );
  const cell = Math.max(1.5, (thinned === null ? 0 : (looks[thinned]?.radius ?? 0)) * 0.8);
  const points = useMemo(() => project(data, frame), [data, frame]);
  const drawn = useMemo(() => drawOrder(points, frame, thinned, cell), [points, frame, thinned, cell]);
  const omitted = useMemo(
    () => (frame === homeFrame ? drawn.omitted : drawOrder(project(data, homeFrame), homeFrame, thinned, cell).omitted),
    [drawn, frame, homeFrame, data, thinned, cell],
  );
  const radius = looks[looks.length - 1]?.radius ?? 2;
  const labels = useMemo(() => {
    const { plot, typeface } = frame;
    const visible = props.labelled.filter((row) => {
      const [x, y] = [points.xs[row] as number, points.ys[row] as number];
      return x >= plot.x && x <= plot.x + plot.width && y >= plot.y && y <= plot.y + plot.height;
    });
    const anchors = visible.map((row) => {
      const text = data.names[row] as string;
      return {
        x: points.xs[row] as number,
        y: points.ys[row] as number,
        text,
        width: textWidth(text, typeface, props.italic ? 'italic' : 'normal') + 2,
      };
    });
    const marks = {
      xs: Array.from(drawn.order, (i) => points.xs[i] as number),
      ys: Array.from(drawn.order, (i) => points.ys[i] as number),
    };
    const blocked = frame.legend.position === 'top-right' && legend.length > 0 ? [legendGround(frame.legend.box)] : [];
    const bounds = { ...plot, x: plot.x + 2, y: plot.y - 6, width: plot.width + 8, height: plot.height + 6 };
    const placed = placeLabels(anchors, { bounds, lineHeight: typeface.size * 1.25, radius, blocked, points: marks });
    return { rows: visible, placed, unplaced: visible.length - placed.length };
  }, [frame, points, drawn, data, props.labelled, props.italic, radius, legend.length]);

  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const context = prepareCanvas(canvas.current, width, height);
    if (context !== null) drawPoints(context, points, drawn.order, looks, zoomed === null ? null : frame.plot);
  }, [points, drawn, looks, width, height, zoomed, frame]);

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
    const next = nextStop(props.stops, values, active, direction);
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
            <Guides frame={frame} guides={props.guides} lines={lines} />
            <Axes frame={frame} />
            <PointLabels frame={frame} points={points} labels={labels} names={data.names} radius={radius} italic={props.italic} />
            <Legend frame={frame} />
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
