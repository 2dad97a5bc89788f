import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ask, OutsideList } from '../fetching/ask.ts';
import { askGeo, GEO, geoFolder } from '../fetching/geo.ts';
import type { Chunks } from '../platform/inflate.ts';
import { PLATFORM_NUMBER } from './known.ts';

/** An annotation that a source has. */
export interface Offer {
  /** Changes when the content does. */
  version: string;
  /** Where it comes from, for the reader of a result; an annotation that names its own source goes first. */
  source: string;
  /** Day of the source's file, where the annotation names no release; null: not known. */
  date: string | null;
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

/** A folder with files such as `GPL96_probe2symbol.tsv.gz` and `GPL97.annot.gz`, in itself or in one of a mirror's folders; the file's name is the source. */
export class FolderSource implements Source {
  readonly local = true;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
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
        if (version === knownVersion) return 'unchanged';
        return { version, source: `${platform}${ending}`, date: dayOf(found.mtime), chunks: read(path) };
      }
    }
    return undefined;
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Opens the file when it is first read: an offer that nobody takes holds nothing. */
async function* read(path: string): AsyncGenerator<Buffer> {
  yield* (await open(path)).createReadStream() as Chunks;
}

/** An answer has to begin within this time, and to go on as often, ms. */
const PATIENCE_MS = 20_000;
const PACKED_MAX = 256 * 1024 ** 2;

/** An address that may have a platform's annotation, and what the reader of a result is told of it. */
interface Address {
  url: string;
  source: string;
}

/** Addresses that are asked one after the other until one has the platform. */
export class WebSource implements Source {
  readonly local = false;
  readonly #name: string;
  readonly #addresses: (platform: string) => readonly Address[];
  readonly #patience: number;
  readonly #ask: Ask;

  /** @param name for the operator and the user where it does not answer. */
  constructor(
    name: string,
    addresses: (platform: string) => readonly Address[],
    { patience = PATIENCE_MS, ask = fetch }: { patience?: number; ask?: Ask } = {},
  ) {
    this.#name = name;
    this.#addresses = addresses;
    this.#patience = patience;
    this.#ask = ask;
  }

  async list(): Promise<undefined> {
    return undefined;
  }

  async find(platform: string, knownVersion: string | null, signal: AbortSignal): Promise<Offer | 'unchanged' | undefined> {
    if (!PLATFORM_NUMBER.test(platform)) return undefined;
    for (const address of this.#addresses(platform)) {
      const offer = await this.#offerAt(address, knownVersion, signal);
      if (offer !== undefined) return offer;
    }
    return undefined;
  }

  async #offerAt({ url, source }: Address, knownVersion: string | null, signal: AbortSignal): Promise<Offer | 'unchanged' | undefined> {
    const controller = new AbortController();
    const stop = () => controller.abort();
    const away = (what: string) => new SourceAway(`${this.#name} ${what}`);
    const patient = <T>(work: Promise<T>) =>
      withPatience(work, this.#patience, stop, () => away(`超过 ${this.#patience / 1000} 秒没有回应`));
    const answer = await patient(this.#ask(url, { signal: AbortSignal.any([signal, controller.signal]) })).catch((error: unknown) => {
      if (error instanceof OutsideList) throw away('转到了不允许访问的地址，没有取');
      throw error instanceof SourceAway ? error : away('连不上，请检查服务器的网络');
    });
    const version = versionOf(url, answer);
    if (answer.ok && answer.body !== null && version !== knownVersion) {
      const modified = new Date(answer.headers.get('last-modified') ?? Number.NaN);
      const date = Number.isNaN(modified.getTime()) ? null : dayOf(modified);
      return { version, source, date, chunks: body(answer.body, patient, away, stop) };
    }
    stop();
    if (answer.ok) return 'unchanged';
    if (ABSENT.includes(answer.status)) return undefined;
    throw away(`回答了 ${answer.status}，现在不能用`);
  }
}

/** 300, 403 and 410 are other words for absent, of GEO and of places where mirrors are kept. */
const ABSENT = [300, 403, 404, 410];

/** An answer without any of these is taken for unchanged: GEO's texts of platforms are such, and hardly ever change. */
const versionOf = (address: string, { headers }: Response): string =>
  `${address} ${headers.get('etag') ?? headers.get('last-modified') ?? headers.get('content-length') ?? ''}`;

async function* body(
  stream: ReadableStream<Uint8Array>,
  patient: <T>(work: Promise<T>) => Promise<T>,
  away: (what: string) => SourceAway,
  end: () => void,
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
  const addresses = (platform: string) => [
    { url: `${GEO.files}/platforms/${geoFolder(platform)}/${platform}/annot/${platform}.annot.gz`, source: 'GEO' },
    { url: `${GEO.pages}/query/acc.cgi?acc=${platform}&targ=self&form=text&view=full`, source: 'GEO' },
  ];
  return new WebSource('GEO', addresses, { ask: askGeo() });
}

/** What stands in for GEO: a folder, or an address with files of the same names. */
export function mirrorSource(mirror: string): Source {
  if (!/^https?:\/\//.test(mirror)) return new FolderSource(mirror);
  const base = mirror.replace(/(?<!\/)\/+$/, '');
  const endings = FILE_NAMES.filter((ending) => ending.endsWith('.gz'));
  const addresses = (platform: string) =>
    FOLDERS.flatMap((folder) =>
      endings.map((ending) => {
        const file = `${platform}${ending}`;
        return { url: [base, folder, file].filter((part) => part !== '').join('/'), source: file };
      }),
    );
  return new WebSource('镜像', addresses, { ask: askGeo(mirror) });
}
