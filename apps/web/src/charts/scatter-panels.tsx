import { useMemo } from 'react';
import { indexOfNames } from './differential.ts';
import type { Facets } from './facets.ts';
import { PanelGrid, type PanelPlace } from './panel-grid.tsx';
import type { AxisTitles, FrameOptions, LegendEntry } from './plot-frame.ts';
import type { PointText } from './point-tooltip.tsx';
import type { PointLook } from './points-canvas.ts';
import { type Span, spanOf } from './scale.ts';
import { Scatter } from './scatter.tsx';
import type { OpenSpan } from './scatter-data.ts';
import type { DataLine, Guide } from './scatter-marks.tsx';
import type { ChartProps } from './types.ts';
import type { View } from './view.ts';

/** What one panel shows. */
export interface ScatterPanel {
  name: string;
  /** Its rows of the points. */
  rows: readonly number[];
  home: View;
  lines: readonly DataLine[];
  titles: AxisTitles;
  /** What the statistics say of it; empty where there is nothing. */
  text: string;
}

export interface ScatterPanelsProps {
  chart: ChartProps;
  panels: readonly ScatterPanel[];
  /** Points of all panels. */
  names: readonly string[];
  x: Float64Array;
  y: Float64Array;
  /** Place of a point's look. */
  look: (row: number) => number;
  looks: readonly PointLook[];
  thinned: number | null;
  legend: readonly LegendEntry[];
  guides?: readonly Guide[];
  ticks?: FrameOptions['ticks'];
  /** Write every name beside its point. */
  named?: boolean;
  italic: boolean;
  describe: (row: number) => PointText;
  rangeText: (x: OpenSpan, y: OpenSpan) => string;
  note: (omitted: number, unplaced: number) => string;
}

const NO_ROWS: readonly number[] = [];
const NO_GUIDES: readonly Guide[] = [];
/** Arrow keys walk over these many; of more points nobody hears them all. */
const STOPS_MAX = 500;

/** One scatter, or several side by side under one legend. `look` and `describe` are given rows of the points of all panels. */
export function ScatterPanels(props: ScatterPanelsProps) {
  const { panels, chart } = props;
  const names = useMemo(() => panels.map(({ name }) => name), [panels]);
  return (
    <PanelGrid names={names} legend={props.legend} style={chart.style} width={chart.width}>
      {(i, place) => <OnePanel {...props} panel={panels[i] as ScatterPanel} place={place} />}
    </PanelGrid>
  );
}

function OnePanel(props: ScatterPanelsProps & { panel: ScatterPanel; place: PanelPlace }) {
  const { chart, panel, place, x, y, look } = props;
  const { rows, text } = panel;
  const { highlight, words, figure } = chart;
  const data = useMemo(
    () => ({
      names: rows.map((row) => props.names[row] as string),
      x: Float64Array.from(rows, (row) => x[row] as number),
      y: Float64Array.from(rows, (row) => y[row] as number),
      looks: Uint16Array.from(rows, look),
    }),
    [rows, props.names, x, y, look],
  );
  const byName = useMemo(() => indexOfNames(data.names), [data]);
  const everyRow = useMemo(() => [...rows.keys()], [rows]);
  const stops = useMemo(() => everyRow.slice(0, STOPS_MAX), [everyRow]);
  const heading = useMemo(() => {
    if (place.heading === undefined) return text === '' ? undefined : { text, strong: false };
    return { ...place.heading, text: text === '' ? place.heading.text : `${place.heading.text}　${text}` };
  }, [place.heading, text]);
  return (
    <Scatter
      data={data}
      looks={props.looks}
      thinned={props.thinned}
      home={panel.home}
      titles={panel.titles}
      legend={place.legend}
      guides={props.guides ?? NO_GUIDES}
      lines={panel.lines}
      heading={heading}
      ticks={props.ticks}
      {...(place.height !== undefined && { height: place.height })}
      labelled={props.named === true ? everyRow : NO_ROWS}
      italic={props.italic}
      stops={stops}
      describe={(row) => props.describe(rows[row] as number)}
      rangeText={props.rangeText}
      note={props.note}
      style={place.style}
      width={place.width}
      alternative={words.alternative ?? figure.title}
      highlighted={highlight === undefined ? null : (byName.get(highlight.toUpperCase()) ?? null)}
      onSelect={chart.onSelect}
      onPointClick={chart.onPointClick}
    />
  );
}

/** The span of values and of the lines' points along one axis; null where there is nothing. */
export function spanWithLines(values: Float64Array, lines: readonly DataLine[], axis: 0 | 1): Span | null {
  const drawn = lines.flatMap(({ points }) => points.map((point) => point[axis]));
  return spanOf(Float64Array.from([...values, ...drawn]));
}

/** Columns of points on a line, parted as the panels of the figure are. */
export function linePoints(
  facets: Facets,
  panels: readonly string[],
  x: Float64Array,
  y: Float64Array,
): readonly (readonly (readonly [number, number])[])[] {
  return panels.map((name) => {
    const rows = facets.rows[facets.names.indexOf(name)] ?? [];
    return rows.map((row) => [x[row] as number, y[row] as number] as const).filter((point) => point.every(Number.isFinite));
  });
}
