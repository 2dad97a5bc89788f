import type { Chunks } from '../platform/inflate.ts';
import { packedLines } from '../platform/packed-lines.ts';

/** A line of a series matrix that tells of all samples: its cells in their order. */
export interface SampleLine {
  /** `Sample_title` */
  key: string;
  cells: string[];
}

/** What a series matrix says before its table. */
export interface SeriesHead {
  /** Lines that tell of the series, by their keys. */
  series: readonly SampleLine[];
  samples: readonly SampleLine[];
  accessions: readonly string[];
  platform: string | undefined;
  /** Whether the table has rows: that of sequenced samples has none. */
  hasRows: boolean;
}

/** A series of five thousand samples has lines of some megabytes. */
const LINE_MAX = 64 * 1024 ** 2;
const HEAD_MAX = 256 * 1024 ** 2;
const TABLE_BEGIN = /^"?!series_matrix_table_begin/i;
const TABLE_END = /^"?!series_matrix_table_end/i;

/** A file that is no series matrix, or a damaged one. */
export class UnreadableSeries extends Error {}

const cellOf = (cell: string): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim();

/** Reads a series matrix up to the first row of its table; what follows is not asked for. @throws UnreadableSeries */
export async function readSeriesHead(chunks: Chunks): Promise<SeriesHead> {
  const series: SampleLine[] = [];
  const samples: SampleLine[] = [];
  /** Lines of the table so far: its header, its first row. */
  let table: string[] | undefined;
  const refuse = () => new UnreadableSeries('series matrix 文件不完整或已损坏');
  for await (const line of packedLines(chunks, { size: HEAD_MAX, line: LINE_MAX, refuse })) {
    if (table !== undefined) {
      table.push(line);
      if (table.length === 2) break;
      continue;
    }
    if (TABLE_BEGIN.test(line)) {
      table = [];
      continue;
    }
    const [, key, rest] = /^"?!((?:Series|Sample)_[^\t"]+)"?\t(.*)$/s.exec(line) ?? [];
    if (key === undefined || rest === undefined) continue;
    (key.startsWith('Series') ? series : samples).push({ key, cells: rest.split('\t').map(cellOf) });
  }
  const accessions = valuesOf(samples, 'Sample_geo_accession');
  if (table === undefined || accessions.length === 0) throw refuse();
  return {
    series,
    samples,
    accessions,
    platform: valuesOf(samples, 'Sample_platform_id')[0] ?? valuesOf(series, 'Series_platform_id')[0],
    hasRows: table[1] !== undefined && table[1] !== '' && !TABLE_END.test(table[1]),
  };
}

/** Cells of the first line with a key; none where there is no such line. */
export const valuesOf = (lines: readonly SampleLine[], key: string): readonly string[] =>
  lines.find((line) => line.key === key)?.cells ?? [];
