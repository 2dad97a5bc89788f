import { cellTypeName, type Told } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import { styleText } from '../data/table.ts';
import type { FigureData, ItemText, Size } from '../data/types.ts';
import type { EditableAxes } from '../plot/axes/axis-range.ts';
import type { NamedEntry } from '../plot/legend-layout.ts';
import type { Rect } from '../plot/place-labels.ts';
import type { PlotFrame } from '../plot/plot-frame.ts';
import type { Wanted } from '../plot/printed-size.ts';
import type { MovableLabel } from '../points/moved-labels.ts';
import type { ScatterModel } from '../points/scatter-model.ts';

/** Points on two axes: drawn, zoomed and searched by one stage. */
export interface ScatterKind {
  family: 'scatter';
  /** Names that the kind itself gives to axes, groups and marks. */
  words?: readonly Told[];
  /** Decides all but the size. Throws `ChartDataError` where a table lacks what the figure needs. */
  model: (data: FigureData) => ScatterModel;
}

/** Where an arrow key leads: one item across or down. */
export interface Step {
  across: -1 | 0 | 1;
  down: -1 | 0 | 1;
}

/** What a figure tells the stage that shows its items one by one. */
export interface StageLayout extends Size {
  /** Names panels that are not drawn, for the legend, in the figure's language. */
  leftOut?: string;
  /** What its content fills at best; without it the declared size is right for any. */
  wanted?: Wanted;
  /** Of figures on axes. */
  frame?: PlotFrame;
  /** What the arrow keys walk over, in words: 「图中的箱子」. */
  items: string;
  /** Items in the order of the arrow keys. */
  stops: readonly number[];
  /** Where items stand in rows and columns: the item that an arrow leads to. `stops` are then the first and the last. */
  walk?: (from: number | null, step: Step) => number;
  /** The item at a place, or null. */
  hit: (at: { x: number; y: number }) => number | null;
  /** Where an item's card stands; null: it has none. */
  anchor: (item: number) => { x: number; y: number } | null;
  describe: (item: number) => ItemText;
  /** The item of a name that is searched for. */
  find: (name: string) => number | null;
  /** What a press on an item names; empty: nothing. */
  named: (item: number) => string;
  /** The names that a press on an item lists, and where they are from in words; null: it lists none. */
  listed?: (item: number) => { names: readonly string[]; words: string } | null;
  /** The line under the plot; empty where there is nothing to say. */
  note: string;
  /** What can be renamed and reordered, where that is not the frame's legend alone. */
  entries?: readonly NamedEntry[];
  /** What of its axes of numbers can be chosen. */
  axes?: Partial<EditableAxes>;
  /** Texts that can be put elsewhere, by what the style's `moved_labels` calls them. */
  movable?: readonly MovableLabel[];
  /** Comparisons whose brackets can be chosen, by the names that the style's `brackets` has. */
  pairs?: readonly (readonly [string, string])[];
}

/** The same of boxes, bars, lines or curves on axes. */
export interface ItemLayout extends StageLayout {
  frame: PlotFrame;
  anchor: (item: number) => { x: number; y: number };
}

export interface PictureProps<L> {
  layout: L;
  /** Begins the ids within the picture. */
  id: string;
  /** The item that is told of. */
  active: number | null;
  /** The item that was searched for. */
  found?: number | null;
  /** False: the screen draws what is many on a canvas. */
  vector: boolean;
  /** Of files: writes pixels as an image, for what is too many as shapes. */
  imageAddress?: ImageAddress;
}

/** Boxes, bars, lines or curves: told of one by one. */
export interface ItemKind<L extends StageLayout = StageLayout> {
  family: 'items';
  /** Names that the kind itself gives to axes, groups and marks. */
  words?: readonly Told[];
  /** Width on screen where the room is too narrow; the stage scrolls then. */
  screenWidth?: (data: FigureData, room: number) => number;
  /** Height on screen at a width. */
  screenHeight: (data: FigureData, width: number) => number;
  /** Inches that a file needs to show everything; it takes them until somebody chooses a height. */
  paperHeight?: (data: FigureData) => number;
  /** Throws `ChartDataError` where a table lacks what the figure needs. */
  layout: (data: FigureData, size: Size) => L;
  // Methods, not properties: a kind with a layout of its own is then a kind like others.
  Picture(props: PictureProps<L>): ReactNode;
  /** What is too many for elements of a page, drawn on its canvas. */
  paint?(context: CanvasContext, layout: L, drawPixels: DrawPixels): void;
}

/** RGBA bytes, row by row. */
export interface Pixels {
  rows: number;
  columns: number;
  bytes: Uint8ClampedArray<ArrayBuffer>;
}

/** Fills a place with pixels that are enlarged without blur; told how many the screen has there, and given at most so many. */
export type DrawPixels = (place: Rect, pixelsOf: (columns: number, rows: number) => Pixels) => void;

/** Writes opaque pixels as the address of an image in which each is `across` × `down` pixels large. */
export type ImageAddress = (pixels: Pixels, across: number, down: number) => string;

/** The part of a canvas that is drawn with; this package knows no browser. */
export interface CanvasContext {
  lineWidth: number;
  lineJoin: string;
  lineCap: string;
  globalAlpha: number;
  strokeStyle: unknown;
  fillStyle: unknown;
  beginPath: () => void;
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
  rect: (x: number, y: number, width: number, height: number) => void;
  clip: () => void;
  save: () => void;
  restore: () => void;
  fillRect: (x: number, y: number, width: number, height: number) => void;
  stroke: () => void;
}

/** A kind of figure: the same code lays it out for the screen and for files. */
export type FigureKind = ScatterKind | ItemKind;

/** A card with cell types called as the figure calls them; cards are Chinese. */
function inCellWords({ name, rows, ...text }: ItemText): ItemText {
  const called = (label: string) => cellTypeName(label, 'zh') ?? label;
  return { ...text, name: called(name), rows: rows.map(([label, value]) => [called(label), called(value)] as const) };
}

/** A kind whose layout is known to itself alone. */
export function itemKind<L extends StageLayout>(kind: ItemKind<L>): ItemKind {
  const layout = (data: FigureData, size: Size): L => {
    const own = kind.layout(data, size);
    if (styleText(data.style, 'cell_names', 'labels') !== 'words') return own;
    return { ...own, describe: (item) => inCellWords(own.describe(item)) };
  };
  const named: ItemKind<L> = { ...kind, layout };
  return named;
}
