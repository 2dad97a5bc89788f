import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Chunks } from '../platform/inflate.ts';
import type { Matching } from './matching.ts';
import type { SampleLine, SeriesHead } from './series-head.ts';
import { cellsOf, type TableHead, tableLines } from './table-head.ts';

/** Lines that are left out: who made it is no fact about a sample, and with a platform Entrez numbers would be read as probes. */
const LEFT_OUT = /^(Sample_contact_|Sample_platform_id|Series_contact_|Series_platform_id|Series_sample_id)/;

const lineOf = ({ key, cells }: SampleLine): string => `!${key}\t${cells.map((cell) => `"${cell.replaceAll('"', "'")}"`).join('\t')}\n`;

/** Lines of several platforms side by side: one that only some have is blank for the samples of the others. */
function joinedLines(heads: readonly SeriesHead[]): SampleLine[] {
  const numbered = heads.map(({ samples }) => {
    const times = new Map<string, number>();
    return new Map(
      samples.map(({ key, cells }) => {
        const n = (times.get(key) ?? 0) + 1;
        times.set(key, n);
        return [`${key}\t${n}`, cells];
      }),
    );
  });
  const keys = [...new Set(numbered.flatMap((lines) => [...lines.keys()]))];
  return keys.map((numberedKey) => ({
    key: numberedKey.split('\t')[0] ?? '',
    cells: numbered.flatMap((lines, i) => {
      const cells = lines.get(numberedKey) ?? [];
      return (heads[i]?.accessions ?? []).map((_, j) => cells[j] ?? '');
    }),
  }));
}

/** What is said of the series and its samples before the table. */
export function seriesText(heads: readonly SeriesHead[]): string {
  const series = heads[0]?.series ?? [];
  return [...series, ...joinedLines(heads)]
    .filter(({ key }) => !LEFT_OUT.test(key))
    .map(lineOf)
    .join('');
}

/**
 * Writes a table of a series as GEO writes the matrices of arrays: what is said of the samples, and below it the table with the samples'
 * numbers for its columns. So it is read as they are, and carries its groups with it.
 */
export async function writeMatched(
  target: string,
  { chunks, head, matching, heads }: { chunks: Chunks; head: TableHead; matching: Matching; heads: readonly SeriesHead[] },
): Promise<void> {
  const { layout, header } = head;
  async function* text(): AsyncGenerator<string> {
    yield seriesText(heads);
    yield '!series_matrix_table_begin\n';
    const [, ...names] = header;
    yield `${['ID_REF', ...names.map((name) => matching.samples.get(name)?.accession ?? name)].join('\t')}\n`;
    let skipped = -layout.leadingLines - 1;
    for await (const line of tableLines(chunks)) {
      if (skipped++ < 0 || line.trim() === '') continue;
      const cells = cellsOf(line, layout.delimiter);
      yield `${(layout.trailingDelimiter ? cells.slice(0, header.length) : cells).join('\t')}\n`;
    }
    yield '!series_matrix_table_end\n';
  }
  await pipeline(text, createGzip(), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
}
