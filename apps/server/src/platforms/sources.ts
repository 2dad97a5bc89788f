import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chunks } from '../files/inflate.ts';
import { PLATFORM_NUMBER } from './known.ts';

/** An annotation that a source has. */
export interface Offer {
  /** Changes when the content does. */
  version: string;
  /** Where it comes from, for the reader of a result. */
  source: string;
  /** Its bytes as they come; read to the end or returned. */
  chunks: Chunks;
}

/** A place that annotations come from. */
export interface Source {
  /** Whether asking costs nothing: it lies on this machine. */
  local: boolean;
  /** What it has; undefined: it can only be asked for one after the other. */
  list(): Promise<readonly string[] | undefined>;
  /**
   * `unchanged`: it has the version that is known already; undefined: it does not have the platform.
   * @throws SourceAway, UnreadablePlatform
   */
  find(platform: string, knownVersion: string | null, signal: AbortSignal): Promise<Offer | 'unchanged' | undefined>;
}

/** A source that does not answer; the message is a sentence for the user. */
export class SourceAway extends Error {}

/** Names under which a platform's annotation may lie, the preferred first. */
const FILE_NAMES = ['_probe2symbol.tsv.gz', '_probe2symbol.tsv', '.annot.gz', '.annot', '.tsv.gz', '.tsv'];
/** Folders of a mirror that may hold them. */
const FOLDERS = ['', 'microarray', 'platforms', 'reference/platforms'];

/** A folder with files such as `GPL96_probe2symbol.tsv.gz` and `GPL97.annot.gz`, in itself or in one of a mirror's folders. */
export class FolderSource implements Source {
  readonly local = true;
  readonly #folder: string;
  readonly #name: string;

  /** @param name for the reader of a result; a file that names its own source goes first. */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
  }

  async list(): Promise<readonly string[]> {
    const names = await Promise.all(FOLDERS.map((folder) => readdir(join(this.#folder, folder)).catch(() => [])));
    const platforms = names.flat().flatMap((name) => {
      const [, platform, ending] = /^(GPL\d{1,7})([._].*)$/.exec(name) ?? [];
      return platform !== undefined && FILE_NAMES.includes(ending ?? '') ? [platform] : [];
    });
    return [...new Set(platforms)];
  }

  async find(platform: string, knownVersion: string | null): Promise<Offer | 'unchanged' | undefined> {
    if (!PLATFORM_NUMBER.test(platform)) return undefined;
    for (const folder of FOLDERS) {
      for (const ending of FILE_NAMES) {
        const path = join(this.#folder, folder, `${platform}${ending}`);
        const found = await stat(path).catch(() => undefined);
        if (found?.isFile() !== true) continue;
        const version = `${platform}${ending} ${found.size} ${Math.round(found.mtimeMs)}`;
        return version === knownVersion ? 'unchanged' : { version, source: this.#name, chunks: read(await open(path)) };
      }
    }
    return undefined;
  }
}

async function* read(handle: FileHandle): AsyncGenerator<Buffer> {
  yield* handle.createReadStream() as Chunks;
}

/** An answer has to begin within this time, and to go on as often, ms. */
const PATIENCE_MS = 20_000;
const PACKED_MAX = 256 * 1024 ** 2;

/** Addresses that are asked one after the other until one has the platform. */
export class WebSource implements Source {
  readonly local = false;
  readonly #name: string;
  readonly #addresses: (platform: string) => readonly string[];
  readonly #patience: number;

  constructor(name: string, addresses: (platform: string) => readonly string[], patience: number = PATIENCE_MS) {
    this.#name = name;
    this.#addresses = addresses;
    this.#patience = patience;
  }

  async list(): Promise<undefined> {
    return undefined;
  }

  async find(platform: string, knownVersion: string | null, signal: AbortSignal): Promise<Offer | 'unchanged' | undefined> {
    if (!PLATFORM_NUMBER.test(platform)) return undefined;
    for (const address of this.#addresses(platform)) {
      const offer = await this.#ask(address, knownVersion, signal);
      if (offer !== undefined) return offer;
    }
    return undefined;
  }

  async #ask(address: string, knownVersion: string | null, signal: AbortSignal): Promise<Offer | 'unchanged' | undefined> {
    const controller = new AbortController();
    const stop = () => controller.abort();
    signal.addEventListener('abort', stop, { once: true });
    const away = (what: string) => new SourceAway(`${this.#name} ${what}`);
    const patient = <T>(work: Promise<T>) =>
      withPatience(work, this.#patience, stop, () => away(`超过 ${this.#patience / 1000} 秒没有回应`));
    const done = () => signal.removeEventListener('abort', stop);
    try {
      const answer = await patient(fetch(address, { signal: controller.signal })).catch((error: unknown) => {
        throw error instanceof SourceAway ? error : away('连不上，请检查服务器的网络');
      });
      // 300 and 410 are GEO's and mirrors' other words for absent.
      const absent = [300, 403, 404, 410].includes(answer.status);
      const version = versionOf(address, answer);
      if (absent || !answer.ok || answer.body === null || version === knownVersion) {
        stop();
        done();
        if (absent) return undefined;
        if (version === knownVersion && answer.ok) return 'unchanged';
        throw away(`回答了 ${answer.status}，现在不能用`);
      }
      return { version, source: this.#name, chunks: body(answer.body, patient, away, () => [stop(), done()]) };
    } catch (error) {
      done();
      throw error;
    }
  }
}

const versionOf = (address: string, { headers }: Response): string =>
  `${address} ${headers.get('etag') ?? headers.get('last-modified') ?? headers.get('content-length') ?? ''}`;

async function* body(
  stream: ReadableStream<Uint8Array>,
  patient: <T>(work: Promise<T>) => Promise<T>,
  away: (what: string) => SourceAway,
  end: () => unknown,
): AsyncGenerator<Buffer> {
  const reader = stream.getReader();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await patient(reader.read()).catch((error: unknown) => {
        throw error instanceof SourceAway ? error : away('传到一半断开了');
      });
      if (done) return;
      size += value.length;
      if (size > PACKED_MAX) throw away('给出的文件超过 256 MB，不像是一个平台的注释');
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  } finally {
    end();
  }
}

/** @param stop ends the work; @param late makes the error, when the time is over. */
async function withPatience<T>(work: Promise<T>, ms: number, stop: () => void, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      stop();
      reject(late());
    }, ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    // What was stopped fails later, when nobody listens any more.
    work.catch(() => undefined);
  }
}

/** GEO itself: its curated annotation, and for platforms without one the maker's full table. */
export function geoSource(): Source {
  return new WebSource('GEO', (platform) => {
    const group = `${platform.slice(0, -3).length > 3 ? platform.slice(0, -3) : 'GPL'}nnn`;
    return [
      `https://ftp.ncbi.nlm.nih.gov/geo/platforms/${group}/${platform}/annot/${platform}.annot.gz`,
      `https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc=${platform}&targ=self&form=text&view=full`,
    ];
  });
}

/** What stands in for GEO: a folder, or an address with files of the same names. */
export function mirrorSource(mirror: string): Source {
  if (!/^https?:\/\//.test(mirror)) return new FolderSource(mirror, '镜像');
  const base = mirror.replace(/\/+$/, '');
  const endings = FILE_NAMES.filter((ending) => ending.endsWith('.gz'));
  return new WebSource('镜像', (platform) =>
    FOLDERS.flatMap((folder) => endings.map((ending) => [base, folder, `${platform}${ending}`].filter((part) => part !== '').join('/'))),
  );
}
