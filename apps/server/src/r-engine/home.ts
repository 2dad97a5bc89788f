import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from '../platform/disk.ts';
import { type EngineFolders, tryFolders } from './folders.ts';
import type { EngineHost, OpenedHost } from './host.ts';
import type { EngineLog } from './types.ts';

/** Waits between two tries to make folders again that have become unusable, ms. */
const AGAIN_MS = 1000;

interface HomeListener {
  /** The folders are unusable: everything that is in them ends, R too, before they are made anew. */
  lost(): void;
  /** There are new ones. */
  back(): void;
}

/** The engine's folders, and new ones where they are gone or closed: an engine that went on would fail each job that it takes within milliseconds. */
export class Home {
  readonly #host: EngineHost;
  readonly #log: EngineLog;
  readonly #listener: HomeListener;
  #folders: EngineFolders | undefined;
  #lost = false;
  #closed = false;

  constructor(host: EngineHost, log: EngineLog, listener: HomeListener) {
    this.#host = host;
    this.#log = log;
    this.#listener = listener;
  }

  /** Undefined before they are made, and while they are unusable. */
  get folders(): EngineFolders | undefined {
    return this.#lost ? undefined : this.#folders;
  }

  /** Are they unusable, and made anew? */
  get lost(): boolean {
    return this.#lost;
  }

  async open(): Promise<OpenedHost> {
    const opened = await this.#host.open();
    this.#folders = opened.folders;
    return opened;
  }

  /** Are jobs put there? Looks, by doing it; where not, they are made anew. */
  async check(): Promise<boolean> {
    const { folders } = this;
    if (folders === undefined) return false;
    try {
      await tryFolders(folders);
      return true;
    } catch (error) {
      // Others look after a full disk.
      if (isDiskFull(error)) return true;
      // By now another look may have seen it, too.
      if (this.folders === folders && !this.#closed) void this.#rebuild(error);
      return false;
    }
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#host.close();
  }

  async #rebuild(cause: unknown): Promise<void> {
    this.#log.error({ err: cause }, 'the folders of jobs are unusable and are made anew');
    this.#lost = true;
    this.#listener.lost();
    while (!this.#closed) {
      try {
        await this.open();
        this.#lost = false;
        return this.#listener.back();
      } catch (error) {
        this.#log.error({ err: error }, 'the folders of jobs could not be made anew');
        await sleep(AGAIN_MS);
      }
    }
  }
}
