import { titleParts } from '../../text/title-marks.ts';
import type { Typeface } from '../../text/typeface.ts';
import { HeadlineText } from '../headline.tsx';
import { countX, LEGEND_TEXT, legendGround, type PlacedEntry } from '../legend-layout.ts';
import { MARK } from '../marks.ts';
import type { Rect } from '../place-labels.ts';
import { type AxesFrame, type FittedHeading, HEADING_NEXT, type PlotFrame, TITLE_LINE } from '../plot-frame.ts';
import { symbolPath } from '../symbols.ts';

/** Shares of the text's size. Lengths are numbers everywhere: editors of vector files do not know `em`. */
const SUBSCRIPT = { size: 0.78, drop: 0.195 };
/** From the middle of a line of text down to its letters' foot, in its size. */
export const HALF_LINE = 0.35;

/** A title with what its marks say; see title-marks.ts. */
export function MarkedTitle({ text, size }: { text: string; size: number }) {
  const parts = titleParts(text);
  return parts.map((part, i) => {
    const key = `${i}${part.text}`;
    if (part.look === 'lowered')
      return (
        <tspan key={key} dy={size * SUBSCRIPT.drop} fontSize={size * SUBSCRIPT.size}>
          {part.text}
        </tspan>
      );
    return (
      <tspan
        key={key}
        dy={parts[i - 1]?.look === 'lowered' ? -size * SUBSCRIPT.drop : undefined}
        fontStyle={part.look === 'italic' ? 'italic' : undefined}
        // Renderers of files drop a blank at either end of a piece.
        xmlSpace={/^ | $/.test(part.text) ? 'preserve' : undefined}
      >
        {part.text}
      </tspan>
    );
  });
}

/** Both lines of a title may read the same. */
function titleKey(line: string, i: number): string {
  return `${i}${line}`;
}

/** Left and bottom axis, ticks outwards, titles. No box, no grid. */
export function Axes({ frame }: { frame: PlotFrame }) {
  return (
    <>
      <AxisLines frame={frame} typeface={frame.typeface} />
      <TitlesOfAxes frame={frame} />
    </>
  );
}

/** Both axes of one plot with their ticks; without the left one where rows stand beside it. */
export function AxisLines({ frame, typeface, left = true }: { frame: AxesFrame; typeface: Typeface; left?: boolean }) {
  const { plot, x, y } = frame;
  const bottom = plot.y + plot.height;
  const tickTop = bottom + 5 + 4 + typeface.size * 0.85;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} stroke="none">
      <path
        d={`M${plot.x},${left ? plot.y : bottom}V${bottom}H${plot.x + plot.width}`}
        fill="none"
        stroke={MARK.axis}
        strokeWidth={frame.axisWidth}
        shapeRendering="crispEdges"
      />
      <g data-part="axis-x">
        {frame.xTicks.map((tick) => (
          <g key={tick.value} transform={`translate(${x(tick.value)},0)`}>
            <line y1={bottom} y2={bottom + 5} stroke={MARK.axis} strokeWidth={frame.axisWidth} shapeRendering="crispEdges" />
            <text y={tickTop} textAnchor="middle">
              {tick.text}
            </text>
          </g>
        ))}
      </g>
      <g data-part="axis-y">
        {frame.yTicks.map((tick) => (
          <g key={tick.value} transform={`translate(${plot.x},${y(tick.value)})`}>
            <line x2={-5} stroke={MARK.axis} strokeWidth={frame.axisWidth} shapeRendering="crispEdges" />
            <text x={-9} y={typeface.size * HALF_LINE} textAnchor="end">
              {tick.text}
            </text>
          </g>
        ))}
      </g>
    </g>
  );
}

/** Names at the left axis of the panels that stand there; item i stands at i + 1. */
export function AxisNames(props: {
  panels: readonly (AxesFrame & { first: boolean; name: string })[];
  texts: readonly string[];
  /** What the tables call them: the editor renames them. */
  keys?: readonly string[];
  typeface: Typeface;
  italic: boolean;
}) {
  const { typeface, texts, keys } = props;
  return (
    <g
      fontFamily={typeface.family}
      fontSize={typeface.size}
      fontStyle={props.italic ? 'italic' : 'normal'}
      fill={MARK.ink}
      textAnchor="end"
    >
      {props.panels
        .filter(({ first }) => first)
        .map((panel) =>
          texts.map((text, i) => (
            // Shortened names may be the same.
            <text
              key={titleKey(panel.name + text, i)}
              x={panel.plot.x - 7}
              y={panel.y(i + 1) + typeface.size * HALF_LINE}
              data-part={keys === undefined ? undefined : 'group'}
              data-name={keys?.[i]}
            >
              {text}
            </text>
          )),
        )}
    </g>
  );
}

