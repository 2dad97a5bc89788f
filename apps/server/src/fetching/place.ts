/** Where files of public sources are got from: their own addresses, or a folder or an address that stands in for them. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ask } from './ask.ts';
import { codeOf, ImportError, isOffline } from './errors.ts';

/** A file that is wanted. */
export interface WantedFile {
  /** Path below its source; a mirror may have it with or without its folder, and with or without `.gz`. */
  path: string;
}

/** A file as one place has it. */
export interface Located<File extends WantedFile = WantedFile> {
  file: File;
  /** Of the file, without folders. */
  name: string;
  /** Where it is read from: a path, or an address. */
  at: { path: string } | { url: string };
  bytes: number | undefined;
  /** Changes when the content does; empty: the place does not say. */
  version: string;
  /** Day of the file, `2024-08-05`; undefined: the place does not say. */
  date: string | undefined;
  /** MD5 in hex, where the place gives one. */
  md5: string | undefined;
}

/** A place that files come from. */
export interface Place<File extends WantedFile = WantedFile> {
  /** Undefined: it does not have the file. Throws ImportError where it cannot be asked. */
  locate(file: File): Promise<Located<File> | undefined>;
}

/** Names of a file at a mirror, as the hub has it first. */
function mirrorNames({ path }: WantedFile): string[] {
  const plain = path.replace(/\.gz$/, '');
  const both = path.endsWith('.gz') ? [path, plain] : [path, `${path}.gz`];
  const flat = both.map((name) => basename(name));
  return [...new Set([...both, ...flat])];
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** A folder of the operator's; its files are read where they lie. */
class FolderPlace<File extends WantedFile> implements Place<File> {
  readonly #folder: string;
  readonly #folders: readonly string[];

  constructor(folder: string, folders: readonly string[]) {
    this.#folder = folder;
    this.#folders = folders;
  }

  async locate(file: File): Promise<Located<File> | undefined> {
    await readdir(this.#folder).catch((error: Error) => {
      throw new ImportError(`打不开镜像文件夹 ${this.#folder}：${error.message}`);
    });
    for (const folder of this.#folders) {
      for (const name of mirrorNames(file)) {
        const path = join(this.#folder, folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found?.isFile() !== true) continue;
        const version = `${found.size} ${Math.round(found.mtimeMs)}`;
        return { file, name: basename(name), at: { path }, bytes: found.size, version, date: dayOf(found.mtime), md5: undefined };
      }
    }
    return undefined;
  }
}

/** 403 and 410 are other words for absent: a bucket does not tell strangers what it lacks. */
const ABSENT = [403, 404, 410];
/** An answer has to begin within this time, ms. */
const PATIENCE_MS = 30_000;

/** Addresses that are asked one after the other. */
class WebPlace<File extends WantedFile> implements Place<File> {
  readonly #addresses: (file: File) => readonly string[];
  readonly #ask: Ask;

  constructor(addresses: (file: File) => readonly string[], ask: Ask) {
    this.#addresses = addresses;
    this.#ask = ask;
  }

  async locate(file: File): Promise<Located<File> | undefined> {
    const failures: ImportError[] = [];
    for (const url of this.#addresses(file)) {
      const found = await locateAt(file, url, this.#ask).catch((error: unknown) => {
        if (!(error instanceof ImportError)) throw error;
        failures.push(error);
      });
      if (found !== undefined) return found;
    }
    // An address that cannot be asked may have it.
    if (failures[0] !== undefined) throw failures[0];
    return undefined;
  }
}

async function locateAt<File extends WantedFile>(file: File, url: string, ask: Ask): Promise<Located<File> | undefined> {
  const { ok, status, headers } = await ask(url, {
    method: 'HEAD',
    // A packed answer would have another length than the file.
    headers: { 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: unknown) => {
    throw error instanceof ImportError ? error : new ImportError(`${unreachable(error)}：${url}`, { cause: error });
  });
  if (ABSENT.includes(status)) return undefined;
  if (!ok) throw new ImportError(`服务器回答了 ${status}，现在取不到：${url}`);
  const length = headers.get('content-length');
  const modified = new Date(headers.get('last-modified') ?? Number.NaN);
  return {
    file,
    // An address with a query names what answers, not the file.
    name: basename(url.includes('?') ? file.path : decodeURIComponent(new URL(url).pathname)),
    at: { url },
    bytes: length === null ? undefined : Number(length),
    version: headers.get('etag') ?? headers.get('last-modified') ?? '',
    date: Number.isNaN(modified.getTime()) ? undefined : dayOf(modified),
    md5: md5Of(headers),
  };
}

export function unreachable(error: unknown): string {
  if (isOffline(error)) return '连不上，请检查这台机器的网络，或用 --mirror 指向镜像';
  if (error instanceof Error && error.name === 'TimeoutError') return `超过 ${PATIENCE_MS / 1000} 秒没有回应`;
  return `连接失败（${codeOf(error) ?? String(error)}）`;
}

/** Buckets name a file that was stored in one piece by its MD5, unless they encrypt it with a key of their own. */
function md5Of(headers: Headers): string | undefined {
  const declared = headers.get('content-md5');
  if (declared !== null) return Buffer.from(declared, 'base64').toString('hex');
  if (headers.get('x-amz-request-id') === null || headers.get('x-amz-server-side-encryption')?.startsWith('aws:kms')) return undefined;
  return /^"([0-9a-f]{32})"$/.exec(headers.get('etag') ?? '')?.[1];
}

/** @param path with slashes. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/**
 * @param mirror a folder (absolute) or an http(s) address; undefined: the files' own addresses.
 * @param known `addresses` of a file, the faster one first; `folders` of a mirror in which the files may lie.
 */
export function openPlaceOf<File extends WantedFile>(
  mirror: string | undefined,
  { addresses, folders, ask = fetch }: { addresses: (file: File) => readonly string[]; folders: readonly string[]; ask?: Ask },
): Place<File> {
  if (mirror === undefined) return new WebPlace(addresses, ask);
  if (!/^https?:\/\//.test(mirror)) return new FolderPlace(mirror, folders);
  const base = mirror.replace(/(?<!\/)\/+$/, '');
  return new WebPlace(
    (file) =>
      folders.flatMap((folder) =>
        mirrorNames(file).map((name) => [base, folder, encodedPath(name)].filter((part) => part !== '').join('/')),
      ),
    ask,
  );
}
