import type { WebSocket } from '@fastify/websocket';
import { LIVE_MESSAGES_PER_SECOND, type LiveMessage } from '@oncoloom/contract';
import type { Log } from '../platform/log.ts';
import { Listener } from './listener.ts';
import type { ChangeWatcher, Notice, SessionWatcher } from './notice.ts';
import { Throttle } from './throttle.ts';

const PING_MS = 30_000;
const RETRY_MS = 1_000;
/** A browser that has not read this much no longer reads: its connection is closed, bytes. */
const BACKLOG_MAX = 1 << 20;
/** Pages of one user that are told of changes, of one process: each costs a descriptor and a message. */
export const MOST_PAGES = 30;
/** RFC 6455: the service restarts; come again. */
const SERVICE_RESTART = 1012;

/** Makes the message for a notice when it is about to be sent, so that it tells the newest state; undefined sends nothing. */
interface Loaders {
  task: (userId: number, id: number) => Promise<LiveMessage | undefined>;
  points: (userId: number) => Promise<LiveMessage | undefined>;
}

/**
 * Live channel of one API process. Every process hears every notice through the database and sends to the browsers that
 * are connected to it; nothing is loaded for users without one.
 */
export class LiveHub {
  readonly #log: Log;
  readonly #listener: Listener;
  readonly #throttle: Throttle;
  readonly #loaders: Partial<Loaders> = {};
  readonly #sessionWatchers: SessionWatcher[] = [];
  readonly #changeWatchers: ChangeWatcher[] = [];
  readonly #sockets = new Map<number, Set<WebSocket>>();
  readonly #answering = new WeakSet<WebSocket>();
  #pinging: NodeJS.Timeout | undefined;

  constructor(databaseUrl: string, log: Log) {
    this.#log = log;
    this.#throttle = new Throttle({
      perSecond: LIVE_MESSAGES_PER_SECOND,
      retryMs: RETRY_MS,
      deliver: (key) => this.#deliver(JSON.parse(key) as Notice),
    });
    this.#listener = new Listener(databaseUrl, log, {
      onNotice: (notice) => {
        if (notice.kind === 'changed') for (const watcher of this.#changeWatchers) watcher.changed(notice.user_id, notice.subjects);
        else if (notice.kind === 'sessions') this.#endSessions(notice.user_id);
        else if (this.#sockets.has(notice.user_id)) this.#throttle.signal(JSON.stringify(notice));
      },
      // What was said meanwhile is unknown. A browser that reconnects asks its lists again, and so misses nothing.
      onGap: () => {
        this.#tellWatchers(true);
        this.#closeAll();
      },
      onLost: () => this.#tellWatchers(false),
    });
  }

  /** Sets who makes the messages of a kind. */
  register<Kind extends keyof Loaders>(kind: Kind, loader: Loaders[Kind]): void {
    this.#loaders[kind] = loader;
  }

  /** Tells somebody of ends of sessions, from the start of the channel on. */
  watchSessions(watcher: SessionWatcher): void {
    this.#sessionWatchers.push(watcher);
    watcher.noticesArrive(this.listening);
  }

  /** Tells somebody of changes of what users have, from the start of the channel on. */
  watchChanges(watcher: ChangeWatcher): void {
    this.#changeWatchers.push(watcher);
    watcher.noticesArrive(this.listening);
  }

  async start(): Promise<void> {
    await this.#listener.start();
    this.#tellWatchers(true);
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#pinging);
    this.#throttle.stop();
    this.#closeAll();
    await this.#listener.stop();
  }

  /** Browsers connected to this process. */
  get connections(): number {
    let count = 0;
    for (const sockets of this.#sockets.values()) count += sockets.size;
    return count;
  }

  /** Notices arrive. */
  get listening(): boolean {
    return this.#listener.connected;
  }

  /** May a user open one more connection? */
  hasRoom(userId: number): boolean {
    return (this.#sockets.get(userId)?.size ?? 0) < MOST_PAGES;
  }

  /** Takes over an opened connection of a user, or ends it where many were opened at once. */
  add(userId: number, socket: WebSocket): void {
    if (!this.hasRoom(userId)) {
      socket.terminate();
      return;
    }
    const sockets = this.#sockets.get(userId) ?? new Set();
    this.#sockets.set(userId, sockets.add(socket));
    this.#answering.add(socket);
    socket.on('pong', () => this.#answering.add(socket));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && this.#sockets.get(userId) === sockets) this.#sockets.delete(userId);
    });
  }

  async #deliver(notice: Notice): Promise<void> {
    if (!this.#sockets.has(notice.user_id)) return;
    try {
      const message =
        notice.kind === 'task' ? await this.#loaders.task?.(notice.user_id, notice.id) : await this.#loaders.points?.(notice.user_id);
      if (message) this.#send(notice.user_id, message);
    } catch (error) {
      this.#log.warn({ err: error, kind: notice.kind }, 'a live message could not be made and will be tried again');
      throw error;
    }
  }

  #send(userId: number, message: LiveMessage): void {
    const bytes = Buffer.from(JSON.stringify(message));
    for (const socket of this.#sockets.get(userId) ?? []) {
      if (socket.bufferedAmount > BACKLOG_MAX) socket.terminate();
      else socket.send(bytes, { binary: false });
    }
  }

  #ping(): void {
    const bytes = Buffer.from(JSON.stringify({ type: 'ping' } satisfies LiveMessage));
    for (const socket of this.#all()) {
      // No answer to the last ping: the other end is gone without a word.
      if (!this.#answering.delete(socket)) {
        socket.terminate();
        continue;
      }
      socket.ping();
      socket.send(bytes, { binary: false });
    }
  }

  #tellWatchers(listening: boolean): void {
    for (const watcher of [...this.#sessionWatchers, ...this.#changeWatchers]) watcher.noticesArrive(listening);
  }

  /** A browser that is still signed in gets another token and comes again; one whose session ended does not. */
  #endSessions(userId: number): void {
    for (const watcher of this.#sessionWatchers) watcher.sessionsEnded(userId);
    for (const socket of this.#sockets.get(userId) ?? []) socket.close(SERVICE_RESTART);
  }

  #closeAll(): void {
    for (const socket of this.#all()) socket.close(SERVICE_RESTART);
  }

  #all(): WebSocket[] {
    return [...this.#sockets.values()].flatMap((sockets) => [...sockets]);
  }
}
