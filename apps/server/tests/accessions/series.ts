import { gzipSync } from 'node:zlib';

interface MadeSeries {
  accession: string;
  platform?: string;
  samples: readonly { accession: string; title: string; description?: string; source?: string }[];
  /** Rows of the table; none where samples were sequenced. */
  rows?: number;
}

const line = (key: string, cells: readonly string[]) => `!${key}\t${cells.map((cell) => `"${cell}"`).join('\t')}\n`;

/** A series matrix as GEO writes it, packed. Its values look random and are always the same. */
export function seriesMatrix({ accession, platform = 'GPL570', samples, rows = 40 }: MadeSeries): Buffer {
  const table = Array.from({ length: rows }, (_, g) =>
    [
      `"${1_000 + g}_at"`,
      ...samples.map((_sample, s) => ((Math.abs(Math.sin(g * 12.9898 + s * 78.233)) * 43_758.5453) % 11).toFixed(4)),
    ].join('\t'),
  );
  const text = [
    line('Series_title', ['A series that a test has made']),
    line('Series_geo_accession', [accession]),
    line('Series_platform_id', [platform]),
    '\n',
    line(
      'Sample_title',
      samples.map(({ title }) => title),
    ),
    line(
      'Sample_geo_accession',
      samples.map((sample) => sample.accession),
    ),
    line(
      'Sample_source_name_ch1',
      samples.map(({ source = 'tissue' }) => source),
    ),
    line(
      'Sample_organism_ch1',
      samples.map(() => 'Homo sapiens'),
    ),
    line(
      'Sample_description',
      samples.map(({ description = '' }) => description),
    ),
    line(
      'Sample_platform_id',
      samples.map(() => platform),
    ),
    '!series_matrix_table_begin\n',
    `${['"ID_REF"', ...samples.map((sample) => `"${sample.accession}"`)].join('\t')}\n`,
    ...table.map((row) => `${row}\n`),
    '!series_matrix_table_end\n',
  ].join('');
  return gzipSync(text);
}

/** Samples with these titles, numbered from a number on. */
export const samplesNamed = (first: number, titles: readonly string[]) =>
  titles.map((title, i) => ({ accession: `GSM${first + i}`, title }));

/** A table of counts, packed: Ensembl numbers in rows. */
export function countTable(columns: readonly string[], { separator = '\t', rows = 40, titled = true } = {}): Buffer {
  const header = [...(titled ? ['gene_id'] : []), ...columns].join(separator);
  const body = Array.from({ length: rows }, (_, g) =>
    [`ENSG${String(223_972 + g).padStart(11, '0')}`, ...columns.map((_column, s) => (g * 53 + s * 17) % 900)].join(separator),
  );
  return gzipSync(`${[header, ...body].join('\n')}\n`);
}
