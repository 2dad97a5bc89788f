import type { Told } from '@oncoloom/tool-kit';
import { styleNumber } from '../data/table.ts';
import type { FigureData, FigureStyle, Size } from '../data/types.ts';
import { type EditableAxes, hiddenNote, NO_CONTROLS, OF_NUMBERS } from '../plot/axes/axis-range.ts';
import type { NamedEntry } from '../plot/legend-layout.ts';
import { MARK } from '../plot/marks.ts';
import { panelEntries } from '../plot/panels.ts';
import { HIGHEST, isChosen, MIDDLE_COLUMN, sizeByContent } from '../plot/printed-size.ts';
import { toPrintedMm } from '../points/moved-labels.ts';
import { layoutScatterGrid, layoutScatters, type PlacedScatter, type ScatterGrid } from '../points/scatter-layout.ts';
import type { ScatterModel } from '../points/scatter-model.ts';
import { ScatterPicture } from '../points/scatter-picture.tsx';
import { languageOf } from '../text/language.ts';
import { type Typeface, typefaceOf, UNITS_PER_INCH } from '../text/typeface.ts';
import type { FigureKind, ImageAddress, ItemKind, StageLayout } from './kind.ts';

/** Height of a notice's line, in its size. */
const NOTICE_LINE = 1.8;

/** A figure of any kind at one size. */
type DrawnKind =
  | {
      family: 'scatter';
      grid: ScatterGrid;
      scatters: readonly PlacedScatter[];
      logAxes: NonNullable<ScatterModel['logAxes']>;
      /** With the words of the figure's language. */
      style: FigureStyle;
      note: string;
    }
  | { family: 'items'; kind: ItemKind; layout: StageLayout; note: string };

/** A figure on its sheet of paper: what a file holds, and what the editor shows. Units of the layout. */
export interface Sheet extends Size {
  drawn: DrawnKind;
  /** Of paper. */
  inches: Size;
  typeface: Typeface;
  notices: readonly { text: string; y: number }[];
}

/** Inches of the printed figure: what nobody chose follows the content. */
function printedSize(kind: FigureKind, data: FigureData): Size {
  const { style } = data;
  const [width, height] = [styleNumber(style, 'plot_pdf_width', 3.35), styleNumber(style, 'plot_pdf_height', 3)];
  if (kind.family === 'items') {
    const least = isChosen(data, 'plot_pdf_height') ? height : Math.min(Math.max(height, kind.paperHeight?.(data) ?? 0), HIGHEST);
    return sizeByContent(data, { width, height: least }, (units) => kind.layout(data, units).wanted);
  }
  // One cloud of points says no more across two columns.
  if (width <= MIDDLE_COLUMN || isChosen(data, 'plot_pdf_width') || kind.model(data).panels.length > 1) return { width, height };
  return { width: MIDDLE_COLUMN, height };
}

/** Lays out a figure of any kind. @param complete Points that lie under others are drawn too. */
function layoutKind(kind: FigureKind, data: FigureData, size: Size, complete: boolean): DrawnKind {
  if (kind.family === 'items') {
    const layout = kind.layout(data, size);
    return { family: 'items', kind, layout, note: layout.note };
  }
  const model = kind.model(data);
  const grid = layoutScatterGrid(model, size);
  const scatters = layoutScatters(grid, complete);
  const unplaced = scatters.reduce((sum, { layout }) => sum + layout.labels.unplaced, 0);
  // On paper nothing is left out.
  const hidden = scatters.reduce((sum, { layout }) => sum + layout.plot.hidden, 0);
  const note = model.note(0, unplaced) + hiddenNote(hidden);
  return { family: 'scatter', grid, scatters, logAxes: model.logAxes ?? {}, style: model.style, note };
}

/**
 * Lays out a figure at its printed size.
 *
 * @param notices What is to be known wherever the figure goes, as that its data are simulated; a line each, below the figure.
 * @param complete See `layoutKind`: files hold all points. @param inches Of a sheet that has its size from elsewhere than its style. Without
 *   them, a height that nobody chose ends where the figure does.
 */
