import type { ReactNode } from 'react';
import { AxisLines, HALF_LINE, PlotHeading, TitlesOfAxes } from '../plot/axes/axes.tsx';
import { MARK } from '../plot/marks.ts';
import { KeysPicture } from './keys-picture.tsx';
import { NAME_LINE } from './term-names.ts';
import type { PlacedLine, TermRows } from './term-rows.ts';

/** Thinner than any mark: leads the eye from a name to its mark. */
export const GUIDE = '#E4E9EB';

/** Two lines of a name may read the same. */
const lineKey = (text: string, i: number) => `${i}${text}`;

/** The lines of a name around the middle of its row. */
export function NameLines(props: { line: PlacedLine; x: number; size: number; anchor: 'start' | 'end' }) {
  const { line, x, size, anchor } = props;
  const { lines } = line.name;
  return (
    <g data-part="group" data-name={line.label} textAnchor={anchor}>
      {lines.map((text, i) => (
        <text key={lineKey(text, i)} x={x} y={line.y + size * (HALF_LINE + NAME_LINE * (i - (lines.length - 1) / 2))}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Rows of terms: guides, names, axes and legends around what `children` draw. */
export function RowsPicture({
  rows,
  id,
  guides = true,
  zero,
  names = true,
  left = true,
  children,
}: {
  rows: TermRows;
  id: string;
  /** Thin lines along the rows. */
  guides?: boolean;
  /** The value from which a line runs across each panel; null: none. */
  zero: number | null;
  /** Names at the left. */
  names?: boolean;
  /** The axis at the left. */
  left?: boolean;
  children: ReactNode;
}) {
  const { frame, panels, lines, sections, omitted } = rows;
  const { typeface } = frame;
  const shown = panels.flat().filter(({ plot }) => plot.height > 0);
  const inPanel = ({ panel, plot }: (typeof shown)[number]) =>
    lines.filter((line) => line.panel === panel).map(({ y }) => `M${plot.x},${y}H${plot.x + plot.width}`);
  return (
    <>
      {guides && <path d={shown.flatMap(inPanel).join('')} fill="none" stroke={GUIDE} strokeWidth={0.75} data-part="guides" />}
      {zero !== null && (
        <path
          d={shown.map(({ plot, x }) => `M${x(zero)},${plot.y}V${plot.y + plot.height}`).join('')}
          fill="none"
          stroke={MARK.threshold}
          strokeWidth={0.8}
          data-part="reference"
        />
      )}
      {children}
      {shown.map((panel) => (
        <g key={`${panel.panel} ${panel.group}`}>
          <AxisLines frame={panel} typeface={typeface} left={left} />
          {panel.heading !== null && (
            <PlotHeading
              plot={{ ...panel.plot, y: frame.plot.y }}
              x={panel.plot.x + panel.plot.width / 2}
              heading={panel.heading}
              typeface={typeface}
            />
          )}
        </g>
      ))}
      <g fontFamily={typeface.family} fill={MARK.ink}>
        {names && (
          <g fontSize={rows.names.typeface.size} data-part="names">
            {lines.map((line) => (
              <NameLines key={`${line.panel} ${line.rows[0]}`} line={line} x={rows.names.x} size={rows.names.typeface.size} anchor="end" />
            ))}
          </g>
        )}
        <g fontSize={typeface.size} fontWeight={600} data-part="section">
          {sections.map(({ name, text, x, y }) => (
            <text key={name} x={x} y={y + typeface.size * HALF_LINE} data-part="group" data-name={name}>
              {text}
            </text>
          ))}
        </g>
        {omitted.text !== '' && (
          <text x={omitted.x} y={omitted.y + typeface.size * HALF_LINE} fontSize={typeface.size} fill={MARK.caption}>
            {omitted.text}
          </text>
        )}
      </g>
      <TitlesOfAxes frame={frame} />
      <KeysPicture keys={rows.keys} at={rows.keysAt} typeface={typeface} id={id} />
    </>
  );
}
