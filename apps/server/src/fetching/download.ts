import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { formatBytes } from '@oncoloom/tool-kit';
import { z } from 'zod';
import { fileSha256 } from '../platform/checksum.ts';
import type { Ask } from './ask.ts';
import { diskFull, ImportError, isCutOff, isDiskFull, isOffline } from './errors.ts';
import { type Located, unreachable } from './place.ts';

/** Before each further try of a download that stands still, ms; one that gets on begins anew. */
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000];
/** Left free beside what is written. */
const RESERVE = 512 * 1024 ** 2;
/** A connection over which nothing comes for so long is broken, ms. */
const IDLE_MS = 60_000;

/** What is known of a download beside its bytes. */
const stateSchema = z.object({
  version: z.string(),
  /** Of the whole file, once it is whole. */
  sha256: z.string().optional(),
});

/** Told while a file comes: bytes so far, and all of them where the source says. */
export type Progress = (name: string, done: number, total: number | undefined) => void;

/** A try that did not bring the whole file; another one may. */
class Unfinished extends Error {}

/** A file that is not what its source says it is. */
export class WrongChecksum extends ImportError {}

interface DownloadOptions {
  /** Before each further try, ms. */
  pauses?: readonly number[] | undefined;
  ask?: Ask;
  /** Ends what is under way; what has come stays. */
  signal?: AbortSignal;
}

/** Source files on this machine: whole ones, and the beginnings of others, from which the next try goes on. */
export class Downloads {
  readonly #folder: string;
  readonly #progress: Progress;
  readonly #pauses: readonly number[];
  readonly #ask: Ask;
  readonly #signal: AbortSignal | undefined;

  constructor(folder: string, progress: Progress, { pauses = PAUSES_MS, ask = fetch, signal }: DownloadOptions = {}) {
    this.#folder = folder;
    this.#progress = progress;
    this.#pauses = pauses;
    this.#ask = ask;
    this.#signal = signal;
  }

