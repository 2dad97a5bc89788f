import type { Socket } from 'node:net';
import { basename } from 'node:path';
import { foldersIn, removeFolder } from './folders.ts';
import type { EngineHost, OpenedHost, ZygoteEvents, ZygoteProcess } from './host.ts';
import { hasOwnUser } from './isolation.ts';
import { splitLines } from './lines.ts';
import type { Order, Report } from './orders.ts';
import type { EngineStage } from './types.ts';

/** Has the launcher do what needs root: the host of a server that has given root up. */
export class LaunchedHost implements EngineHost {
  readonly #channel: Socket;
  #opening: { resolve: (opened: OpenedHost) => void; reject: (error: Error) => void } | undefined;
  readonly #zygotes = new Map<number, { events: ZygoteEvents; pid: number | null }>();
  readonly #emptying = new Map<number, () => void>();
  readonly #weighing = new Map<number, (bytes: number) => void>();
  #numbers = 0;

  /** @param lost Called when the launcher is gone. */
  constructor(channel: Socket, lost: () => void) {
    this.#channel = channel;
    channel.on(
      'data',
      // The launcher is the more trusted side: what it says needs no checking.
      splitLines((line) => this.#take(JSON.parse(line) as Report)),
    );
    channel.on('error', () => undefined);
    channel.once('close', lost);
  }

  open(): Promise<OpenedHost> {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#order({ do: 'open' });
    });
  }

  start(stage: EngineStage, events: ZygoteEvents): ZygoteProcess {
    this.#numbers += 1;
    const zygote = this.#numbers;
    const started: { events: ZygoteEvents; pid: number | null } = { events, pid: null };
    this.#zygotes.set(zygote, started);
    this.#order({ do: 'start', zygote, stage });
    return {
      fork: (child) => this.#order({ do: 'fork', zygote, child }),
      kill: () => {
        if (started.pid !== null) this.kill(started.pid);
      },
    };
  }

  kill(child: number): void {
    this.#order({ do: 'kill', pid: child });
  }

  /** The launcher looks itself whether the child lives. */
  killRest(child: number): void {
    this.kill(child);
  }

  weigh(child: number): Promise<number> {
    this.#numbers += 1;
    const id = this.#numbers;
    return new Promise((resolve) => {
      this.#weighing.set(id, resolve);
      this.#order({ do: 'weigh', id, pid: child });
    });
  }

  /** The launcher has heard of every process before this server. */
  record(): void {}

  async removeJob(folder: string): Promise<void> {
    this.#numbers += 1;
    const id = this.#numbers;
    await new Promise<void>((resolve) => {
      this.#emptying.set(id, resolve);
      this.#order({ do: 'empty', id, job: basename(folder) });
    });
    await removeFolder(folder);
  }

  /** The launcher removes the folders when this server is gone. */
  async close(): Promise<void> {}

  #order(order: Order): void {
    this.#channel.write(`${JSON.stringify(order)}\n`);
  }

  #take(report: Report): void {
    switch (report.type) {
      case 'opened': {
        const { home, isolation, leftovers } = report;
        this.#opening?.resolve({ folders: foldersIn(home, hasOwnUser(isolation)), isolation, leftovers });
        break;
      }
      case 'failed':
        this.#opening?.reject(Object.assign(new Error(report.message), { code: report.code }));
        break;
      case 'started': {
        const zygote = this.#zygotes.get(report.zygote);
        if (zygote === undefined) break;
        zygote.pid = report.pid;
        zygote.events.started(report.pid);
        break;
      }
      case 'line':
        this.#zygotes.get(report.zygote)?.events.output(Buffer.from(`${report.text}\n`));
        break;
      case 'ended': {
        const zygote = this.#zygotes.get(report.zygote);
        this.#zygotes.delete(report.zygote);
        if (zygote === undefined) break;
        zygote.pid = null;
        zygote.events.ended(report.reason);
        break;
      }
      case 'emptied':
        this.#emptying.get(report.id)?.();
        this.#emptying.delete(report.id);
        break;
      case 'weighed':
        this.#weighing.get(report.id)?.(report.bytes);
        this.#weighing.delete(report.id);
        break;
    }
  }
}
