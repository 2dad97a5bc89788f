import type { Readable } from 'node:stream';

export interface StoredBlob {
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Inclusive byte positions, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** How often a content was read of which a copy lay on the local disk, and how often it came out of the bucket, since the process began. */
export interface CacheReads {
  found: number;
  fetched: number;
}

/**
 * Content-addressed files (docs/adr/023-object-storage.md). The same bytes are kept once; what `put` has answered is on the disk, or in the bucket.
 * `path` gives a local file that may be read and hard-linked, never written, and stays for an hour. What is not there is an error of the code ENOENT.
 * An object storage that does not answer or has no room is StorageAway or StorageFull, of any call.
 */
export interface Storage {
  put(source: string | Readable): Promise<StoredBlob>;
  /** Takes a finished file of the server's own over instead of copying it; its bytes are read once, or not at all where the caller has hashed them. */
  adoptFile(path: string, known?: StoredBlob): Promise<StoredBlob>;
  /** The same for a file that stays where it is and is not written any more: the bytes lie on the disk once. */
  share(path: string, known: StoredBlob): Promise<StoredBlob>;
  /** Answers whether the bytes are kept, and keeps a `true` true for a day: the sweep leaves alone what somebody is about to use. */
  has(sha256: string): Promise<boolean>;
  /** Bytes; undefined when absent. */
  size(sha256: string): Promise<number | undefined>;
  path(sha256: string): Promise<string>;
  open(sha256: string, range?: ByteRange): Promise<Readable>;
  /** Reads all bytes where they are kept, not a copy, and answers whether they are those of the checksum. */
  verify(sha256: string): Promise<boolean>;
  /** Removes what processes that died were writing a day ago. */
  removeAbandoned(): Promise<void>;
  /** All that is kept and was last put or asked for before a moment. */
  unusedSince(moment: Date): AsyncIterable<StoredBlob>;
  /** Removes what `unusedSince` has told, unless it has been put or asked for meanwhile; answers whether it did. */
  removeUnused(sha256: string, moment: Date): Promise<boolean>;
  /** Gives up local room that nothing but copies takes. */
  makeRoom(): Promise<void>;
  /** Rejects where contents cannot be reached at this moment. */
  check(): Promise<void>;
  /** Undefined where contents are no copies. */
  cacheReads(): CacheReads | undefined;
}

/** Everything was last asked for before this time from now, ms. */
const AHEAD_MS = 24 * 3600 * 1000;

/** Removes a content at once, such as a damaged one, whoever may be about to use it. */
export async function discard(storage: Storage, sha256: string): Promise<void> {
  await storage.removeUnused(sha256, new Date(Date.now() + AHEAD_MS));
}
