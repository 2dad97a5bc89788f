import {
  hiddenNote,
  homeFrame,
  indexOfNames,
  layoutScatter,
  nearestPoint,
  nextStop,
  openSpan,
  pointsWithin,
  ScatterMarks,
  type ScatterModel,
  type ScatterPanel,
  type ScatterPlot,
  spanOf,
  type View,
  zoomedFrame,
} from '@oncoloom/figures';
import { useCallback, useId, useMemo, useState } from 'react';
import { drawPoints } from './points-canvas.ts';
import { Rings } from './rings.tsx';
import { Stage, type StageContent } from './stage/stage.tsx';
import { TitleHints } from './title-hints.tsx';
import type { ChartProps } from './types.ts';

interface ScatterProps {
  chart: ChartProps;
  model: ScatterModel;
  panel: ScatterPanel;
  plot: ScatterPlot;
}

const HOVER_REACH = 12;
const TOUCH_REACH = 26;

/** Points on two axes, zoomed on their own: canvas for the points, SVG for everything with text. */
export function Scatter({ chart, model, panel, plot: scatter }: ScatterProps) {
  const { data, looks, thinned, home } = scatter;
  const { width, height } = scatter.size;
  const { words, figure, highlight, selection, onSelect, onPointClick } = chart;
  const id = useId();
  const [zoomed, setZoomed] = useState<View | null>(null);
  const whole = useMemo(() => homeFrame(scatter), [scatter]);
  const layout = useMemo(
    () => layoutScatter(scatter, whole, zoomed === null ? whole : zoomedFrame(scatter, zoomed, whole), false),
    [scatter, whole, zoomed],
  );
  const { frame, points, order } = layout;
  const places = useMemo(() => indexOfNames(data.names), [data.names]);
  const highlighted = highlight === undefined ? null : (places.get(highlight.toUpperCase()) ?? null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => drawPoints(context, points, order, looks, frame === whole ? null : frame.plot),
    [points, order, looks, frame, whole],
  );
  const marks = useMemo(() => <ScatterMarks layout={layout} id={id} />, [layout, id]);
  const content = useMemo(
    (): StageContent => ({
      items: '图中的点',
      stops: scatter.stops,
      walk: (from, { across, down }) => nextStop(scatter.stops, across === 0 ? data.y : data.x, from, across - down > 0 ? 1 : -1),
      hit: (at, touch) => nearestPoint(points, at, touch ? TOUCH_REACH : HOVER_REACH, thinned),
      anchor: (place) => ({ x: points.xs[place] as number, y: points.ys[place] as number }),
      describe: (place) => model.describe(panel.rows[place] as number),
    }),
    [scatter, data, points, thinned, model, panel],
  );
  const select = (box: View | null) => {
    const rows = box === null ? [] : pointsWithin(data, box.x, box.y);
    if (box === null || rows.length === 0) return onSelect?.(null);
    const genes = [...new Set(rows.map((row) => data.names[row] as string))];
    const range = model.rangeText(openSpan(box.x, spanOf(data.x)), openSpan(box.y, spanOf(data.y)));
    onSelect?.({ panel: panel.name, box, genes, range });
  };
  const drawn = selection?.panel === panel.name ? selection.box : null;
  return (
    <Stage
      width={width}
      height={height}
      alternative={words.alternative ?? figure.title}
      content={content}
      highlighted={highlighted}
      onPress={(place) => onPointClick?.(data.names[place] as string)}
      draw={draw}
      hints={<TitleHints frame={frame} />}
      note={model.note(layout.omitted, layout.labels.unplaced) + hiddenNote(scatter.hidden)}
      zoom={{
        frame,
        home,
        view: zoomed,
        onView: setZoomed,
        box: onSelect === undefined ? undefined : { drawn, onDraw: select },
      }}
    >
      {(_, active) => (
        <>
          {marks}
          <Rings points={points} active={active} highlighted={highlighted} looks={looks} plot={frame.plot} />
        </>
      )}
    </Stage>
  );
}
