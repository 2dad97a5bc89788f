import { type Group, MARK, textWidth } from '@oncoloom/figures';

import { type ColourScale, scaleColours, scaleTicks } from './heatmap-cells.ts';
import { groupText, type HeatmapLayout, LEGEND_RAMP, LEGEND_RAMP_ACROSS } from './heatmap-layout.ts';

export function Trees({ paths }: { paths: readonly string[] }) {
  return paths.map((path) => path !== '' && <path key={path.slice(0, 60)} d={path} fill="none" stroke={MARK.axis} strokeWidth={1} />);
}

/** One colour per sample above the cells; neighbours of one group are one bar. */
export function GroupBar({
  layout,
  membership,
  groups,
}: {
  layout: HeatmapLayout;
  membership: readonly string[];
  groups: readonly Group[];
}) {
  const { groupBar } = layout;
  const colours = new Map(groups.map((group) => [group.name, group.colour]));
  const step = groupBar.width / Math.max(membership.length, 1);
  const bars: { from: number; to: number; name: string }[] = [];
  membership.forEach((name, i) => {
    const last = bars.at(-1);
    if (last?.name === name) last.to = i + 1;
    else bars.push({ from: i, to: i + 1, name });
  });
  return bars.map((bar) => (
    <rect
      key={bar.from}
      x={groupBar.x + bar.from * step}
      y={groupBar.y}
      width={(bar.to - bar.from) * step}
      height={groupBar.height}
      fill={colours.get(bar.name) ?? MARK.missing}
      shapeRendering="crispEdges"
    />
  ));
}

/** Names of the rows at the right; symbols of genes are italic. */
export function GeneNames({
  layout,
  genes,
  italic,
  highlighted,
}: {
  layout: HeatmapLayout;
  genes: readonly string[];
  italic: boolean;
  highlighted: number | null;
}) {
  const { cells, typeface, geneSize } = layout;
  const step = cells.height / Math.max(genes.length, 1);
  return (
    <g fontFamily={typeface.family} fontSize={geneSize} fontStyle={italic ? 'italic' : 'normal'} fill={MARK.ink}>
      {geneSize > 0 &&
        genes.map((gene, row) => (
          <text
            key={gene}
            x={cells.x + cells.width + 8}
            y={cells.y + (row + 0.5) * step}
            dy="0.35em"
            {...(row === highlighted ? { fill: MARK.accent, fontWeight: 700 } : {})}
          >
            {gene}
          </text>
        ))}
    </g>
  );
}

/** Sample names below, when asked for, and the axis title. */
export function SampleNames({ layout, samples }: { layout: HeatmapLayout; samples: readonly string[] }) {
  const { cells, typeface, sampleSize } = layout;
  const step = cells.width / Math.max(samples.length, 1);
  const bottom = cells.y + cells.height;
  const names = sampleSize === 0 ? 0 : Math.max(...samples.map((sample) => textWidth(sample, typeface, 'normal', sampleSize)), 0) + 8;
  return (
    <g fontFamily={typeface.family} fill={MARK.ink}>
      {sampleSize > 0 &&
        samples.map((sample, column) => (
          <text
            key={sample}
            fontSize={sampleSize}
            textAnchor="end"
            transform={`translate(${cells.x + (column + 0.5) * step},${bottom + 6}) rotate(-90)`}
            dy="0.35em"
          >
            {sample}
          </text>
        ))}
      <text x={cells.x + cells.width / 2} y={bottom + names + typeface.titleSize * 1.5} textAnchor="middle" fontSize={typeface.size}>
        {layout.axisTitle}
      </text>
      {layout.title !== '' && (
        <text x={cells.x + cells.width / 2} y={typeface.titleSize * 1.4} textAnchor="middle" fontSize={typeface.titleSize} fontWeight={600}>
          {layout.title}
        </text>
      )}
    </g>
  );
}

/** The scale of the colours with its limits, and the groups with their sizes. */
export function HeatmapLegend({
  layout,
  groups,
  scale,
  low,
  high,
}: {
  layout: HeatmapLayout;
  groups: readonly Group[];
  scale: ColourScale;
  low: string;
  high: string;
}) {
  const { legend, typeface } = layout;
  if (legend.position === 'none') return null;
  const across = legend.position === 'bottom';
  const colours = [...scaleColours(scale, low, high)].reverse();
  const stops = colours.map((colour, i) => ({ colour, offset: i / (colours.length - 1) }));
  const gradient = `heatmap-${colours.map((colour) => colour.slice(1)).join('-')}-${across ? 'across' : 'up'}`;
  const { size } = typeface;
  const ramp = across ? LEGEND_RAMP_ACROSS : LEGEND_RAMP;
  const rampX = across ? textWidth(scale.title, typeface) + 14 : 0;
  return (
    <g fontFamily={typeface.family} fontSize={size} fill={MARK.ink} transform={`translate(${legend.x},${legend.y})`}>
      <linearGradient id={gradient} {...(across ? { x1: 1, x2: 0, y1: 0, y2: 0 } : { x1: 0, x2: 0, y1: 0, y2: 1 })}>
        {stops.map(({ colour, offset }) => (
          <stop key={offset} offset={offset} stopColor={colour} />
        ))}
      </linearGradient>
      <text y={across ? size * 0.9 : size * 0.4}>{scale.title}</text>
      <g transform={`translate(${rampX},${across ? 0 : size * 1.2})`}>
        <rect {...ramp} fill={`url(#${gradient})`} stroke={MARK.axis} strokeWidth={0.5} />
        {scaleTicks(scale).map(({ share, text }) => {
          const place = across
            ? { x: share * ramp.width, y: ramp.height + size * 1.1 }
            : { x: ramp.width + 8, y: (1 - share) * ramp.height };
          return (
            <text key={share} {...place} textAnchor={across ? 'middle' : 'start'} dy={across ? 0 : '0.35em'}>
              {text}
            </text>
          );
        })}
      </g>
      {!across && groups.length > 0 && <text y={size * 1.2 + ramp.height + size * 3.2}>分组</text>}
      {groups.map((group, i) => (
        <g key={group.name} transform={`translate(${legend.groups[i]?.x ?? 0},${legend.groups[i]?.y ?? 0})`}>
          <rect width={12} height={12} fill={group.colour} />
          <text x={20} y={6} dy="0.35em">
            {groupText(group)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The cell under the pointer. */
export function CellMark({
  layout,
  row,
  column,
  width,
  height,
}: {
  layout: HeatmapLayout;
  row: number;
  column: number;
  width: number;
  height: number;
}) {
  return (
    <rect
      x={layout.cells.x + column * width}
      y={layout.cells.y + row * height}
      width={Math.max(width, 2)}
      height={Math.max(height, 2)}
      fill="none"
      stroke={MARK.ink}
      strokeWidth={1.5}
      pointerEvents="none"
    />
  );
}
