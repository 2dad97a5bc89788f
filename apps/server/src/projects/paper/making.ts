import { Awaited } from '../../analyses/figures/awaited.ts';
import { ApiError } from '../../platform/errors.ts';

/** How far something has come. */
export interface Progress {
  done: number;
  total: number;
  /** What is being made, in Chinese. */
  now: string;
}

/** What is being made tells how far it has come by calling this. */
export type Report = (progress: Progress) => void;

/** Who asks again within this time still waits, ms. */
const ASKED_AGAIN_MS = 30_000;

interface Making {
  key: string;
  progress: Progress;
  state: 'making' | 'ready' | 'failed';
  error: unknown;
  left: AbortController;
  leaving: NodeJS.Timeout;
}

/** Work that its user asks after again and again until it is done: one at a time for a user, given up when nobody asks any more. */
export class AskedAfter {
  readonly #making = new Map<number, Making>();

  /**
   * Begins the work, or tells how far it has come; undefined: it is done. Throws what it failed with, once, and 429 while other work of
   * the user goes on.
   * @param key Of what is to be made.
   */
  ask(userId: number, key: string, work: (report: Report, gone: AbortSignal) => Promise<void>): Progress | undefined {
    const known = this.#making.get(userId);
    if (known === undefined || (known.key !== key && known.state !== 'making')) return this.#begin(userId, key, work).progress;
    if (known.key !== key) throw new ApiError(429, '上一份论文材料还在准备，好了以后再下载这一份', { retryAfter: 5 });
    if (known.state === 'making') {
      known.leaving.refresh();
      return known.progress;
    }
    this.#making.delete(userId);
    if (known.state === 'failed') throw known.error;
    return undefined;
  }

  #begin(userId: number, key: string, work: (report: Report, gone: AbortSignal) => Promise<void>): Making {
    const left = new AbortController();
    const leaving = setTimeout(() => left.abort(new ApiError(499, '没有人再等这份材料')), ASKED_AGAIN_MS);
    leaving.unref();
    const making: Making = { key, progress: { done: 0, total: 1, now: '读取结果' }, state: 'making', error: undefined, left, leaving };
    this.#making.set(userId, making);
    const report: Report = (progress) => {
      making.progress = progress;
    };
    const end = (state: 'ready' | 'failed', error?: unknown) => {
      clearTimeout(leaving);
      making.state = state;
      making.error = error;
      // Who has left asks no more.
      if (left.signal.aborted && this.#making.get(userId) === making) this.#making.delete(userId);
    };
    new Awaited((abandoned) => work(report, abandoned)).wait(left.signal).then(
      () => end('ready'),
      (error) => end('failed', error),
    );
    return making;
  }
}
