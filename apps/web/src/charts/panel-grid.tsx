import { type ReactNode, useMemo } from 'react';
import { LegendEntries } from './axes.tsx';
import type { LegendEntry } from './legend-layout.ts';
import { legendPositionOf, MARK, typefaceOf } from './look.ts';
import { panelColumns, panelsHeight } from './panels.ts';
import { type Heading, layoutLegend } from './plot-frame.ts';
import { styleText } from './table.ts';
import type { FigureStyle } from './types.ts';

/** What each of several scatters of one figure is given in place of the figure's own. */
export interface PanelPlace {
  width: number;
  height: number | undefined;
  style: FigureStyle;
  legend: readonly LegendEntry[];
  heading: Heading | undefined;
}

const BETWEEN = 16;
const NO_LEGEND: readonly LegendEntry[] = [];
const EDGE = 12;

/**
 * Scatters side by side under one title and one legend, each with axes of its own; a figure of one nameless panel is that
 * scatter alone.
 */
export function PanelGrid(props: {
  names: readonly string[];
  legend: readonly LegendEntry[];
  style: FigureStyle;
  width: number;
  children: (panel: number, place: PanelPlace) => ReactNode;
}) {
  const { names, legend, style, width } = props;
  // Title and legend stand once, above the panels.
  const untitled = useMemo(() => ({ ...style, plot_title: '' }), [style]);
  const headings = useMemo(() => names.map((text) => ({ text, strong: true })), [names]);
  const typeface = typefaceOf(style);
  if (names.length === 1 && names[0] === '') return props.children(0, { width, height: undefined, style, legend, heading: undefined });

  const position = legendPositionOf(style);
  const legendAt = position === 'top-right' ? 'above' : position;
  const placed = layoutLegend(legend, typeface, legendAt, width - EDGE);
  const beside = legendAt === 'right' ? placed.width + EDGE * 2 : 0;
  const room = width - beside;
  const columns = panelColumns(names.length, room);
  const panelWidth = Math.floor((room - BETWEEN * (columns - 1)) / columns);
  const rows = Math.ceil(names.length / columns);
  const title = styleText(style, 'plot_title', '');
  const titleHeight = title === '' ? 0 : typeface.titleSize * 1.9;
  const taken = titleHeight + (legendAt === 'right' ? 0 : placed.height);
  const height = Math.floor((panelsHeight(style, room, names.length) - taken) / rows);
  const entries = placed.height > 0 && (
    <svg width={placed.width + EDGE} height={placed.height} aria-hidden style={{ display: 'block', flex: 'none' }}>
      <LegendEntries entries={placed.entries} typeface={typeface} at={{ x: EDGE, y: 0 }} />
    </svg>
  );
  return (
    <div className="chart-panels">
      {title !== '' && (
        <svg width={width} height={titleHeight} aria-hidden style={{ display: 'block' }}>
          <text
            x={room / 2}
            y={typeface.titleSize * 1.2}
            textAnchor="middle"
            fontFamily={typeface.family}
            fontSize={typeface.titleSize}
            fontWeight={600}
            fill={MARK.ink}
          >
            {title}
          </text>
        </svg>
      )}
      {legendAt === 'above' && entries}
      <div style={{ display: 'flex', gap: EDGE }}>
        <div style={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, ${panelWidth}px)`, gap: `8px ${BETWEEN}px` }}>
          {names.map((name, panel) => (
            <div key={name}>
              {props.children(panel, { width: panelWidth, height, style: untitled, legend: NO_LEGEND, heading: headings[panel] })}
            </div>
          ))}
        </div>
        {legendAt === 'right' && entries}
      </div>
      {legendAt === 'bottom' && entries}
    </div>
  );
}
