import { Client } from 'pg';
import type { Log } from '../platform/log.ts';
import { CONNECTION } from '../platform/postgres/database.ts';
import { LIVE_CHANNEL, type Notice } from './notice.ts';

const RECONNECT_MS = 250;

interface ListenerEvents {
  onNotice(notice: Notice): void;
  /** The connection was lost: notices do not arrive. */
  onLost(): void;
  /** The connection was lost and is back: notices sent meanwhile are gone. */
  onGap(): void;
}

/** One connection that listens for notices, opened again whenever it breaks. */
export class Listener {
  readonly #url: string;
  readonly #log: Log;
  readonly #events: ListenerEvents;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(url: string, log: Log, events: ListenerEvents) {
    this.#url = url;
    this.#log = log;
    this.#events = events;
  }

  get connected(): boolean {
    return this.#client !== undefined;
  }

  /** Connects once; throws when the database cannot be reached. */
  async start(): Promise<void> {
    const client = new Client({
      ...CONNECTION,
      connectionString: this.#url,
      application_name: `oncoloom-live/${process.pid}`,
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => {
      if (payload) this.#events.onNotice(JSON.parse(payload) as Notice);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${LIVE_CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    client.once('end', () => this.#lost());
  }

  #lost(): void {
    this.#client = undefined;
    this.#events.onLost();
    if (this.#stopped) return;
    this.#log.warn('the connection that listens for live notices was lost');
    this.#retry();
  }

  #retry(): void {
    this.#timer = setTimeout(() => {
      if (this.#stopped) return;
      this.start().then(
        () => {
          this.#log.info('listening for live notices again');
          this.#events.onGap();
        },
        () => this.#retry(),
      );
    }, RECONNECT_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }
}
