import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers';
import { type FetchSeries, SERIES_FETCHES_MAX, type SeriesFetch } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import type { PlatformsService } from '../chip-platforms/service.ts';
import { ImportError } from '../fetching/errors.ts';
import type { FilesService } from '../files/service.ts';
import { toUserFile } from '../files/view.ts';
import { ApiError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Content, SeriesContents } from './contents.ts';
import { Cancelled } from './kept-files.ts';
import type { FoundFile, FoundSeries } from './look.ts';
import type { Looks } from './looks.ts';
import { refusalOf } from './refusals.ts';
import * as repository from './repository.ts';
import { Slots } from './slots.ts';
import type { SeriesFetchRecord } from './tables.ts';

/** Claims are renewed, and those of processes that died taken over, so often, ms. */
const LOOK_MS = 10_000;
/** Files of users that one process makes of fetched ones at once: of the same bytes the second is read already. */
const MADE_AT_ONCE = 2;

const ABSENT = new ApiError(404, '这次获取不存在，可能已经取消。请刷新页面。');
const FAULT = '服务器出了问题，已记录。请稍后点「重试」，或从 GEO 页面下载后上传。';

interface Parts {
  database: Database;
  files: FilesService;
  platforms: Pick<PlatformsService, 'refresh'>;
  looks: Looks;
  contents: SeriesContents;
  /** Who is asked, in sentences. */
  place: string;
  log: Log;
}

