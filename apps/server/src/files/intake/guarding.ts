import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Disk } from '../../platform/disk.ts';
import { ROOT } from '../../platform/root.ts';
import type { Asked, GuardAnswer, GuardTask, HashedFile, Part, Sent } from './guard-file.ts';
import type { Delimiter } from './layout.ts';
import { FileRefused } from './refusal.ts';

/** Built by the set-up: a thread runs JavaScript. */
const WORKER = join(ROOT, 'apps/server/dist/guard-worker.js');
const THREADS = 2;
/** Files in one thread: who sends slowly keeps nobody waiting. */
const FILES_EACH = 50;
/** One chunk and one line are a few megabytes; the directory of a zip is the largest. */
const MEMORY_MB = 512;
const IDLE_MS = 5 * 60_000;
/** So often the disk is looked at while a thread writes to it. */
const LOOK_MS = 250;

/** Guards files in threads of their own: the API answers meanwhile. */
export class Guarding {
  readonly #disk: Pick<Disk, 'require'>;
  readonly #pool: Piscina;

  constructor(disk: Pick<Disk, 'require'>) {
    this.#disk = disk;
    this.#pool = new Piscina({
      filename: WORKER,
      minThreads: 0,
      maxThreads: THREADS,
      concurrentTasksPerWorker: FILES_EACH,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // A thread that ends between two files; without a listener it would end the process.
    this.#pool.on('error', () => undefined);
  }

  /**
   * Guards a file on the disk.
   * @param onVerbatim see `GuardedSource` @throws FileRefused, ApiError 507
   */
  guard(task: GuardTask, onVerbatim?: (separator: Delimiter) => void): Promise<HashedFile> {
    return this.#talking(task, (asked) => {
      if (asked !== 'next') onVerbatim?.(asked.separator);
    });
  }

  /**
   * Guards a file while it is written, so that what is refused is refused at once.
   * @param chunks its bytes; they are taken one by one, as the thread asks for them @throws FileRefused, ApiError 507, what `chunks` throws
   */
  async guardSent(task: GuardTask, chunks: AsyncGenerator<Buffer>): Promise<HashedFile> {
    let broken: unknown;
    const next = () =>
      chunks.next().then(
        ({ done, value }): Sent => (done === true ? null : value),
        (error: unknown): Sent => {
          broken = error;
          return 'broken';
        },
      );
    try {
      return await this.#talking({ ...task, sent: true }, async (asked, here) => {
        if (asked === 'next') here.postMessage(await next());
      });
    } catch (error) {
      throw broken ?? error;
    } finally {
      await chunks.return(undefined);
    }
  }

  async #talking(task: GuardTask, onAsked: (asked: Asked, here: MessagePort) => void): Promise<HashedFile> {
    const { port1: here, port2: port } = new MessageChannel();
    here.on('message', (asked: Asked) => onAsked(asked, here));
    try {
      return await this.#run<HashedFile>({ ...task, port }, 'default', [port]);
    } finally {
      here.close();
    }
  }

  /** @throws FileRefused, ApiError 507 */
  parts(task: GuardTask & { name: string }): Promise<Part[]> {
    return this.#run<Part[]>(task, 'guardParts');
  }

  async #run<T>(task: GuardTask, name: 'default' | 'guardParts', transferList: MessagePort[] = []): Promise<T> {
    const stop = new AbortController();
    const look = () => this.#disk.require().catch(() => stop.abort());
    const timer = setInterval(look, LOOK_MS);
    try {
      const answer: GuardAnswer<T> = await this.#pool.run(task, { name, transferList, signal: stop.signal });
      if ('done' in answer) return answer.done;
      if ('refused' in answer) throw new FileRefused(...answer.refused);
      throw Object.assign(new Error(answer.failed.message), answer.failed.code === undefined ? {} : { code: answer.failed.code });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new FileRefused(413, 'too_large', '读取这个文件用的内存超过了上限。请去掉不需要的样本或行，再上传');
      // A thread that was stopped for it takes all its files with it.
      if (!(error instanceof FileRefused)) await this.#disk.require();
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  async stop(): Promise<void> {
    await this.#pool.destroy();
  }
}
