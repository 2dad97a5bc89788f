import { ApiError } from '../platform/errors.ts';

/** Whose turn it is, and whether anybody still wants what it is for. */
export interface Turn {
  /** Turns of one owner follow each other; those of several alternate. */
  owner: string;
  /** How many turns of this owner may wait; one more is refused. */
  waitingMax: number;
  /** What waits is dropped; what has begun ends. */
  abandoned?: AbortSignal;
}

/** Why something that nobody waits for has no result. */
const abandonedError = () => new ApiError(499, '没有人再等这个文件，没有画。需要时请再下载一次');

type Waiting = () => Promise<void>;

/** One thing at a time, owner after owner: who asks for thirty waits for the thirty, a neighbour for one. */
export class Line {
  /** In the order of their next turns. */
  readonly #owners = new Map<string, Waiting[]>();
  #busy = false;

  /** Runs `work` when its turn comes. @throws ApiError 429 where too many of the owner wait, 499 where it was abandoned before its turn. */
  take<T>({ owner, waitingMax, abandoned }: Turn, work: () => Promise<T>): Promise<T> {
    if (abandoned?.aborted === true) return Promise.reject(abandonedError());
    const queue = this.#owners.get(owner) ?? [];
    if (queue.length >= waitingMax) return Promise.reject(tooMany(queue.length, waitingMax));
    return new Promise((resolve, reject) => {
      const drop = () => {
        const left = (this.#owners.get(owner) ?? []).filter((other) => other !== run);
        if (left.length === 0) this.#owners.delete(owner);
        else this.#owners.set(owner, left);
        reject(abandonedError());
      };
      const run = async () => {
        abandoned?.removeEventListener('abort', drop);
        await work().then(resolve, reject);
      };
      abandoned?.addEventListener('abort', drop, { once: true });
      this.#owners.set(owner, [...queue, run]);
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#next(); next !== undefined; next = this.#next()) await next();
    this.#busy = false;
  }

  #next(): Waiting | undefined {
    const [first] = this.#owners;
    if (first === undefined) return undefined;
    const [owner, [next, ...others]] = first;
    this.#owners.delete(owner);
    if (others.length > 0) this.#owners.set(owner, others);
    return next;
  }
}

function tooMany(waiting: number, max: number): ApiError {
  return new ApiError(429, `已有 ${waiting} 个文件在等着画，最多 ${max} 个。请等前面的画完，再下载这一个`, { retryAfter: 5 });
}
