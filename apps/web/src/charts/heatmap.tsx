import {
  type ColumnarTable,
  groupsOf,
  indexOfNames,
  MARK,
  numbersOf,
  SUBJECT_WORDS,
  styleFlag,
  styleText,
  subjectOf,
  tableOf,
  textsOf,
  writeDecimal,
} from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { colourRamp, gridOf, paintGrid, scaleColours, scaleOf, shrinkGrid } from './heatmap-cells.ts';
import { layoutHeatmap, NAMED_ROWS_MAX, treePath } from './heatmap-layout.ts';
import { CellMark, GeneNames, GroupBar, HeatmapLegend, SampleNames, Trees } from './heatmap-marks.tsx';

import { PointStrip, PointTooltip, spokenPoint } from './point-tooltip.tsx';
import { prepareCanvas } from './points-canvas.ts';

import type { ChartProps } from './types.ts';

const COMPACT_BELOW = 480;

interface Cell {
  row: number;
  column: number;
}

function segmentsOf(tree: ColumnarTable | undefined) {
  if (tree === undefined) return null;
  const side = textsOf(tree, 'side');
  const rows = Array.from(side.keys());
  return {
    segments: {
      positionFrom: numbersOf(tree, 'position_from'),
      heightFrom: numbersOf(tree, 'height_from'),
      positionTo: numbersOf(tree, 'position_to'),
      heightTo: numbersOf(tree, 'height_to'),
    },
    row: rows.filter((i) => side[i] === 'row'),
    column: rows.filter((i) => side[i] === 'column'),
  };
}

/**
 * Clustered heatmap of row z values, rows and columns in display order. Tables `cells` (gene column, then one column per
 * sample), optionally `samples` (sample, group), `tree` (segments of both dendrograms) and `scale` (one row: title, low, high,
 * middle; what the colours stand for, where these are no z values); columns `label`, `sample`, `group`. The same names on both
 * sides, as of distances, make squares.
 */
