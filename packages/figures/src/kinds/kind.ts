import type { FigureData } from '../data/types.ts';
import type { ScatterModel } from '../points/scatter-model.ts';

/** Points on two axes: drawn, zoomed and searched by one stage. */
export interface ScatterKind {
  family: 'scatter';
  /** Decides all but the size. Throws `FigureDataError` where a table lacks what the figure needs. */
  model: (data: FigureData) => ScatterModel;
}

/** A kind of figure: the same code lays it out for the screen and for files. */
export type FigureKind = ScatterKind;
