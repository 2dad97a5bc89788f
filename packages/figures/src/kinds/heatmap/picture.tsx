import { HALF_LINE } from '../../plot/axes/axes.tsx';
import { HeadlineText } from '../../plot/headline.tsx';
import { MARK } from '../../plot/marks.ts';
import { NAME_LINE } from '../../terms/term-names.ts';
import type { PictureProps } from '../kind.ts';
import { Cells } from './cells-picture.tsx';
import type { HeatmapLayout } from './layout.ts';

function CellTexts({ layout: { words } }: { layout: HeatmapLayout }) {
  if (words === null || words.size === 0) return null;
  const { size } = words;
  return (
    <g fontSize={size} textAnchor="middle" data-part="cell-words">
      {words.cells.map(({ x, y, lines, colour }) =>
        lines.map((line, i) => {
          const top = y + size * (HALF_LINE + NAME_LINE * (i - (lines.length - 1) / 2));
          return (
            <text key={`${x} ${top}`} x={x} y={top} fill={colour}>
              {line}
            </text>
          );
        }),
      )}
    </g>
  );
}

function RowNames({ layout, found }: { layout: HeatmapLayout; found: number | null }) {
  const { rowNames, cells, grid } = layout;
  return (
    <g fontSize={rowNames.size} fontStyle={rowNames.italic ? 'italic' : 'normal'} data-part="row-names">
      {rowNames.texts.map((text, row) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: shortened names may be the same, and rows never move
          key={row}
          {...(row === found ? { fill: MARK.accent, fontWeight: 700 } : {})}
        >
          {text.split('\n').map((line, i, all) => {
            const y =
              cells.y + ((row + 0.5) / grid.rows) * cells.height + rowNames.size * (HALF_LINE + NAME_LINE * (i - (all.length - 1) / 2));
            return (
              <text key={y} x={rowNames.box.x + 6} y={y}>
                {line}
              </text>
            );
          })}
        </g>
      ))}
    </g>
  );
}

function ColumnNames({ layout: { columnNames, cells, grid } }: { layout: HeatmapLayout }) {
  return (
    <g fontSize={columnNames.size} textAnchor="end" data-part="column-names">
      {columnNames.texts.map((text, column) => {
        const x = cells.x + ((column + 0.5) / grid.columns) * cells.width + columnNames.size * HALF_LINE;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: shortened names may be the same, and columns never move
          <text key={column} transform={`translate(${x},${columnNames.y + 6}) rotate(-90)`}>
            {text}
          </text>
        );
      })}
    </g>
  );
}

