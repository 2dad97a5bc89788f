import { join } from 'node:path';
import { Piscina } from 'piscina';
import { ApiError } from '../platform/errors.ts';
import { ROOT } from '../platform/root.ts';
import type { DocumentRequest } from './document.ts';
import { Line, type Turn } from './line.ts';
import type { BoardRequest, DrawRequest } from './request.ts';
import type { WordRequest } from './word/request.ts';
import type { DrawAnswer } from './worker.ts';

export type { DocumentRequest } from './document.ts';
export type { Turn } from './line.ts';
export type { BoardRequest, DrawRequest } from './request.ts';
export type { TableSources } from './sources.ts';
export type { WordLanguage, WordRequest } from './word/request.ts';

interface DrawingLimits {
  /** A figure that takes longer is given up, below the time that a browser waits for a file. */
  timeoutMs: number;
  /** A figure beyond this ends its own thread; the server lives on. */
  memoryMb: number;
}

const LIMITS: DrawingLimits = { timeoutMs: 45_000, memoryMb: 1024 };
/** Built by the set-up: a thread runs JavaScript. */
const WORKER = join(ROOT, 'apps/server/dist/drawing-worker.js');
/** The drawing code stays compiled between a user's downloads. */
const IDLE_MS = 5 * 60_000;

/** Why a figure has no file, in a sentence for its user. */
function failure(error: unknown, { timeoutMs }: DrawingLimits): ApiError {
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'AbortError')
    return new ApiError(500, `这张图画了 ${timeoutMs / 1000} 秒还没有画完，已经停下。请减少要画的内容，或换一种格式，再下载一次`);
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ApiError(500, '画这张图用的内存超过了上限，没有画出来。请减少要画的内容，或把图的尺寸改小，再下载一次');
  return new ApiError(500, '文件没有画出来。请再下载一次；若仍不行，请换一种格式，并告诉管理员');
}

type Task = DrawRequest | DocumentRequest | BoardRequest | WordRequest;
/** What the thread exports. */
type Work = 'default' | 'drawDocument' | 'drawBoard' | 'writeWord';

/** Draws figures and documents in a thread of its own, one after the other, those of several owners in turns. */
export class Drawing {
  readonly #limits: DrawingLimits;
  readonly #onFailure: (error: unknown) => void;
  readonly #pool: Piscina<Task, DrawAnswer>;
  readonly #line = new Line();

  /** @param onFailure told of what users only hear in general words */
  constructor(onFailure: (error: unknown) => void, limits = LIMITS, worker = WORKER) {
    this.#limits = limits;
    this.#onFailure = onFailure;
    this.#pool = new Piscina({
      filename: worker,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      // React's markup is twice as fast without its checks for developers.
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    // A thread that ends between two figures; without a listener it would end the process.
    this.#pool.on('error', onFailure);
  }

  /** The file's bytes. @throws ApiError with the reason why there is none. */
  draw(request: DrawRequest, turn: Turn): Promise<Uint8Array> {
    return this.#inTurn(request, 'default', turn);
  }

  /** The bytes of a PDF of several pages. @throws ApiError with the reason why there is none. */
  drawDocument(request: DocumentRequest, turn: Turn): Promise<Uint8Array> {
    return this.#inTurn(request, 'drawDocument', turn);
  }

  /** The bytes of a Word document. @throws ApiError with the reason why there is none. */
  writeWord(request: WordRequest, turn: Turn): Promise<Uint8Array> {
    return this.#inTurn(request, 'writeWord', turn);
  }

  /** The bytes of a file of a board of figures. @throws ApiError with the reason why there is none. */
  drawBoard(request: BoardRequest, turn: Turn): Promise<Uint8Array> {
    return this.#inTurn(request, 'drawBoard', turn);
  }

  #inTurn(request: Task, name: Work, turn: Turn): Promise<Uint8Array> {
    // The time of a figure begins when its turn comes.
    return this.#line.take(turn, () => this.#draw(request, name));
  }

  async #draw(request: Task, name: Work): Promise<Uint8Array> {
    let answer: DrawAnswer;
    try {
      answer = await this.#pool.run(request, { name, signal: AbortSignal.timeout(this.#limits.timeoutMs) });
    } catch (error) {
      this.#onFailure(error);
      throw failure(error, this.#limits);
    }
    if ('refused' in answer) throw new ApiError(422, answer.refused);
    return answer.file;
  }

  async stop(): Promise<void> {
    await this.#pool.destroy();
  }
}
