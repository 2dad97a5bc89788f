import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { WrongChecksum } from '../fetching/download.ts';
import { sha256Of } from '../platform/checksum.ts';
import type { Chunks } from '../platform/inflate.ts';
import type { Storage } from '../storage/storage.ts';
import type { KeptFiles } from './kept-files.ts';
import type { FoundFile, FoundSeries } from './look.ts';
import { seriesText, writeMatched } from './matched-table.ts';
import { matchColumns, samplesOf, tellMatching } from './matching.ts';
import { readTableHead } from './table-head.ts';

/** What becomes of a file of a series: its bytes, or a table with the samples' numbers for its columns. */
export interface Content {
  sha256: string;
  name: string;
  /** How its columns fit the samples; '' where there is nothing to say. */
  note: string;
}

/** Raised when the text of a matched table changes, so that earlier ones are not taken for it. */
const TEXT_VERSION = 1;

/** The contents that users get of the files of a series. */
export class SeriesContents {
  readonly #kept: KeptFiles;
  readonly #storage: Storage;

  constructor(kept: KeptFiles, storage: Storage) {
    this.#kept = kept;
    this.#storage = storage;
  }

  /** Fetches a file and, where it is a table whose columns fit the samples, makes a matrix with these. @throws ImportError, ApiError 507 */
  async get(series: FoundSeries, file: FoundFile, signal: AbortSignal): Promise<Content> {
    const plain = { sha256: await this.#kept.get(file.located, signal), name: file.name, note: '' };
    if (!file.isTable || series.heads.length === 0) return plain;
    const open = async () => createReadStream(await this.#storage.path(plain.sha256)) as Chunks;
    const head = await readTableHead(await open());
    if (head === undefined) return plain;
    const columns = head.numbers.map((i) => head.header[i] ?? '');
    const matching = matchColumns(columns, samplesOf(series.heads));
    const note = tellMatching(matching, series.about.accession);
    // With commas for points the table is left to the reader of uploads.
    if (matching.samples.size === 0 || head.layout.decimal === ',') return { ...plain, note };
    const version = sha256Of([TEXT_VERSION, plain.sha256, seriesText(series.heads)].join('\n')).slice(0, 32);
    const sha256 = await this.#kept.make({ path: `${file.located.file.path}#matched`, version }, signal, async (target) =>
      writeMatched(target, { chunks: await open(), head, matching, heads: series.heads }),
    );
    return { sha256, name: matchedName(file.name), note };
  }

  path({ sha256 }: Content): Promise<string> {
    return this.#storage.path(sha256);
  }

  /** Drops a content that is not what its checksum says; answers what to throw. */
  async damaged({ sha256, name }: Content): Promise<WrongChecksum> {
    await this.#kept.dropDamaged(sha256);
    return new WrongChecksum(`${name} 在存储里已经损坏`);
  }
}

/** `GSE1_counts.csv.gz` as `GSE1_counts_matched.txt.gz`. */
const matchedName = (name: string): string => `${basename(name).replace(/(\.(txt|tsv|csv|tab|xls|gz))+$/i, '')}_matched.txt.gz`;
