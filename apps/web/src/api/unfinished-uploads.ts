import { UPLOAD_HOURS } from '@oncoloom/contract';
import { readUserId } from './token.ts';

/** Uploads that the server knows and that have not ended, in local storage: after a reload the same file goes on where it stopped. */
const KEY = 'oncoloom_uploads';

interface UnfinishedUpload {
  /** What the file is known by: its name, size, date and folder. */
  fingerprint: string;
  /** The upload's address. */
  url: string;
  name: string;
  size: number;
  directoryId: number | null;
  /** Whose it is. */
  user: string | undefined;
  /** When it began, ms since 1970. */
  at: number;
}

function read(): UnfinishedUpload[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as UnfinishedUpload[];
  } catch {
    return [];
  }
}

function write(uploads: readonly UnfinishedUpload[]): void {
  localStorage.setItem(KEY, JSON.stringify(uploads));
}

/** Uploads of who is signed in, the newest first; the server has forgotten those of yesterday. */
export function unfinishedUploads(): UnfinishedUpload[] {
  const oldest = Date.now() - UPLOAD_HOURS * 3600_000;
  const user = readUserId();
  return read()
    .filter((upload) => upload.user === user && upload.at > oldest)
    .sort((a, b) => b.at - a.at);
}

export function rememberUpload(upload: Omit<UnfinishedUpload, 'user' | 'at'>): void {
  const others = unfinishedUploads().filter(({ fingerprint }) => fingerprint !== upload.fingerprint);
  write([{ ...upload, user: readUserId(), at: Date.now() }, ...others]);
}

export function forgetUpload(fingerprint: string): void {
  write(read().filter((upload) => upload.fingerprint !== fingerprint));
}

export function forgetUploads(): void {
  localStorage.removeItem(KEY);
}

/** The same file, sent to the same folder. */
export function fingerprintOf(file: Pick<File, 'name' | 'size' | 'lastModified'>, directoryId: number | null): string {
  return JSON.stringify([readUserId(), file.name, file.size, file.lastModified, directoryId]);
}
