import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Platform, PlatformList } from '@oncoloom/contract';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { ROOT } from '../platform/root.ts';
import type { Releases } from '../releases/service.ts';
import { byNumber, KNOWN_PLATFORMS } from './known.ts';
import { FolderSource, geoSource, mirrorSource, type Source, SourceAway } from './sources.ts';
import { type InstalledPlatform, PlatformStore } from './store.ts';
import { UnreadablePlatform } from './unpacked.ts';

/** A call answers within this time; what is not through goes on, ms. */
const ANSWER_MS = 8_000;
/** A look at the sources ends after this time at the latest, ms. */
const LOOK_MS = 15 * 60_000;
/** The sources are not asked for the same thing more often, ms. */
const PAUSE_MS = 30_000;
/** Platforms that are fetched at once. */
const AT_ONCE = 2;

/** An installed table in the storage, as an analysis reads it. */
export interface PlatformTable extends InstalledPlatform {
  /** Name with source and release, for the reader of a result. */
  label: string;
}

type Problem = PlatformList['problems'][number];

interface Look {
  running: Promise<void>;
  endedAt: number | undefined;
  problems: Problem[];
}

interface Parts {
  config: Pick<Config, 'mirror'> & { folders: Pick<Config['folders'], 'scratch' | 'reference'> };
  releases: Releases;
  log: Log;
  /** The first that has a platform gives it. */
  sources?: readonly Source[];
}

/** Made by the set-up from installed packages: needs no network. */
const BUNDLED = join(ROOT, 'reference', 'platforms');

/** The annotations of microarray platforms: which there are, and their tables. */
export class PlatformsService {
  readonly #store: PlatformStore;
  readonly #earlier: string;
  readonly #log: Log;
  readonly #sources: readonly Source[];
  readonly #stopping = new AbortController();
  /** By platform; '' is a look at all. */
  readonly #looks = new Map<string, Look>();
  #local: Promise<unknown> | undefined;

  constructor({ config, releases, log, sources }: Parts) {
    this.#store = new PlatformStore(releases, join(config.folders.scratch, 'platforms'));
    this.#earlier = join(config.folders.reference, 'platforms');
    this.#log = log;
    const bundled = new FolderSource(BUNDLED);
    this.#sources = sources ?? (config.mirror === undefined ? [bundled, geoSource()] : [mirrorSource(config.mirror), bundled]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([...this.#looks.values()].map(({ running }) => running));
    await this.#local;
  }

