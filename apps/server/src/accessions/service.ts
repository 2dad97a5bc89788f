import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeriesFetches as FetchesAnswer, FetchSeries, SeriesAnswer } from '@oncoloom/contract';
import type { PlatformsService } from '../chip-platforms/service.ts';
import type { FilesService } from '../files/service.ts';
import type { Config } from '../platform/config.ts';
import type { Disk } from '../platform/disk.ts';
import { ApiError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { Storage } from '../storage/storage.ts';
import { SeriesContents } from './contents.ts';
import { SeriesFetches } from './fetches.ts';
import { KeptFiles } from './kept-files.ts';
import { type FoundSeries, lookAt, shownSeries } from './look.ts';
import { Looks } from './looks.ts';
import { openSeriesPlace, type SeriesPlace } from './place.ts';
import { refusalOf } from './refusals.ts';
import * as repository from './repository.ts';

/** A call answers within this time; a look that is not through goes on, ms. */
const ANSWER_MS = 7_000;

interface Parts {
  config: Pick<Config, 'mirror'> & { folders: Pick<Config['folders'], 'scratch'> };
  database: Database;
  storage: Storage;
  disk: Pick<Disk, 'require'>;
  files: FilesService;
  platforms: Pick<PlatformsService, 'refresh'>;
  log: Log;
  /** Tests alone set another than the configuration's. */
  place?: SeriesPlace;
  pauses?: readonly number[];
}

/** Series of GEO by their numbers: what they have, and their files for users. */
export class AccessionsService {
  readonly #database: Database;
  readonly #looks: Looks;
  readonly #kept: KeptFiles;
  readonly #fetches: SeriesFetches;
  /** Who is asked, in sentences. */
  readonly #place: string;

  constructor({ config, place = openSeriesPlace(config.mirror), pauses, ...parts }: Parts) {
    this.#database = parts.database;
    this.#place = config.mirror === undefined ? ' NCBI' : '管理员设的镜像';
    this.#looks = new Looks((accession) => lookAt(accession, place));
    this.#kept = new KeptFiles({ ...parts, ask: place.ask, folder: join(config.folders.scratch, 'accessions'), pauses });
    const contents = new SeriesContents(this.#kept, parts.storage);
    this.#fetches = new SeriesFetches({ ...parts, looks: this.#looks, contents, place: this.#place });
  }

  start(): Promise<void> {
    return this.#fetches.start();
  }

  stop(): Promise<void> {
    return this.#fetches.stop();
  }

  /** Removes what is old, and what is left of downloads that were given up. */
  async sweep(): Promise<void> {
    await this.#kept.sweep();
    await repository.removeOld(this.#database);
  }

  /** What a series has, as far as that is known within the time of a call. Throws ApiError 404, 422, 429, 503. */
  async look(userId: number, accession: string): Promise<SeriesAnswer> {
    const found = await this.#found(userId, accession);
    return { success: true, state: found === undefined ? 'looking' : 'found', series: found === undefined ? null : shownSeries(found) };
  }

  /** Files are to go to the user's own folder: known before GEO is asked. Throws ApiError 404. */
  requireFolder(userId: number, wanted: FetchSeries): Promise<void> {
    return this.#fetches.requireFolder(userId, wanted);
  }

  /** Begins to fetch files of a series. Throws ApiError 404, 409, 413, 422, 429, 503. */
  async fetch(userId: number, accession: string, wanted: FetchSeries): Promise<FetchesAnswer> {
    const found = await this.#found(userId, accession);
    if (found === undefined) throw new ApiError(409, `还在查 ${accession}，请查完再取。`, { retryAfter: 5 });
    await this.#fetches.begin(userId, found, wanted);
    return this.fetches(userId);
  }

  /** What a user fetches, or has within the last hour. */
  async fetches(userId: number): Promise<FetchesAnswer> {
    return { success: true, fetches: await this.#fetches.list(userId) };
  }

  /** Throws ApiError 404. */
  async cancel(userId: number, id: string): Promise<FetchesAnswer> {
    await this.#fetches.cancel(userId, id);
    return this.fetches(userId);
  }

  /** Throws ApiError 404, 413. */
  async retry(userId: number, id: string): Promise<FetchesAnswer> {
    await this.#fetches.retry(userId, id);
    return this.fetches(userId);
  }

  async #found(userId: number, accession: string): Promise<FoundSeries | undefined> {
    const waiting = new AbortController();
    try {
      const late = delay(ANSWER_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
      return await Promise.race([this.#looks.get(accession, userId), late]);
    } catch (error) {
      throw refusalOf(error, { accession }, this.#place) ?? error;
    } finally {
      waiting.abort();
    }
  }
}
