import type { MatrixFacts } from '@oncoloom/contract';
import { knownValue } from './words.ts';

/** One thing that a data set says of each of its samples; '' where it is silent. */
export interface SampleColumn {
  name: string;
  values: readonly string[];
}

/** What a series says of itself as a whole. */
type SeriesTexts = NonNullable<NonNullable<MatrixFacts['annotations']>['series']>;

/** What the lines before the table of a series matrix say, as the rules read it. */
export interface SeriesMetadata {
  samples: readonly string[];
  columns: readonly SampleColumn[];
  platform: string | null;
  texts: SeriesTexts;
}

/** Columns that are texts of the submitter's own; all others are characteristics with a key. R: `SERIES_FIELDS`. */
export const TEXT_COLUMNS = { title: '样本标题', source: '来源', free: '特征', description: '说明', second: '第二通道来源' } as const;
export const OTHER_COLUMNS = { species: '物种', molecule: '分子', strategy: '测序方式' } as const;

/** Rows of a series matrix and what their columns are called. R: `SERIES_FIELDS`. */
const FIELDS: Readonly<Record<string, string>> = {
  title: TEXT_COLUMNS.title,
  source_name_ch1: TEXT_COLUMNS.source,
  source_name_ch2: TEXT_COLUMNS.second,
  description: TEXT_COLUMNS.description,
  organism_ch1: OTHER_COLUMNS.species,
  molecule_ch1: OTHER_COLUMNS.molecule,
  library_strategy: OTHER_COLUMNS.strategy,
};
/** Of these one value for all samples says nothing. R: `SERIES_DIFFERING`. */
const DIFFERING: readonly string[] = [TEXT_COLUMNS.description, ...Object.values(OTHER_COLUMNS)];

/** A key is short, and no address begins with it; brackets in it may hold what its codes mean. */
const KEYED = /^((?:[^:()]|\([^()]*\)){1,80}):(?!\/\/)(.*)$/;
type Part = readonly [key: string, value: string];

function keyed(text: string): Part | undefined {
  const [, key = '', value = ''] = KEYED.exec(text.trim()) ?? [];
  return /\p{L}/u.test(key) ? [key.trim(), value.trim()] : undefined;
}

/** The 「key: value」 parts of one cell; a cell without a key is a value of its own. */
function partsOf(cell: string): readonly Part[] {
  const parts = cell.split(';').filter((part) => part.trim() !== '');
  const several = parts.flatMap((part) => {
    const found = keyed(part);
    return found === undefined ? [] : [found];
  });
  if (several.length > 1 && several.length === parts.length) return several;
  return cell === '' ? [] : [keyed(cell) ?? [TEXT_COLUMNS.free, cell]];
}

/** Gathers cells by what they are called, in any spelling of it; what a sample has twice becomes a further column. */
class Gathered {
  readonly #columns = new Map<string, { name: string; values: string[] }>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  add(name: string, at: number, value: string): void {
    if (value === '') return;
    for (let turn = 1; ; turn += 1) {
      const called = turn === 1 ? name : `${name} (${turn})`;
      const key = called.toLowerCase().replace(/[\s_]+/g, ' ');
      const column = this.#columns.get(key) ?? { name: called, values: new Array<string>(this.#size).fill('') };
      this.#columns.set(key, column);
      if (column.values[at] !== '') continue;
      column.values[at] = value;
      return;
    }
  }

  columns(): SampleColumn[] {
    return [...this.#columns.values()].filter(({ name, values }) => !DIFFERING.includes(name) || new Set(values).size > 1);
  }
}

const cellsOf = (line: string): string[] =>
  line
    .split('\t')
    .slice(1)
    .map((cell) => cell.trim().replace(/^"|"$/g, '').trim());

/** Reads the lines of a series matrix that begin with 「!」. */
export function readSeriesHeader(lines: readonly string[]): SeriesMetadata {
  return metadataOfRows(
    lines.filter((line) => line.startsWith('!')).map((line) => ({ key: line.slice(1).split('\t', 1)[0] ?? '', cells: cellsOf(line) })),
  );
}

/** What the rows before the table of a series matrix say, such as `Sample_title`. R reads those of an upload: `series_annotations`. */
export function metadataOfRows(rows: readonly { key: string; cells: readonly string[] }[]): SeriesMetadata {
  const of = (key: string) => rows.filter((row) => row.key === key).map(({ cells }) => cells);
  const samples = of('Sample_geo_accession')[0] ?? [];
  const gathered = new Gathered(samples.length);
  for (const { key, cells } of rows) {
    const field = key.replace(/^Sample_/, '');
    const name = key.startsWith('Sample_') ? FIELDS[field] : undefined;
    const parts = (cell: string): readonly Part[] =>
      name !== undefined ? [[name, cell]] : /^characteristics_ch\d$/.test(field) ? partsOf(cell) : [];
    cells.slice(0, samples.length).forEach((cell, i) => {
      for (const [part, value] of parts(cell)) gathered.add(part, i, value);
    });
  }
  const text = (key: string) => of(key).flat().join(' ').trim();
  return {
    samples,
    columns: gathered.columns(),
    platform: of('Sample_platform_id')[0]?.[0] ?? of('Series_platform_id')[0]?.[0] ?? null,
    texts: {
      title: text('Series_title'),
      summary: text('Series_summary'),
      design: text('Series_overall_design'),
      processing: [...new Set(of('Sample_data_processing').flat())].filter((line) => line !== ''),
      channels: Math.max(1, ...of('Sample_channel_count').flat().map(Number).filter(Number.isFinite)),
    },
  };
}

const NO_TEXTS: SeriesTexts = { title: '', summary: '', design: '', processing: [], channels: 1 };

/** What a matrix carries of its samples, as the rules read it. */
export function metadataOf({ samples, annotations, platform }: Pick<MatrixFacts, 'samples' | 'annotations' | 'platform'>): SeriesMetadata {
  return { samples, columns: annotations?.columns ?? [], platform, texts: annotations?.series ?? NO_TEXTS };
}

/** The column with one spelling for what means the same, and '' for what is not known. */
export function normalised({ name, values }: SampleColumn): SampleColumn {
  return { name, values: values.map(knownValue) };
}

/** Is this a text of the submitter, not a value under a key? */
export const isText = (name: string): boolean => Object.values(TEXT_COLUMNS).some((text) => name === text || name.startsWith(`${text} (`));
