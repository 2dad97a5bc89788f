import type { Storage } from '../storage/storage.ts';

/** Bytes of backups by their checksum. */
export interface BackupContents extends Pick<Storage, 'size' | 'put' | 'open' | 'path'> {
  /** One that is absent is no error. */
  remove(sha256: string): Promise<void>;
}

/** Where backups lie: bytes by content, and names of a few characters that lead to them. */
export interface BackupPlace {
  readonly contents: BackupContents;
  names(): Promise<string[]>;
  read(name: string): Promise<string>;
  /** Whole and kept when it returns, or not there. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Nobody uses it any more. */
  close(): Promise<void>;
}
