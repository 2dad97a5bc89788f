import { AxisNames, HALF_LINE } from '../../plot/axes/axes.tsx';
import { BandTexts } from '../../plot/axes/band-names.tsx';
import { PanelAxes } from '../../plot/axes/panel-axes.tsx';
import { MARK } from '../../plot/marks.ts';
import type { Panel } from '../../plot/panels.ts';
import type { Rect } from '../../plot/place-labels.ts';
import type { PictureProps } from '../kind.ts';
import type { BarsLayout } from './layout.ts';

const rectPath = ({ x, y, width, height }: Rect): string =>
  `M${x.toFixed(2)},${y.toFixed(2)}h${width.toFixed(2)}v${height.toFixed(2)}h${(-width).toFixed(2)}Z`;

/** A line across the bars at a value. */
const acrossPath = ({ plot, x, y }: Panel, horizontal: boolean, at: number): string =>
  horizontal ? `M${x(at)},${plot.y}V${plot.y + plot.height}` : `M${plot.x},${y(at)}H${plot.x + plot.width}`;

export function Picture({ layout, active }: PictureProps<BarsLayout>) {
  const { panels, horizontal, limit, left, italic, frame } = layout;
  const told = active === null ? undefined : layout.rects[active];
  const across = (at: number) => panels.panels.map((panel) => acrossPath(panel, horizontal, at)).join('');
  return (
    <>
      <g data-part="bars" shapeRendering="crispEdges">
        {layout.fills
          .filter(({ rects }) => rects.length > 0)
          .map(({ key, colour, rects }) => (
            <path
              key={key}
              d={rects.map(rectPath).join('')}
              fill={colour}
              {...(layout.outlined ? { stroke: MARK.threshold, strokeWidth: 0.75 } : {})}
            />
          ))}
      </g>
      {layout.zero && <path d={across(0)} stroke={MARK.axis} fill="none" shapeRendering="crispEdges" />}
      {limit !== null && <path d={across(limit)} stroke={MARK.threshold} strokeDasharray="4 3" fill="none" data-part="limit" />}
      <Values layout={layout} />
      {panels.panels.map((panel, facet) => {
        const names = layout.below[facet];
        return (
          names && (
            <BandTexts
              key={panel.name}
              panel={panel}
              names={names}
              keys={layout.keys[facet] ?? []}
              typeface={frame.typeface}
              italic={italic}
            />
          )
        );
      })}
      {told !== undefined && <rect {...told} fill="none" stroke={MARK.ink} strokeWidth={1.5} />}
      {left !== null && (
        <AxisNames panels={panels.panels} texts={left.texts} keys={layout.keys[0] ?? []} typeface={left.typeface} italic={italic} />
      )}
      <PanelAxes panels={panels} />
    </>
  );
}

function Values({ layout: { values, valueTypeface: typeface } }: { layout: BarsLayout }) {
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} data-part="values">
      {values.map((value) => (
        <g key={`${value.x} ${value.y}`}>
          {value.ground !== null && <rect {...value.ground} fill="#fff" />}
          <text
            transform={`translate(${value.x},${value.y})${value.turned ? ' rotate(-90)' : ''}`}
            y={typeface.size * HALF_LINE}
            textAnchor={value.anchor}
            fill={value.colour}
          >
            {value.text}
          </text>
        </g>
      ))}
    </g>
  );
}
