/** The thread that draws figures: layouts and their markup take a tenth of a second and more, for which the API must not stand still. */
import { readFile } from 'node:fs/promises';
import { ChartDataError, type ColumnarTable, type FigureStyle, parseTsv } from '@oncoloom/figures';
import { drawFigure, type FigureFormat, isLaidOut } from '@oncoloom/figures/file';
import type { FigureDeclaration, TableDeclaration } from '@oncoloom/tool-kit';
import { figureFile } from './files.ts';

/** Everything that a figure is drawn from; plain data, so that it can be sent to a thread. */
export interface DrawRequest {
  figure: FigureDeclaration;
  /** By the kind's role: where the stored table is, and how it is declared. */
  tables: Readonly<Record<string, { path: string; declaration: TableDeclaration }>>;
  style: FigureStyle;
  words: Readonly<Record<string, string>>;
  /** Lines below the figure, see `drawFigure`. */
  notices: readonly string[];
  format: FigureFormat;
}

/** The file's bytes, or the sentence that says why these data have no such figure: a thrown error loses its class between threads. */
export type DrawAnswer = { file: Uint8Array } | { refused: string };

/** Draws one figure. */
export default async function draw({ figure, tables, style, words, notices, format }: DrawRequest): Promise<DrawAnswer> {
  if (!isLaidOut(figure.chart)) throw new Error(`figures of the kind ${figure.chart} are not drawn here`);
  const parsed = await Promise.all(
    Object.entries(tables).map(async ([role, { path, declaration }]): Promise<[string, ColumnarTable]> => {
      return [role, parseTsv(await readFile(path, 'utf8'), declaration)];
    }),
  );
  try {
    const drawn = await drawFigure(figure.chart, { figure, tables: Object.fromEntries(parsed), style, words }, notices);
    return { file: await figureFile(drawn, format) };
  } catch (error) {
    if (error instanceof ChartDataError) return { refused: error.message };
    throw error;
  }
}
