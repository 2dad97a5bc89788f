import {
  GridTitle,
  heightFor,
  LegendEntries,
  layoutScatterGrid,
  panelsHeight,
  type ScatterGrid,
  type ScatterModel,
} from '@oncoloom/figures';
import type { ScatterKind } from '@oncoloom/figures/kinds';
import { useMemo } from 'react';
import { Scatter } from './scatter.tsx';
import type { ChartComponent, ChartProps } from './types.ts';

/** The figure of a kind of points: its scatters in a grid, each zoomed on its own. */
export function scatterFigure({ model: modelOf }: ScatterKind): ChartComponent {
  return function ScatterFigure(props: ChartProps) {
    const { figure, tables, style, words, width } = props;
    const model = useMemo(() => modelOf({ figure, tables, style, words }), [figure, tables, style, words]);
    const count = model.panels.length;
    const height = count === 1 ? heightFor(style, width) : panelsHeight(style, width, count);
    const grid = useMemo(() => layoutScatterGrid(model, { width, height }), [model, width, height]);
    const panels = grid.cells.map(({ plot }, i) => {
      const panel = model.panels[i] as ScatterModel['panels'][number];
      return <Scatter key={panel.name} chart={props} model={model} panel={panel} plot={plot} />;
    });
    if (grid.head === null) return panels;
    const { head, columns } = grid;
    const between = `8px ${(grid.cells[1]?.x ?? 0) - (grid.cells[0]?.plot.size.width ?? 0)}px`;
    return (
      <div>
        <svg width={width} height={head.top} aria-hidden style={{ display: 'block' }}>
          <GridTitle grid={grid} />
          {head.legend.side === 'above' && <LegendEntries entries={head.legend.entries} typeface={grid.typeface} at={head.legend} />}
        </svg>
        <div style={{ display: 'flex' }}>
          <div style={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, ${grid.cells[0]?.plot.size.width}px)`, gap: between }}>
            {panels}
          </div>
          {head.legend.side === 'right' && <LegendBox grid={grid} />}
        </div>
        {head.legend.side === 'bottom' && <LegendBox grid={grid} />}
      </div>
    );
  };
}

const EDGE = 12;

/** The legend beside or below the panels: on screen these are higher than in a file, by their tools. */
function LegendBox({ grid: { head, typeface } }: { grid: ScatterGrid }) {
  if (head === null || head.legend.entries.length === 0) return null;
  const { width, height, entries } = head.legend;
  return (
    <svg width={width + EDGE} height={height} aria-hidden style={{ display: 'block', flex: 'none', marginLeft: EDGE }}>
      <LegendEntries entries={entries} typeface={typeface} at={{ x: 0, y: 0 }} />
    </svg>
  );
}
