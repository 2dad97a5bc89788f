import { type EditableAxes, type FigureData, type NamedEntry, type Size, toPrintedMm, UNITS_PER_INCH } from '@oncoloom/figures';
import { axesOf, entriesOf, type FigureKind, labelPlaces, layoutSheet, pairsOfSheet } from '@oncoloom/figures/kinds';
import type { Told } from '@oncoloom/tool-kit';
import { useEffect, useMemo, useRef } from 'react';
import type { FigurePart } from './figure-parts.ts';
import { PartsLayer } from './parts-layer.tsx';
import { SheetView } from './sheet-view.tsx';

/** A small figure is shown larger than it is printed, but not as a poster. */
const SCALE_MAX = 1.6;
const HEIGHT_MAX = 760;

/** What a laid out figure tells its editor. */
export interface FigureContent {
  entries: readonly NamedEntry[];
  axes: EditableAxes | null;
  /** Comparisons whose brackets can be chosen. */
  pairs: readonly (readonly [string, string])[];
  /** Inches of the sheet; null before it is laid out. */
  size: Size | null;
}

interface PrintedFigureProps extends FigureData {
  kind: FigureKind;
  notices: readonly Told[];
  /** CSS pixels available. */
  width: number;
  /** CSS pixels that the picture may be high. */
  heightMax?: number;
  /** Without what the figure says of itself below, which is Chinese. */
  quiet?: boolean;
  /** What of the figure can be edited by name. */
  onContent?: ((content: FigureContent) => void) | undefined;
  /** Opens what edits a part; without it the picture is only looked at. */
  onPart?: ((part: FigurePart) => void) | undefined;
  /** A label was put elsewhere: millimetres from its point to its middle. */
  onMoveLabel?: ((name: string, to: { x: number; y: number }) => void) | undefined;
}

/** One press of an arrow key moves a label by so much, in units of the layout: half a millimetre. */
const LABEL_STEP = (0.5 / 25.4) * UNITS_PER_INCH;

/** A figure as its file has it: laid out in its printed millimetres, then scaled to the width as a whole. */
export function PrintedFigure(props: PrintedFigureProps) {
  const { kind, figure, tables, style, words, notices, width, heightMax = HEIGHT_MAX, quiet = false, onContent, onPart } = props;
  const picture = useRef<SVGSVGElement>(null);
  const sheet = useMemo(
    () => layoutSheet(kind, { figure, tables, style, words }, notices, false),
    [kind, figure, tables, style, words, notices],
  );
  const scale = Math.min(width / sheet.width, SCALE_MAX, heightMax / sheet.height);
  const size = { width: sheet.width * scale, height: sheet.height * scale };

  useEffect(
    () => onContent?.({ entries: entriesOf(sheet), axes: axesOf(sheet), pairs: pairsOfSheet(sheet), size: sheet.inches }),
    [sheet, onContent],
  );

  const places = useMemo(() => labelPlaces(sheet), [sheet]);
  const moveLabel = ({ name }: FigurePart, by: { x: number; y: number }) => {
    const place = places.get(name);
    if (place === undefined) return;
    props.onMoveLabel?.(name, { x: place.x + toPrintedMm(by.x / scale), y: place.y + toPrintedMm(by.y / scale) });
  };

  return (
    <div className="chart">
      <div className="chart-stage printed-sheet on-white" style={size}>
        <div role="img" aria-label={words.alternative ?? figure.title}>
          <SheetView sheet={sheet} scale={scale} picture={picture} />
        </div>
        {onPart !== undefined && (
          <PartsLayer
            picture={picture}
            version={sheet}
            onPart={onPart}
            movable={({ part, name }) => part === 'label' && places.has(name)}
            onMove={moveLabel}
            step={LABEL_STEP * scale}
          />
        )}
      </div>
      {!quiet && sheet.drawn.note !== '' && <p className="caption chart-note">{sheet.drawn.note}</p>}
    </div>
  );
}