  /** Bytes that `fetch` will have to get. */
  async missing({ name, at, bytes = 0, version }: Located): Promise<number> {
    if ('path' in at) return 0;
    const state = await this.#state(name);
    if (state?.version !== version) return bytes;
    if (state.sha256 !== undefined) return 0;
    return bytes - (await sizeOf(this.#part(name)));
  }

  /** Answers the path of the whole file. @throws ImportError */
  async fetch(located: Located): Promise<string> {
    const { name, at, version } = located;
    if ('path' in at) return at.path;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    const state = await this.#state(name);
    // What was changed since, by a fault of the disk or by a hand, is fetched again.
    if (state?.sha256 !== undefined && state.version === version && (await hashed(path)) === state.sha256) return path;
    if (state?.version !== version || version === '') await rm(this.#part(name), { force: true });
    await rm(path, { force: true });
    await this.#remember(name, { version });
    try {
      const sha256 = await this.#complete(located, at.url);
      await rename(this.#part(name), path);
      await this.#remember(name, { version, sha256 });
      return path;
    } catch (error) {
      throw isDiskFull(error) ? diskFull(this.#folder) : error;
    }
  }

  /** Forgets a file; the next `fetch` begins from its first byte. A mirror's own file stays. */
  async discard({ name, at }: Located): Promise<void> {
    if ('path' in at) return;
    for (const path of [join(this.#folder, name), this.#part(name), this.#stateFile(name)]) await rm(path, { force: true });
  }

  /** Forgets a file that has come whole; the beginning of one stays. */
  async discardWhole(located: Located): Promise<void> {
    if ((await this.#state(located.name))?.sha256 !== undefined) await this.discard(located);
  }

  /** Fetches until all is there and is what the source says it is; answers its SHA-256. */
  async #complete(located: Located, url: string): Promise<string> {
    const part = this.#part(located.name);
    // Once more from the start: what is wrong in a file that went on from an earlier day may be of that day.
    for (let tries = 1; ; tries += 1) {
      await this.#fetchAll(located, url);
      const sums = await checksums(part);
      if (located.md5 === undefined || located.md5 === sums.md5) return sums.sha256;
      await rm(part);
      if (tries === 2) throw new WrongChecksum(`${located.name} 的校验和与来源给出的不同，取了两次都是这样。请稍后再试，或换一个 --mirror`);
    }
  }

  async #fetchAll(located: Located, url: string): Promise<void> {
    const part = this.#part(located.name);
    let failures = 0;
    for (;;) {
      const before = await sizeOf(part);
      if (located.bytes !== undefined && before === located.bytes && before > 0) return;
      try {
        return await this.#fetchRest(located, url, before);
      } catch (error) {
        const { message } = toUnfinished(error, located.name);
        failures = (await sizeOf(part)) > before ? 1 : failures + 1;
        const wait = this.#pauses[failures - 1];
        if (wait === undefined) throw new ImportError(`${message}。已取到的部分留着，再运行同一条命令会接着取：${url}`);
        await pause(wait, undefined, { signal: this.#signal });
      }
    }
  }

  async #fetchRest({ name, bytes, version }: Located, url: string, have: number): Promise<void> {
    const idle = new AbortController();
    const timer = setTimeout(() => idle.abort(new Unfinished(`取 ${name} 时连接没有动静`)), IDLE_MS);
    try {
      await this.#readRest(
        { name, bytes, version },
        have,
        () => timer.refresh(),
        () =>
          this.#ask(url, {
            headers: { 'accept-encoding': 'identity', ...(have > 0 && { range: `bytes=${have}-` }) },
            signal: this.#signal === undefined ? idle.signal : AbortSignal.any([idle.signal, this.#signal]),
          }),
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param alive is told that the connection is not idle. */
  async #readRest(
    { name, bytes, version }: Pick<Located, 'name' | 'bytes' | 'version'>,
    have: number,
    alive: () => void,
    ask: () => Promise<Response>,
  ): Promise<void> {
    const answer = await ask();
    const goesOn = answer.status === 206 && answer.headers.get('content-range')?.startsWith(`bytes ${have}-`) === true;
    const same = (answer.headers.get('etag') ?? answer.headers.get('last-modified') ?? '') === version;
    if (answer.status === 416 || (have > 0 && answer.ok && !same)) {
      await answer.body?.cancel();
      await rm(this.#part(name), { force: true });
      throw new Unfinished(`${name} 在来源处已经换了`);
    }
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel();
      throw new Unfinished(`取 ${name} 时服务器回答了 ${answer.status}`);
    }
    const handle = await open(this.#part(name), goesOn ? 'a' : 'w', 0o600);
    let done = goesOn ? have : 0;
    try {
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
        // A stream writes what one call leaves over, as a disk that fills up does.
        await handle.appendFile(chunk);
        done += chunk.length;
        alive();
        this.#progress(name, done, bytes);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (bytes !== undefined && done !== bytes) throw new Unfinished(`${name} 传到 ${formatBytes(done)} 断开了，应有 ${formatBytes(bytes)}`);
  }

  #part(name: string): string {
    return join(this.#folder, `${name}.part`);
  }

  #stateFile(name: string): string {
    return join(this.#folder, `${name}.json`);
  }

  async #state(name: string) {
    const text = await readFile(this.#stateFile(name), 'utf8').catch(() => undefined);
    try {
      return text === undefined ? undefined : stateSchema.parse(JSON.parse(text));
    } catch {
      // Written half when the machine went down.
      return undefined;
    }
  }

  async #remember(name: string, state: z.infer<typeof stateSchema>): Promise<void> {
    await writeFile(this.#stateFile(name), JSON.stringify(state), { flush: true });
  }
}

/** Another try mends what the network did; anything else is thrown on. */
function toUnfinished(error: unknown, name: string): Unfinished {
  if (error instanceof Unfinished) return error;
  if (isCutOff(error)) return new Unfinished(`${name} 传到一半断开了`);
  if (isOffline(error)) return new Unfinished(`取 ${name} 时${unreachable(error)}`);
  throw error;
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0;
const hashed = (path: string): Promise<string | undefined> => fileSha256(path).catch(() => undefined);

async function checksums(path: string): Promise<{ md5: string; sha256: string }> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    md5.update(chunk);
    sha256.update(chunk);
  }
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex') };
}

/** Stops before anything is written where there is no room for it. @param bytes that will be written into `folder`. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes + RESERVE)
    throw new ImportError(
      `${folder} 所在的磁盘还剩 ${formatBytes(free)}，这次约需 ${formatBytes(bytes + RESERVE)}。请腾出空间，或少装几个队列`,
    );
}

/** Works on all items, so many at once. @param work does not throw. */
export async function inParallel<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
