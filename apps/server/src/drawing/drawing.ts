import { join } from 'node:path';
import { Piscina } from 'piscina';
import { ROOT } from '../platform/root.ts';
import type { DrawRequest } from './worker.ts';

export type { DrawRequest } from './worker.ts';

/** Built by the set-up: a thread runs JavaScript. */
const WORKER = join(ROOT, 'apps/server/dist/drawing-worker.js');
/** A figure beyond this is refused by its own thread; the server lives on. */
const THREAD_MEMORY_MB = 1024;
/** The drawing code stays compiled between a user's downloads. */
const IDLE_MS = 5 * 60_000;

/** Draws figures in a thread of its own, one after the other. */
export class Drawing {
  readonly #pool = new Piscina<DrawRequest, Uint8Array>({
    filename: WORKER,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    // React's markup is twice as fast without its checks for developers.
    env: { ...process.env, NODE_ENV: 'production' },
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });

  /** The file's bytes. */
  draw(request: DrawRequest): Promise<Uint8Array> {
    return this.#pool.run(request);
  }

  async stop(): Promise<void> {
    await this.#pool.destroy();
  }
}
