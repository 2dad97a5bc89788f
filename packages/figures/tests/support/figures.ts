import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { both, type Chart } from '@oncoloom/tool-kit';
import { drawFigure } from '../../src/file/index.tsx';
import type { ColumnarTable, FigureData, FigureStyle, FittedHeading } from '../../src/index.ts';

/** Public data for tests; absent on machines that have only the repository. */
export const SHARED = process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../../../../shared/data');
export const hasShared = existsSync(SHARED);

/** A table from its columns: numbers become numeric ones; a numeric one without rows is a `Float64Array`. */
export function tableFrom(columns: Readonly<Record<string, readonly string[] | readonly number[] | Float64Array>>): ColumnarTable {
  const entries = Object.entries(columns).map(([name, cells]): [string, ColumnarTable['columns'][string]] => [
    name,
    cells instanceof Float64Array || typeof cells[0] === 'number'
      ? Float64Array.from(cells as readonly number[])
      : (cells as readonly string[]),
  ]);
  return { rowCount: entries[0]?.[1].length ?? 0, columns: Object.fromEntries(entries), order: Object.keys(columns) };
}

/** What a figure of a kind is drawn from. */
export function figureData(
  chart: Chart,
  columns: Readonly<Record<string, string>>,
  tables: FigureData['tables'],
  style: FigureStyle = {},
  words: FigureData['words'] = {},
): FigureData {
  return { figure: { title: '图', chart, tables: {}, columns, alternative: '', style: {} }, tables, style, words };
}

/** The texts of a file's drawing, marks of titles joined. */
export async function drawnTexts(chart: Chart, data: FigureData, notices: readonly string[] = []): Promise<string[]> {
  const { svg } = await drawFigure(chart, data, notices.map(both));
  return [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, inner = '']) => inner.replace(/<[^>]*>/g, ''));
}

/** Gene sets of a gmt file of the public data. */
export function geneSets(file: string): Map<string, string[]> {
  const lines = readFileSync(join(SHARED, 'genesets', file), 'utf8')
    .trim()
    .split('\n');
  return new Map(lines.map((line) => line.split('\t')).map(([name = '', , ...genes]) => [name, genes]));
}

/** Of a panel without a name. */
export const NO_HEADING: FittedHeading = { text: '', strong: true, lines: [], width: 0, whole: null };

/** Names and numbers that are hard to draw. */
export const UGLY_NAMES = ['中文名', 'x'.repeat(80), 'a\u0007b', '\u202eאבג', '<script>', '', '&amp;'];