export function layoutSheet(kind: FigureKind, data: FigureData, notices: readonly Told[], complete: boolean, inches?: Size): Sheet {
  const asked = inches ?? printedSize(kind, data);
  const width = asked.width * UNITS_PER_INCH;
  const typeface = typefaceOf(data.style);
  const language = languageOf(data.style);
  const line = typeface.size * NOTICE_LINE;
  const room = asked.height * UNITS_PER_INCH - line * notices.length;
  const drawn = layoutKind(kind, data, { width, height: room }, complete);
  const isFitted = inches === undefined && !isChosen(data, 'plot_pdf_height') && drawn.family === 'items';
  const top = isFitted ? Math.min(drawn.layout.height, room) : room;
  const height = top + line * notices.length;
  return {
    width,
    height,
    inches: { width: asked.width, height: height / UNITS_PER_INCH },
    typeface,
    drawn,
    notices: notices.map((notice, i) => ({ text: notice[language], y: top + line * (i + 0.7) })),
  };
}

/** The content of a sheet. @param imageAddress Of files, see `PictureProps`; without it what is many stands on a canvas. */
export function SheetPicture({ sheet, id, imageAddress }: { sheet: Sheet; id: string; imageAddress?: ImageAddress }) {
  const { drawn, typeface } = sheet;
  const vector = imageAddress !== undefined;
  return (
    <>
      {drawn.family === 'scatter' ? (
        <ScatterPicture grid={drawn.grid} scatters={drawn.scatters} id={id} vector={vector} />
      ) : (
        <drawn.kind.Picture
          layout={drawn.layout}
          id={id}
          active={null}
          vector={vector || drawn.kind.paint === undefined}
          {...(vector && { imageAddress })}
        />
      )}
      {sheet.notices.map(({ text, y }) => (
        <text
          key={text}
          x={sheet.width / 2}
          y={y}
          textAnchor="middle"
          fontFamily={typeface.family}
          fontSize={typeface.size}
          fill={MARK.notice}
          data-part="notice"
        >
          {text}
        </text>
      ))}
    </>
  );
}

/** The entries of a figure's legends and the names of its panels, each name once: what can be renamed and reordered. */
export function entriesOf({ drawn }: Sheet): NamedEntry[] {
  const legends =
    drawn.family === 'items'
      ? (drawn.layout.entries ?? drawn.layout.frame?.legend.named ?? [])
      : [
          ...(drawn.grid.head?.legend.named ?? []),
          ...drawn.scatters.flatMap(({ layout }) => layout.frame.legend.named),
          ...panelEntries(
            drawn.scatters.flatMap(({ layout }) => layout.frame.heading.label ?? []),
            drawn.style,
          ),
        ];
  return legends.filter(({ name }, i) => legends.findIndex((other) => other.name === name) === i);
}

/** Where the labels of a figure stand: millimetres from the point to the label's middle, by name. Empty where labels cannot be moved. */
export function labelPlaces({ drawn }: Sheet): Map<string, { x: number; y: number }> {
  if (drawn.family === 'items')
    return new Map((drawn.layout.movable ?? []).map(({ name, x, y }) => [name, { x: toPrintedMm(x), y: toPrintedMm(y) }]));
  const headings = drawn.scatters.flatMap(({ layout: { frame } }) => frame.heading.label ?? []);
  const placed = drawn.scatters.flatMap(({ layout: { plot, points, labels } }) =>
    labels.placed.map((label): [string, { x: number; y: number }] => {
      const row = labels.rows[label.anchor] as number;
      const x = toPrintedMm(label.x + label.width / 2 - (points.xs[row] as number));
      const y = toPrintedMm(label.y + label.height / 2 - (points.ys[row] as number));
      return [plot.data.names[row] as string, { x, y }];
    }),
  );
  return new Map([
    ...headings.map(({ name, x, y }): [string, { x: number; y: number }] => [name, { x: toPrintedMm(x), y: toPrintedMm(y) }]),
    ...placed,
  ]);
}

/** What of a figure's axes can be chosen. */
export function axesOf({ drawn }: Sheet): EditableAxes {
  if (drawn.family === 'items') {
    const { x = NO_CONTROLS, y = NO_CONTROLS } = drawn.layout.axes ?? {};
    return { x, y };
  }
  const { x = false, y = false } = drawn.logAxes;
  return { x: { ...OF_NUMBERS, log: x }, y: { ...OF_NUMBERS, log: y } };
}

/** The comparisons whose brackets can be chosen. */
export function pairsOfSheet({ drawn }: Sheet): readonly (readonly [string, string])[] {
  return drawn.family === 'items' ? (drawn.layout.pairs ?? []) : [];
}