/** What users fetch of series: a row each, which a process has in hand until it has become a file or a refusal. */
export class SeriesFetches {
  readonly #parts: Parts;
  readonly #own = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  readonly #making = new Slots(MADE_AT_ONCE);
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes over what processes that died have left, now and from time to time. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#tend(), LOOK_MS).unref();
    await this.#tend();
  }

  /** What is under way waits for another process, or for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const { controller } of this.#own.values()) controller.abort(new Error('the process stops'));
    await Promise.all([...this.#own.values()].map(({ ended }) => ended));
  }

  /** The folder that files are to go to is the user's own. Throws ApiError 404. */
  async requireFolder(userId: number, { directory_id }: FetchSeries): Promise<void> {
    await this.#parts.files.directories.find(userId, directory_id ?? null, 'directory_id');
  }

  /**
   * Begins to fetch files of a series, each once: one that is under way for the user already goes on.
   * @param series Of which they are. Throws ApiError 413 (size, space), 422 (files), 429.
   */
  async begin(userId: number, series: FoundSeries, { files: names, directory_id }: FetchSeries): Promise<void> {
    const { files, database } = this.#parts;
    const { accession } = series.about;
    const chosen = names === undefined ? series.files.filter((file) => file.proposed) : names.map((name) => usable(series, name));
    if (chosen.length === 0) throw new ApiError(422, `${accession} 没有平台能用的表达数据，原因写在各文件旁边。可以自己整理成矩阵再上传。`);
    const directoryId = directory_id ?? null;
    const limit = await files.fileLimit(userId);
    const large = chosen.find(({ bytes }) => (bytes ?? 0) > limit);
    if (large !== undefined)
      throw new ApiError(413, `${large.name} 超过 ${formatBytes(limit)}，没有取。请在自己的电脑上下载，去掉不需要的样本后再上传。`);
    const open = await repository.openFetches(database, userId);
    const fresh = chosen.filter(({ located }) => !open.some(({ path }) => path === located.file.path));
    if (open.length + fresh.length > SERIES_FETCHES_MAX)
      throw new ApiError(429, `有 ${open.length} 个文件正在取，最多同时 ${SERIES_FETCHES_MAX} 个。请等它们取完，或取消一些。`, {
        retryAfter: 10,
      });
    const bytes = fresh.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
    await files.requireRoom(bytes);
    const rows = await files.reserve(userId, bytes, async (tx) => {
      const inserted: SeriesFetchRecord[] = [];
      for (const { name, located, bytes: size } of fresh) {
        const one = { id: randomUUID(), userId, accession, name, path: located.file.path, directoryId, size: size ?? 0 };
        inserted.push(await repository.insertFetch(tx, one));
      }
      return inserted;
    });
    for (const row of rows) this.#run(row);
  }

  async list(userId: number): Promise<SeriesFetch[]> {
    const rows = await repository.recentFetches(this.#parts.database, userId);
    return Promise.all(
      rows.map(async ({ fetch, loaded, bytes, sha256 }): Promise<SeriesFetch> => {
        const file = fetch.fileId === null ? undefined : await this.#parts.files.get(userId, fetch.fileId);
        const state = fetch.refusal !== null ? 'refused' : fetch.endedAt !== null ? 'done' : sha256 === null ? 'fetching' : 'reading';
        return {
          id: fetch.id,
          accession: fetch.accession,
          name: fetch.name,
          state,
          loaded: loaded ?? 0,
          bytes: bytes ?? (fetch.size === 0 ? null : fetch.size),
          // The facts of a matrix name every sample.
          file: file === undefined ? null : { ...toUserFile(file), facts: null },
          note: fetch.note,
          detail: fetch.refusal?.detail ?? null,
        };
      }),
    );
  }

  /** Ends a fetch and forgets it; what it has become stays. Throws ApiError 404. */
  async cancel(userId: number, id: string): Promise<void> {
    if (!(await repository.removeFetch(this.#parts.database, userId, id))) throw ABSENT;
    this.#own.get(id)?.controller.abort(new Cancelled());
  }

  /** Tries once more what was refused. Throws ApiError 404, 413. */
  async retry(userId: number, id: string): Promise<void> {
    const { database, files } = this.#parts;
    const known = await repository.findFetch(database, userId, id);
    if (known === undefined) throw ABSENT;
    const row = await files.reserve(userId, known.refusal === null ? 0 : known.size, (tx) => repository.reopenFetch(tx, userId, id));
    if (row !== undefined) this.#run(row);
  }

  async #tend(): Promise<void> {
    const { database, log } = this.#parts;
    try {
      const living = await repository.renewClaims(database, [...this.#own.keys()]);
      // Taken away by a call to another process.
      for (const [id, { controller }] of this.#own) if (!living.has(id)) controller.abort(new Cancelled());
      if (!this.#stopped) for (const row of await repository.claimAbandoned(database)) this.#run(row);
    } catch (error) {
      log.warn({ err: error }, 'looking after fetches of series');
    }
  }

  #run(row: SeriesFetchRecord): void {
    if (this.#own.has(row.id)) return;
    const controller = new AbortController();
    const ended = this.#work(row, controller.signal)
      .catch((error: unknown) => this.#parts.log.error({ err: error, fetch: row.id }, 'a fetch of a series could not be ended'))
      .finally(() => this.#own.delete(row.id));
    this.#own.set(row.id, { controller, ended });
  }

  async #work(row: SeriesFetchRecord, signal: AbortSignal): Promise<void> {
    const { database, looks, log } = this.#parts;
    const { id, accession, name } = row;
    try {
      const series = await looks.get(accession);
      const file = usable(series, name);
      const content = await this.#parts.contents.get(series, file, signal);
      await this.#making.run(() => this.#makeFile(row, { series, file, content }, signal));
      // By now nobody waits for it.
      if (file.platform !== null) void this.#parts.platforms.refresh(file.platform).catch(() => undefined);
    } catch (error) {
      if (signal.aborted) {
        if (!(signal.reason instanceof Cancelled)) await repository.releaseClaim(database, id);
        return;
      }
      // What was found may be what is wrong.
      if (error instanceof ImportError) looks.forget(accession);
      const refusal = refusalOf(error, { accession, name }, this.#parts.place);
      if (refusal === undefined) log.error({ err: error, accession, name }, 'a file of a series could not be fetched');
      else log.info({ accession, name, why: (error as Error).message }, 'a file of a series was not fetched');
      await repository.endFetch(database, id, { refusal: { detail: refusal?.message ?? FAULT } });
    }
  }

  /** The way of every upload. */
  async #makeFile(
    row: SeriesFetchRecord,
    { series, file, content }: { series: FoundSeries; file: FoundFile; content: Content },
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const { files, contents } = this.#parts;
    const { id, userId, accession, directoryId, size } = row;
    const path = await contents.path(content);
    const taken = await files.take(userId, { source: path, name: content.name, fileType: 'expression', counted: size });
    if (signal.aborted || taken.staged.sha256 !== content.sha256) {
      await taken.head?.abandon();
      await taken.staged.discard();
      signal.throwIfAborted();
      throw await contents.damaged(content);
    }
    const details = { fileType: 'expression' as const, description: describe(series, file, content), directoryId };
    await files.keep(userId, taken, details, async (tx, fileId) => {
      if (!(await repository.endFetch(tx, id, { fileId, note: content.note }))) throw new Cancelled();
    });
    this.#parts.log.info({ accession, name: content.name }, 'a file of a series was fetched');
  }
}

/** Throws ApiError 422. */
function usable({ about: { accession }, files }: FoundSeries, name: string): FoundFile {
  const file = files.find((one) => one.name === name);
  if (file === undefined) throw new ApiError(422, `${accession} 里没有 ${name}，可能刚换过。请重新查一次。`);
  if (!file.usable) throw new ApiError(422, `${name} 不能用：${file.note}。请选别的文件。`);
  return file;
}

/** Characters of a description. */
const DESCRIPTION_MAX = 500;

function describe({ about: { accession, title } }: FoundSeries, { name }: FoundFile, { note }: Content): string {
  const told = [`GEO ${accession}${title === '' ? '' : `：${title}`}`, `来自 ${name}`, note].filter((part) => part !== '');
  return [...told.join('。')].slice(0, DESCRIPTION_MAX).join('');
}