/** What stands over a plot, around `x`; the last line next to the plot. */
export function PlotHeading(props: { plot: Rect; x: number; heading: FittedHeading; typeface: Typeface; italic?: boolean }) {
  const { plot, x, heading, typeface, italic = false } = props;
  if (heading.lines.length === 0) return null;
  return (
    // Moved as a whole, where its name can be.
    <g
      {...(heading.label !== undefined && {
        'data-part': 'label',
        'data-name': heading.label.name,
        transform: heading.label.x === 0 && heading.label.y === 0 ? undefined : `translate(${heading.label.x},${heading.label.y})`,
      })}
    >
      {heading.lines.map((line, i) => (
        <text
          key={titleKey(line, i)}
          x={x}
          y={plot.y - typeface.size * (0.7 + HEADING_NEXT * (heading.lines.length - 1 - i))}
          textAnchor="middle"
          fontFamily={typeface.family}
          fontSize={typeface.size}
          fontWeight={heading.strong ? 600 : 400}
          fontStyle={italic ? 'italic' : 'normal'}
          fill={MARK.ink}
        >
          {line}
        </text>
      ))}
    </g>
  );
}

/** Titles of the axes and of the figure, and the line over the plot. */
export function TitlesOfAxes({ frame }: { frame: PlotFrame }) {
  const { plot, typeface } = frame;
  const titleTop = plot.y + plot.height + frame.tickDepth - typeface.size * 0.25 + 8;
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink}>
      <PlotHeading plot={plot} x={frame.heading.x} heading={frame.heading} typeface={typeface} />
      <g textAnchor="middle" fontSize={typeface.titleSize}>
        {frame.titles.x.lines.map((line, i) => (
          <text
            key={titleKey(line, i)}
            xmlSpace="preserve"
            x={plot.x + plot.width / 2}
            y={titleTop + typeface.titleSize * (1.15 + TITLE_LINE * i)}
            data-part="title-x"
          >
            <MarkedTitle text={line} size={typeface.titleSize} />
          </text>
        ))}
        {frame.titles.y.lines.map((line, i) => (
          <text
            key={titleKey(line, i)}
            // A blank behind an italic name stays.
            xmlSpace="preserve"
            transform={`translate(${frame.titleLeft + typeface.titleSize * (1 + TITLE_LINE * i)},${plot.y + plot.height / 2}) rotate(-90)`}
            data-part="title-y"
          >
            <MarkedTitle text={line} size={typeface.titleSize} />
          </text>
        ))}
      </g>
      <HeadlineText headline={frame.headline} x={frame.headline.x} typeface={typeface} />
    </g>
  );
}

/** Marker, name and count of each entry. */
export function Legend({ frame }: { frame: PlotFrame }) {
  const { typeface, legend } = frame;
  const { box } = legend;
  return (
    <>
      {/* Points come under the corner only while one is zoomed in. */}
      {legend.position === 'top-right' && legend.entries.length > 0 && <rect {...legendGround(box)} fill="#fff" fillOpacity={0.85} />}
      <LegendEntries entries={legend.entries} typeface={typeface} at={box} />
    </>
  );
}

/** Entries of a legend from its upper left corner. */
export function LegendEntries({
  entries,
  typeface,
  at,
}: {
  entries: readonly PlacedEntry[];
  typeface: Typeface;
  at: { x: number; y: number };
}) {
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} data-part="legend">
      {entries.map((entry) => (
        <g
          key={`${entry.mark ?? ''}${entry.name}`}
          transform={`translate(${at.x + entry.x},${at.y + entry.y})`}
          // What counts the others is no group.
          data-part={entry.name === '' ? undefined : 'group'}
          data-name={entry.name}
        >
          <LegendMark entry={entry} />
          <text x={LEGEND_TEXT} y={typeface.size * HALF_LINE}>
            {entry.label}
          </text>
          {/* By itself: beside a name that is written from right to left its digits would change places. */}
          {entry.count !== '' && (
            <text x={countX(entry.label, typeface)} y={typeface.size * HALF_LINE}>
              {entry.count}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function LegendMark({ entry }: { entry: PlacedEntry }) {
  if (entry.mark === 'line') return <line x1={-1} x2={11} stroke={entry.colour} strokeWidth={2} />;
  if (entry.mark === 'dashes') return <line x1={-3} x2={13} stroke={entry.colour} strokeDasharray="4 2" />;
  if (entry.mark === 'ring') return <circle cx={5} r={4} fill="none" stroke={entry.colour} strokeWidth={1.25} />;
  if (entry.mark !== undefined) return <path d={symbolPath(entry.mark, 4)} transform="translate(5,0)" fill={entry.colour} />;
  return <circle cx={5} r={4} fill={entry.colour} stroke={entry.outline ?? 'none'} />;
}