export default function Heatmap({ figure, tables, style, words, width, highlight, onPointClick }: ChartProps) {
  const cellTable = tableOf(tables, 'cells');
  const geneColumn = figure.columns.label ?? 'gene';
  const genes = textsOf(cellTable, geneColumn);
  const samples = useMemo(() => cellTable.order.filter((name) => name !== geneColumn), [cellTable, geneColumn]);
  const grid = useMemo(
    () =>
      gridOf(
        samples.map((sample) => numbersOf(cellTable, sample)),
        cellTable.rowCount,
      ),
    [cellTable, samples],
  );
  const membership = useMemo(() => {
    if (tables.samples === undefined) return samples.map(() => '');
    const listed = textsOf(tables.samples, figure.columns.sample);
    const group = textsOf(tables.samples, figure.columns.group);
    const byName = new Map(listed.map((sample, i) => [sample, group[i] ?? '']));
    return samples.map((sample) => byName.get(sample) ?? '');
  }, [tables.samples, figure, samples]);
  const groups = useMemo(
    () => (membership.every((name) => name === '') ? [] : groupsOf(membership, words, style)),
    [membership, words, style],
  );
  const scale = useMemo(() => scaleOf(tables.scale), [tables.scale]);
  const square = useMemo(() => genes.length === samples.length && samples.every((name, i) => name === genes[i]), [genes, samples]);
  const italic = subjectOf(figure, words) === 'gene';
  const tree = useMemo(() => segmentsOf(tables.tree), [tables.tree]);
  const layout = useMemo(() => {
    const hasTree = { row: (tree?.row.length ?? 0) > 0, column: (tree?.column.length ?? 0) > 0 };
    return layoutHeatmap({ width, genes, samples, groups, hasTree, scale, square, style });
  }, [width, genes, samples, groups, tree, scale, square, style]);
  const paths = useMemo(() => {
    if (tree === null) return [];
    return [
      treePath(tree.segments, tree.row, 'row', genes.length, layout.rowTree),
      treePath(tree.segments, tree.column, 'column', samples.length, layout.columnTree),
    ];
  }, [tree, genes, samples, layout]);
  const rows = useMemo(() => indexOfNames(genes), [genes]);

  const [low, high] = [styleText(style, 'low_color', '#3f59d8'), styleText(style, 'high_color', '#f2384a')];
  const ramp = useMemo(() => colourRamp(scaleColours(scale, low, high)), [scale, low, high]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [active, setActive] = useState<Cell | null>(null);
  const [spoken, setSpoken] = useState('');
  const { cells } = layout;

  useLayoutEffect(() => {
    if (canvas.current === null || grid.values.length === 0) return;
    const context = prepareCanvas(canvas.current, cells.width, cells.height);
    if (context === null) return;
    const picture = paintGrid(shrinkGrid(grid, canvas.current.height, canvas.current.width), ramp, scale);
    const small = document.createElement('canvas');
    small.width = picture.width;
    small.height = picture.height;
    small.getContext('2d')?.putImageData(picture, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, 0, 0, cells.width, cells.height);
  }, [grid, ramp, scale, cells.width, cells.height]);

  const cellAt = (event: PointerEvent<HTMLElement>): Cell | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * samples.length);
    const row = Math.floor(((event.clientY - box.top) / box.height) * genes.length);
    return row >= 0 && row < genes.length && column >= 0 && column < samples.length ? { row, column } : null;
  };
  const describe = ({ row, column }: Cell) => ({
    name: genes[row] as string,
    italic,
    tag: membership[column] as string,
    rows: [
      [square ? '与' : '样本', samples[column] as string],
      [scale.title, writeDecimal(grid.values[row * samples.length + column])],
    ] as const,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, readonly [number, number]> = {
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    };
    const step = steps[event.key];
    if (event.key === 'Escape') setActive(null);
    if (event.key === 'Enter' && active !== null) onPointClick?.(genes[active.row] as string);
    if (step === undefined || genes.length === 0 || samples.length === 0) return;
    event.preventDefault();
    const next =
      active === null
        ? { row: 0, column: 0 }
        : {
            row: Math.min(Math.max(active.row + step[0], 0), genes.length - 1),
            column: Math.min(Math.max(active.column + step[1], 0), samples.length - 1),
          };
    setActive(next);
    setSpoken(spokenPoint(describe(next)));
  };

  const cellWidth = cells.width / Math.max(samples.length, 1);
  const cellHeight = cells.height / Math.max(genes.length, 1);
  const highlighted = highlight === undefined ? null : (rows.get(highlight.toUpperCase()) ?? null);
  const compact = width < COMPACT_BELOW;
  const kind = SUBJECT_WORDS[subjectOf(figure, words)];
  if (genes.length === 0) return <p className="chart-failure">{`没有${kind}可画。`}</p>;
  const unnamed = styleFlag(style, square ? 'show_samples' : 'show_genes', !square) && genes.length > NAMED_ROWS_MAX;
  return (
    <div className="chart">
      <div className="chart-scroll">
        <div className="chart-stage" style={{ width: layout.width, height: layout.height }}>
          <div role="img" aria-label={words.alternative ?? figure.title}>
            <canvas ref={canvas} style={{ left: cells.x, top: cells.y, width: cells.width, height: cells.height }} />
            <svg width={layout.width} height={layout.height} aria-hidden>
              <Trees paths={paths} />
              {groups.length > 0 && <GroupBar layout={layout} membership={membership} groups={groups} />}
              <GeneNames layout={layout} genes={genes} italic={italic} highlighted={highlighted} />
              <SampleNames layout={layout} samples={samples} />
              <HeatmapLegend layout={layout} groups={groups} scale={scale} low={low} high={high} />
              {highlighted !== null && (
                <rect
                  x={cells.x}
                  y={cells.y + highlighted * cellHeight}
                  width={cells.width}
                  height={Math.max(cellHeight, 2)}
                  fill="none"
                  stroke={MARK.accent}
                  strokeWidth={2}
                />
              )}
              {active !== null && (
                <CellMark layout={layout} row={active.row} column={active.column} width={cellWidth} height={cellHeight} />
              )}
            </svg>
          </div>
          <div
            className="chart-surface"
            role="application"
            aria-label="热图的格子：用方向键逐个查看"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a focused surface
            tabIndex={0}
            style={{ left: cells.x, top: cells.y, width: cells.width, height: cells.height, right: 'auto', bottom: 'auto' }}
            onKeyDown={onKeyDown}
            onPointerMove={(event) => setActive(cellAt(event))}
            onPointerDown={(event) => setActive(cellAt(event))}
            onPointerLeave={(event) => {
              if (event.pointerType !== 'touch') setActive(null);
            }}
            onClick={() => {
              if (active !== null) onPointClick?.(genes[active.row] as string);
            }}
          />
          {layout.names.width > 0 && onPointClick !== undefined && (
            // Read out with the cells; for a finger or a mouse each name is a place to press.
            <div
              className="chart-names"
              aria-hidden
              style={{ left: layout.names.x, top: layout.names.y, width: layout.names.width, height: layout.names.height }}
              onClick={(event) => {
                const box = event.currentTarget.getBoundingClientRect();
                const gene = genes[Math.floor(((event.clientY - box.top) / box.height) * genes.length)];
                if (gene !== undefined) onPointClick(gene);
              }}
            />
          )}
          {active !== null && !compact && (
            <PointTooltip
              text={describe(active)}
              x={cells.x + (active.column + 0.5) * cellWidth}
              y={cells.y + (active.row + 0.5) * cellHeight}
              width={layout.width}
            />
          )}
          <div className="visually-hidden" aria-live="polite">
            {spoken}
          </div>
        </div>
      </div>
      {layout.width > width && <p className="caption chart-note">左右滑动看全部。</p>}
      {active !== null && compact && <PointStrip text={describe(active)} />}
      {unnamed && <p className="caption chart-note">{`${formatCount(genes.length)} 个${kind}，图上不写${kind}名；指向色块可以看到。`}</p>}
    </div>
  );
}
