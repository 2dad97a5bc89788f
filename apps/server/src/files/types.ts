import type { FileType } from '@oncoloom/contract';
import type { Transaction } from '../platform/postgres/database.ts';
import type { StagedFile } from './intake/staging.ts';
import type { HeadStart, ParsedForm } from './reading/parser.ts';
import type { FileRecord } from './tables.ts';

export interface Cells {
  columns: string[];
  rows: string[][];
}

/** A file as other domains see it. */
export type StoredFile = FileRecord & {
  /** All cells of a table of up to 100,000 rows and a million cells; undefined for a matrix or a larger table. */
  readCells(): Promise<Cells | undefined>;
};

export interface Upload {
  /** Bytes as they come in, or a file on the disk that stays where it is. */
  source: AsyncIterable<Buffer> | string;
  /** As the client calls it. */
  name: string;
  /** As far as it is known before the bytes. */
  fileType: FileType | null;
  /** Bytes that count in the user's space already, as those of an open upload. */
  counted?: number;
}

export interface UploadDetails {
  fileType: FileType | null;
  description: string;
  directoryId: number | null;
  /** What reading it would give, where that is known: the matrix of a result carries what no file tells, such as removed batches. */
  form?: ParsedForm | undefined;
}

/** What is written together with a file's row. */
export type AlsoWrite = (tx: Transaction, fileId: number) => Promise<void>;

/** An upload on the disk, with the name under which it was taken. */
export interface Taken {
  name: string;
  staged: StagedFile;
  counted?: number;
  /** Of bytes that have come with the call: counted until there is a row. */
  arrival?: { end(): void };
  /** The reading that has begun already. */
  head?: HeadStart | undefined;
}
