import { MARK } from './look.ts';
import { legendEntryWidth, type PlotFrame } from './plot-frame.ts';

/** Text in which `~2~` is lowered. */
export function Subscripted({ text }: { text: string }) {
  const parts = text.split('~');
  // An even count has a lone tilde: the text is the user's own.
  if (parts.length % 2 === 0) return text;
  return parts.map((part, i) => {
    const key = `${i}${part}`;
    if (i % 2 === 1)
      return (
        <tspan key={key} dy="0.25em" fontSize="0.78em">
          {part}
        </tspan>
      );
    return (
      <tspan key={key} dy={i === 0 ? undefined : '-0.195em'}>
        {part}
      </tspan>
    );
  });
}

/** Left and bottom axis, ticks outwards, titles. No box, no grid. */
export function Axes({ frame }: { frame: PlotFrame }) {
  const { plot, typeface, x, y } = frame;
  const bottom = plot.y + plot.height;
  const tickTop = bottom + 5 + 4 + typeface.size * 0.85;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} stroke="none">
      <path
        d={`M${plot.x},${plot.y}V${bottom}H${plot.x + plot.width}`}
        fill="none"
        stroke={MARK.axis}
        strokeWidth={1}
        shapeRendering="crispEdges"
      />
      {frame.xTicks.map((tick) => (
        <g key={tick.value} transform={`translate(${x(tick.value)},0)`}>
          <line y1={bottom} y2={bottom + 5} stroke={MARK.axis} shapeRendering="crispEdges" />
          <text y={tickTop} textAnchor="middle">
            {tick.text}
          </text>
        </g>
      ))}
      {frame.yTicks.map((tick) => (
        <g key={tick.value} transform={`translate(${plot.x},${y(tick.value)})`}>
          <line x2={-5} stroke={MARK.axis} shapeRendering="crispEdges" />
          <text x={-9} dy="0.35em" textAnchor="end">
            {tick.text}
          </text>
        </g>
      ))}
      {frame.titles.x !== '' && (
        <text x={plot.x + plot.width / 2} y={tickTop + 8 + typeface.titleSize * 1.15} textAnchor="middle" fontSize={typeface.titleSize}>
          <Subscripted text={frame.titles.x} />
        </text>
      )}
      {frame.titles.y !== '' && (
        <text
          transform={`translate(${typeface.titleSize},${plot.y + plot.height / 2}) rotate(-90)`}
          textAnchor="middle"
          fontSize={typeface.titleSize}
        >
          <Subscripted text={frame.titles.y} />
        </text>
      )}
      {frame.title !== '' && (
        <text x={plot.x + plot.width / 2} y={typeface.titleSize * 1.2} textAnchor="middle" fontSize={typeface.titleSize} fontWeight={600}>
          {frame.title}
        </text>
      )}
    </g>
  );
}

/** Marker, name and count; a column, or a row below the plot. */
export function Legend({ frame }: { frame: PlotFrame }) {
  const { typeface, legend } = frame;
  const row = Math.round(typeface.size * 1.8);
  let offset = 0;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
      {legend.entries.map((entry, i) => {
        const across = legend.position === 'bottom';
        const x = legend.box.x + (across ? offset : 0);
        const y = legend.box.y + (across ? row / 2 : row * i + row / 2);
        offset += legendEntryWidth(entry, typeface) + 20;
        return (
          <g key={entry.label} transform={`translate(${x},${y})`}>
            <circle cx={5} r={4} fill={entry.colour} stroke={entry.outline ?? 'none'} />
            <text x={18} dy="0.35em">
              {entry.label}
              {entry.count !== '' && <tspan dx={typeface.size}>{entry.count}</tspan>}
            </text>
          </g>
        );
      })}
    </g>
  );
}