function Legend({ layout: { legend, colours, typeface }, id }: { layout: HeatmapLayout; id: string }) {
  if (legend.side === 'none') return null;
  const across = legend.side === 'bottom';
  const { size } = typeface;
  const { ramp } = legend;
  const gradient = `${id}-ramp`;
  return (
    <g transform={`translate(${legend.left},${legend.top})`} data-part="legend">
      <linearGradient id={gradient} {...(across ? { x1: 0, x2: 1, y1: 0, y2: 0 } : { x1: 0, x2: 0, y1: 1, y2: 0 })}>
        {colours.map(({ offset, colour }) => (
          <stop key={offset} offset={offset} stopColor={colour} />
        ))}
      </linearGradient>
      <text y={across ? size * 0.85 : size * 0.8}>{legend.title}</text>
      <rect {...ramp} fill={`url(#${gradient})`} stroke={MARK.axis} strokeWidth={0.5} />
      {legend.ticks.map(({ share, text }) => {
        const x = ramp.x + (across ? share * ramp.width : ramp.width);
        const y = ramp.y + (across ? ramp.height : (1 - share) * ramp.height);
        return (
          <g key={share}>
            <line x1={x} y1={y} x2={across ? x : x + 3} y2={across ? y + 3 : y} stroke={MARK.axis} strokeWidth={0.8} />
            <text x={across ? x : x + 7} y={across ? y + size * 1.15 : y + size * HALF_LINE} textAnchor={across ? 'middle' : 'start'}>
              {text}
            </text>
          </g>
        );
      })}
      {legend.heading !== null && <text y={legend.heading.y + size * HALF_LINE}>{legend.heading.text}</text>}
      {legend.entries.map(({ name, label, colour, x, y }) => (
        <g key={`${x} ${y}`} transform={`translate(${x},${y})`} {...(name !== null && { 'data-part': 'group', 'data-name': name })}>
          <rect y={-6} width={12} height={12} fill={colour} />
          <text x={20} y={size * HALF_LINE}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Bars of what else is known of the samples, each with its name beside it. */
function AnnotationBars({ layout: { annotations, typeface } }: { layout: HeatmapLayout }) {
  return (
    <g data-part="colours" fontSize={typeface.size * 0.85}>
      {annotations.bars.map(({ title, pieces }) => (
        <g key={title.y}>
          {pieces.map(({ colour, path }) => (
            <path key={colour} d={path} fill={colour} shapeRendering="crispEdges" />
          ))}
          <text x={title.x} y={title.y}>
            {title.text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Their keys, after the legend of the cells. */
function AnnotationKeys({ layout: { annotations, legend, typeface }, id }: { layout: HeatmapLayout; id: string }) {
  const { size } = typeface;
  return (
    <g transform={`translate(${legend.left},${legend.top})`} data-part="legend">
      {annotations.legend.blocks.map(({ heading, keys, ramp }, i) => (
        <g key={`${heading.x} ${heading.y}`}>
          <text x={heading.x} y={heading.y + size * HALF_LINE}>
            {heading.text}
          </text>
          {ramp !== null && (
            <>
              <linearGradient id={`${id}-bar-${i}`}>
                <stop offset={0} stopColor={ramp.from} />
                <stop offset={1} stopColor={ramp.to} />
              </linearGradient>
              <rect
                x={ramp.x}
                y={ramp.y}
                width={ramp.width}
                height={ramp.height}
                fill={`url(#${id}-bar-${i})`}
                stroke={MARK.axis}
                strokeWidth={0.5}
              />
              <text x={ramp.x} y={ramp.y + ramp.height + size * 1.1}>
                {ramp.low}
              </text>
              <text x={ramp.x + ramp.width} y={ramp.y + ramp.height + size * 1.1} textAnchor="end">
                {ramp.high}
              </text>
            </>
          )}
          {keys.map(({ label, colour, x, y }) => (
            <g key={y} transform={`translate(${x},${y})`}>
              <rect y={-6} width={12} height={12} fill={colour} />
              <text x={20} y={size * HALF_LINE}>
                {label}
              </text>
            </g>
          ))}
        </g>
      ))}
    </g>
  );
}

/** The row that was searched for or whose name is pointed at, and the cell that is told of. */
function Marks({ layout: { cells, grid }, active, found }: { layout: HeatmapLayout; active: number | null; found: number | null }) {
  const count = grid.rows * grid.columns;
  const [width, height] = [cells.width / grid.columns, cells.height / grid.rows];
  const row = found ?? (active !== null && active >= count ? active - count : null);
  return (
    <g fill="none">
      {row !== null && (
        <rect
          x={cells.x}
          y={cells.y + row * height}
          width={cells.width}
          height={Math.max(height, 2)}
          stroke={MARK.accent}
          strokeWidth={2}
        />
      )}
      {active !== null && active < count && (
        <rect
          x={cells.x + (active % grid.columns) * width}
          y={cells.y + Math.floor(active / grid.columns) * height}
          width={Math.max(width, 2)}
          height={Math.max(height, 2)}
          stroke={MARK.ink}
          strokeWidth={1.5}
        />
      )}
    </g>
  );
}

export function Picture({ layout, id, active, found = null, vector, imageAddress }: PictureProps<HeatmapLayout>) {
  const { cells, typeface, trees, bars, headline, below, beside, grid } = layout;
  const row = found === null ? null : found - grid.rows * grid.columns;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
      {vector ? <Cells layout={layout} imageAddress={imageAddress} /> : <rect {...cells} fill="none" data-part="cells" />}
      <g fill="#fff" data-part="gaps">
        {layout.gaps.map((gap) => (
          <rect key={`${gap.x} ${gap.y}`} {...gap} />
        ))}
      </g>
      {trees.paths.map((path) => (
        <path
          key={path.slice(0, 60)}
          d={path}
          fill="none"
          stroke={MARK.axis}
          strokeWidth={trees.lineWidth}
          strokeLinecap="square"
          data-part="tree"
        />
      ))}
      {bars.map(({ name, colour, path }) => (
        <path
          key={name}
          d={path}
          fill={colour}
          {...(name !== '' && { 'data-part': 'group', 'data-name': name })}
          shapeRendering="crispEdges"
        />
      ))}
      <AnnotationBars layout={layout} />
      <AnnotationKeys layout={layout} id={id} />
      <CellTexts layout={layout} />
      <g stroke={MARK.axis} strokeWidth={0.5} data-part="swatches">
        {layout.swatches.map(({ colour, ...place }) => (
          <rect key={`${place.x} ${place.y}`} {...place} fill={colour} />
        ))}
      </g>
      <RowNames layout={layout} found={row} />
      <ColumnNames layout={layout} />
      <Legend layout={layout} id={id} />
      <g textAnchor="middle">
        <text x={cells.x + cells.width / 2} y={below.y} data-part="title-x">
          {below.text}
        </text>
        {beside.text !== '' && (
          <text transform={`translate(${beside.x},${cells.y + cells.height / 2}) rotate(-90)`} data-part="title-y">
            {beside.text}
          </text>
        )}
        <HeadlineText headline={headline} x={headline.x} typeface={typeface} />
      </g>
      <Marks layout={layout} active={active} found={row} />
    </g>
  );
}