  /** What is installed, and what is known to exist. */
  async list(asked = ''): Promise<PlatformList> {
    await this.#installLocal();
    const installed = new Map((await this.#store.all()).map((platform) => [platform.platform, platform]));
    const numbers = [...new Set([...installed.keys(), ...Object.keys(KNOWN_PLATFORMS)])].sort(byNumber);
    const results = numbers.map((platform): Platform => {
      const found = installed.get(platform);
      return {
        platform,
        name: found?.name ?? KNOWN_PLATFORMS[platform] ?? platform,
        probes: found?.probes ?? null,
        installed: found !== undefined,
        source: found?.source ?? null,
        release: found?.release ?? null,
      };
    });
    const look = this.#looks.get(asked);
    return { results, refreshing: look !== undefined && look.endedAt === undefined, problems: [...(look?.problems ?? [])] };
  }

  /**
   * Looks at the sources again: for one platform, or for all that are known. Answers after 8 s at the latest, while the look
   * goes on; several callers share one.
   */
  async refresh(platform = ''): Promise<PlatformList> {
    await this.#installLocal();
    const recent = this.#looks.get(platform);
    const fresh = recent !== undefined && (recent.endedAt === undefined || Date.now() - recent.endedAt < PAUSE_MS);
    const look = fresh ? recent : this.#begin(platform);
    const waiting = new AbortController();
    await Promise.race([look.running, delay(ANSWER_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
    return this.list(platform);
  }

  /** What is installed, with the contents of the tables. */
  async installed(): Promise<InstalledPlatform[]> {
    await this.#installLocal();
    return this.#store.all();
  }

  /** The installed table of a platform; undefined when there is none. */
  async table(platform: string): Promise<PlatformTable | undefined> {
    await this.#installLocal();
    const installed = await this.#store.find(platform);
    if (installed === undefined) return undefined;
    const origin = [installed.source, installed.release].filter((part) => part !== null).join(', ');
    // It stands in the methods paragraph of both languages.
    return { ...installed, label: `${platform} (${origin})` };
  }

  #begin(platform: string): Look {
    const problems: Problem[] = [];
    const look: Look = { running: Promise.resolve(), endedAt: undefined, problems };
    look.running = this.#look(platform, problems)
      .catch((error: unknown) => this.#log.error({ err: error }, 'looking for platform annotations'))
      .finally(() => {
        look.endedAt = Date.now();
      });
    this.#looks.set(platform, look);
    // Of single platforms only the recent ones decide anything.
    for (const [name, { endedAt }] of this.#looks) if (endedAt !== undefined && Date.now() - endedAt > PAUSE_MS) this.#looks.delete(name);
    return look;
  }

  async #look(asked: string, problems: Problem[]): Promise<void> {
    const platforms = asked === '' ? await this.#wanted() : [asked];
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(LOOK_MS)]);
    const away = new Set<Source>();
    const waiting = [...platforms];
    const work = async () => {
      for (let platform = waiting.shift(); platform !== undefined && !signal.aborted; platform = waiting.shift()) {
        const problem = await this.#fetch(platform, this.#sources, away, signal);
        // That a source is away is said once, not of each platform; that one does not have a platform only to who asked for it.
        if (problem?.platform === null || (problem !== undefined && (asked !== '' || problem.detail !== ABSENT))) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (signal.aborted) problems.push({ platform: null, detail: '更新没有做完，请稍后再试' });
  }

  /** What sources can list, what is installed, and what is known. */
  async #wanted(): Promise<string[]> {
    const listed = await Promise.all(this.#sources.map((source) => source.list()));
    const installed = (await this.#store.all()).map(({ platform }) => platform);
    const all = [...listed.flatMap((platforms) => platforms ?? []), ...installed];
    // Known ones that nobody listed can only be at a source that has to be asked.
    const known = listed.includes(undefined) ? Object.keys(KNOWN_PLATFORMS) : [];
    return [...new Set([...all, ...known])];
  }

  /** Installs a platform from the first source that has it, unless it is there already. Answers what went wrong. */
  async #fetch(platform: string, sources: readonly Source[], away: Set<Source>, signal: AbortSignal): Promise<Problem | undefined> {
    const known = (await this.#store.find(platform))?.version ?? null;
    for (const source of sources) {
      if (away.has(source)) return undefined;
      try {
        const offer = await source.find(platform, known, signal);
        if (offer === 'unchanged') return undefined;
        if (offer === undefined) continue;
        const { probes, version } = await this.#store.install(platform, offer);
        this.#log.info({ platform, probes, version }, 'a platform annotation was installed');
        return undefined;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (error instanceof SourceAway) {
          // Asked for several at once, it is told of once.
          if (away.has(source)) return undefined;
          away.add(source);
          return { platform: null, detail: error.message };
        }
        if (!(error instanceof UnreadablePlatform)) throw error;
        return { platform, detail: `${platform}：${error.message}` };
      }
    }
    return { platform, detail: ABSENT };
  }

  /** What lies on this machine is installed before the first answer. */
  #installLocal(): Promise<unknown> {
    this.#local ??= this.#readLocal().catch((error: unknown) => this.#log.error({ err: error }, 'installing platform annotations'));
    return this.#local;
  }

  async #readLocal(): Promise<void> {
    await this.#store.takeOver(this.#earlier);
    const done = new Set<string>();
    for (const source of this.#sources.filter(({ local }) => local)) {
      for (const platform of (await source.list()) ?? []) {
        if (done.has(platform)) continue;
        done.add(platform);
        const problem = await this.#fetch(platform, [source], new Set(), this.#stopping.signal);
        if (problem !== undefined) this.#log.warn(problem, 'a platform annotation could not be installed');
      }
    }
  }
}

const ABSENT = '没有这个平台的注释。请核对平台号，或上传注释表';
