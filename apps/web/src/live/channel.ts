import { LIVE_REOPEN_MS, LIVE_RETRIES, LIVE_RETRY_DELAY_MS, type LiveMessage } from '@oncoloom/contract';
import { create } from 'zustand';

/** `down`: the retries are used up; the channel opens again on `online`, on focus, and every 60 s. */
type ChannelState = 'closed' | 'connecting' | 'open' | 'down';

export const useChannelState = create<{ state: ChannelState }>()(() => ({ state: 'closed' }));

/** The server pings every 30 s: after this long without a word the connection is gone, though nobody said so (a laptop that slept). */
const SILENCE_MS = 75_000;

export interface ChannelOptions {
  token: () => Promise<{ ws_token: string }>;
  onMessage: (message: LiveMessage) => void;
  /** Open: what changed before this moment was not told. `gap`: after a failed attempt or a lost connection. */
  onOpen: (gap: boolean) => void;
}

function liveAddress(token: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}/ws/notifications/?token=${encodeURIComponent(token)}`;
}

/** The push channel: a fresh token for each attempt, three retries 3 s apart, then patient attempts while rows are polled. */
export class LiveChannel {
  readonly #options: ChannelOptions;
  #socket: WebSocket | undefined;
  #retries = 0;
  #running = false;
  #missed = false;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#retries = 0;
    this.#missed = false;
    window.addEventListener('online', this.#wake);
    window.addEventListener('focus', this.#wake);
    void this.#open();
  }

  stop(): void {
    this.#running = false;
    this.#attempt += 1;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    window.removeEventListener('online', this.#wake);
    window.removeEventListener('focus', this.#wake);
    this.#socket?.close();
    this.#socket = undefined;
    this.#report('closed');
  }

  #report(state: ChannelState): void {
    useChannelState.setState({ state });
  }

  readonly #wake = (): void => {
    if (useChannelState.getState().state !== 'down') return;
    clearTimeout(this.#timer);
    void this.#open();
  };

  async #open(): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    // While down, an attempt is not announced: rows go on being polled until it succeeds.
    if (useChannelState.getState().state !== 'down') this.#report('connecting');
    let token: string;
    try {
      token = (await this.#options.token()).ws_token;
    } catch {
      if (attempt === this.#attempt) this.#closed();
      return;
    }
    if (attempt !== this.#attempt) return;
    const socket = new WebSocket(liveAddress(token));
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event: MessageEvent<string>) => this.#received(event.data);
    socket.onclose = () => {
      if (this.#socket === socket) this.#closed();
    };
  }

  #opened(): void {
    this.#retries = 0;
    this.#report('open');
    this.#listen();
    const gap = this.#missed;
    this.#missed = false;
    this.#options.onOpen(gap);
  }

  /** Gives the connection up when nothing more comes. */
  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const socket = this.#socket;
      // A dead connection may take minutes to close: it counts as closed now.
      if (socket) this.#closed();
      socket?.close();
    }, SILENCE_MS);
  }

  #received(text: string): void {
    this.#listen();
    try {
      this.#options.onMessage(JSON.parse(text) as LiveMessage);
    } catch (error) {
      console.error('live message', error);
    }
  }

  #closed(): void {
    this.#socket = undefined;
    clearTimeout(this.#silence);
    if (!this.#running) return;
    this.#missed = true;
    clearTimeout(this.#timer);
    if (this.#retries < LIVE_RETRIES) {
      this.#retries += 1;
      this.#report('connecting');
      this.#timer = setTimeout(() => void this.#open(), LIVE_RETRY_DELAY_MS);
    } else {
      this.#report('down');
      this.#timer = setTimeout(() => void this.#open(), LIVE_REOPEN_MS);
    }
  }
}
