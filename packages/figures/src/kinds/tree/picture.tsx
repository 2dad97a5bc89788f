import { HALF_LINE, Legend, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { CutAt } from '../../plot/clip.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import type { TreeLayout } from './layout.ts';

/** One path a colour: a tree of thousands of leaves has too many runs for an element each. */
function pathsByColour({ runs, leaves, box }: TreeLayout['bars'][number]): [string, string][] {
  const step = box.width / leaves;
  const paths = new Map<string, string>();
  for (const { from, to, colour } of runs) {
    const [left, right] = [box.x + from * step, box.x + to * step].map((x) => x.toFixed(2));
    paths.set(colour, `${paths.get(colour) ?? ''}M${left} ${box.y}H${right}v${box.height}H${left}Z`);
  }
  return [...paths];
}

function Heights({ frame }: { frame: TreeLayout['frame'] }) {
  const { plot, typeface, axisWidth } = frame;
  return (
    <g data-part="axis-y" fill={MARK.ink}>
      <path d={`M${plot.x},${plot.y}V${plot.y + plot.height}`} fill="none" stroke={MARK.axis} strokeWidth={axisWidth} />
      {frame.yTicks.map(({ value, text }) => (
        <g key={value} transform={`translate(${plot.x},${frame.y(value)})`}>
          <line x2={-5} stroke={MARK.axis} strokeWidth={axisWidth} />
          <text x={-9} y={typeface.size * HALF_LINE} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

export function Picture({ layout, active, found, id }: PictureProps<TreeLayout>) {
  const { frame, path, lineWidth, leaves, nameSize, italic, nameTop, bars, cut } = layout;
  const { plot, typeface } = frame;
  const told = active ?? found ?? null;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size}>
      <Heights frame={frame} />
      <CutAt plot={plot} id={`${id}-tree`} cut>
        <path d={path} fill="none" stroke={MARK.axis} strokeWidth={lineWidth} strokeLinecap="square" data-part="tree" />
      </CutAt>
      {cut !== null && (
        <line
          x1={plot.x}
          x2={plot.x + plot.width}
          y1={cut}
          y2={cut}
          stroke={MARK.accent}
          strokeWidth={1.2}
          strokeDasharray="5 3"
          data-part="cut"
        />
      )}
      {bars.map((bar, i) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: bars may be called the same, and never move
          key={i}
          data-part="colours"
        >
          {pathsByColour(bar).map(([colour, d]) => (
            <path key={colour} d={d} fill={colour} shapeRendering="crispEdges" />
          ))}
          <text x={bar.box.x - 6} y={bar.box.y + bar.box.height / 2 + typeface.size * HALF_LINE} textAnchor="end" fill={MARK.ink}>
            {bar.name}
          </text>
        </g>
      ))}
      {nameSize > 0 && (
        <g fontSize={nameSize} fontStyle={italic ? 'italic' : 'normal'} textAnchor="end" data-part="leaf-names">
          {leaves.map(({ text, x, colour }, i) => (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: shortened names may be the same, and leaves never move
              key={i}
              transform={`translate(${x + nameSize * HALF_LINE},${nameTop + 2}) rotate(-90)`}
              fill={i === told ? MARK.accent : colour}
              fontWeight={i === told ? 700 : 400}
            >
              {text}
            </text>
          ))}
        </g>
      )}
      {told !== null && leaves[told] !== undefined && (
        <line x1={leaves[told].x} x2={leaves[told].x} y1={plot.y} y2={nameTop} stroke={MARK.accent} strokeWidth={0.8} strokeOpacity={0.5} />
      )}
      <TitlesOfAxes frame={frame} />
      <Legend frame={frame} />
    </g>
  );
}
