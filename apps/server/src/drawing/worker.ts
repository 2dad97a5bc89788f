/** The thread that draws figures and documents: layouts and their markup take a tenth of a second and more, for which the API must not stand still. */
import { ChartDataError } from '@oncoloom/figures';
import { type DrawnFigure, drawFigure, drawBoard as drawnBoard, type FigureFormat } from '@oncoloom/figures/file';
import { type DocumentRequest, documentFile } from './document.ts';
import { figureFile } from './files.ts';
import type { BoardRequest, DrawRequest } from './request.ts';
import { startAhead } from './rsvg.ts';
import { readTables } from './sources.ts';
import type { WordRequest } from './word/request.ts';

/** The file's bytes, or the sentence that says why these data have no such figure: a thrown error loses its class between threads. */
export type DrawAnswer = { file: Uint8Array } | { refused: string };

/** Writes what is drawn in a format. */
async function fileOf(format: FigureFormat, drawn: () => Promise<DrawnFigure>): Promise<DrawAnswer> {
  try {
    // It starts while the figure is laid out.
    if (format === 'pdf') startAhead();
    const file = await figureFile(await drawn(), format);
    if (format === 'pdf') startAhead();
    return { file };
  } catch (error) {
    if (error instanceof ChartDataError) return { refused: error.message };
    throw error;
  }
}

/** Draws one figure. */
export default function draw({ figure, tables, style, words, notices, format }: DrawRequest): Promise<DrawAnswer> {
  return fileOf(format, async () => drawFigure(figure.chart, { figure, tables: await readTables(tables), style, words }, notices));
}

/** Draws one board of figures. */
export function drawBoard({ format, panels, ...board }: BoardRequest): Promise<DrawAnswer> {
  return fileOf(format, async () => {
    const read = panels.map(async ({ figure, tables, style, words, notices, place }) => {
      return { chart: figure.chart, place, data: { figure, tables: await readTables(tables), style, words }, notices };
    });
    return drawnBoard({ ...board, panels: await Promise.all(read) });
  });
}

/** Writes one document. */
export async function drawDocument(request: DocumentRequest): Promise<DrawAnswer> {
  return { file: await documentFile(request) };
}

/** Writes one Word document. */
export async function writeWord(request: WordRequest): Promise<DrawAnswer> {
  const { wordFile } = await import('./word/index.ts');
  return { file: await wordFile(request) };
}
