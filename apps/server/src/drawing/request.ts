import type { FigureStyle } from '@oncoloom/figures';
import type { BoardLook, Place } from '@oncoloom/figures/board';
import type { FigureFormat } from '@oncoloom/figures/file';
import type { Told, ToldFigure } from '@oncoloom/tool-kit';
import type { TableSources } from './sources.ts';

/** Everything that a figure is drawn from; plain data, so that it can be sent to a thread. */
export interface DrawRequest {
  figure: ToldFigure;
  /** By the kind's role. */
  tables: TableSources;
  style: FigureStyle;
  words: Readonly<Record<string, string>>;
  /** Lines below the figure, see `drawFigure`. */
  notices: readonly Told[];
  format: FigureFormat;
}

/** Everything that a board of figures is drawn from. */
export interface BoardRequest {
  look: BoardLook;
  title: string;
  caption: string;
  panels: readonly (Omit<DrawRequest, 'format'> & { place: Place })[];
  format: FigureFormat;
}
