import type { UserFile } from '@oncoloom/contract';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { ApiFailure } from '../api/client.ts';
import { isBreak, type Sending, UploadPaused } from '../api/upload.ts';

/** Files on their way at once: more would only share the same line. */
const AT_ONCE = 3;
/** The speed is that of the last seconds, ms. */
const SPEED_WINDOW_MS = 5_000;

export type UploadState =
  | { step: 'waiting' }
  | { step: 'sending'; loaded: number /** The connection is lost for the moment. */; broken: boolean }
  /** By its user; what has arrived stays on the server for a day. */
  | { step: 'paused'; loaded: number }
  | { step: 'reading' }
  | { step: 'done'; file: UserFile }
  /** The platform can't take the file, or could not read it: a sentence that says what to change. */
  | { step: 'refused'; detail: string }
  /** The connection stayed lost: it goes on when it is back. */
  | { step: 'stopped'; detail: string };

/** A file that is to go to a folder. */
export interface Wanted {
  file: File;
  /** Null: to the root. */
  directoryId: number | null;
  /** The folder's name. */
  place: string;
}

export interface QueuedUpload extends Wanted {
  id: number;
  state: UploadState;
  /** When it had sent how much, the last seconds. */
  samples: readonly { at: number; loaded: number }[];
}

interface UploadCalls {
  send(sending: Sending, signal: AbortSignal): Promise<UserFile>;
  /** Waits until the platform has read the file. */
  read(file: UserFile, signal: AbortSignal): Promise<UserFile>;
  /** Gives up what has been sent of a file. */
  giveUp(sending: Pick<Sending, 'file' | 'directoryId'>): void;
  refusalOf(file: UserFile): string | undefined;
  /** A file has come into being, or was read. */
  changed(): void;
  now(): number;
}

/** Bytes in a second over the last seconds; undefined while there is too little to tell. */
export function speedOf({ samples }: Pick<QueuedUpload, 'samples'>): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < 500) return undefined;
  return ((last.loaded - first.loaded) * 1000) / (last.at - first.at);
}

/** Seconds until all bytes have been sent; undefined while that can't be told. */
export function secondsLeft({ file, state, samples }: Pick<QueuedUpload, 'file' | 'state' | 'samples'>): number | undefined {
  const speed = speedOf({ samples });
  return state.step !== 'sending' || state.broken || !speed ? undefined : (file.size - state.loaded) / speed;
}

export function isActive({ state: { step } }: Pick<QueuedUpload, 'state'>): boolean {
  return step === 'waiting' || step === 'sending' || step === 'reading';
}

function isSame(a: Wanted, b: Wanted): boolean {
  return (
    a.directoryId === b.directoryId &&
    a.file.name === b.file.name &&
    a.file.size === b.file.size &&
    a.file.lastModified === b.file.lastModified
  );
}

/** Files that are being brought to the space, a few at once; it goes on while the user looks at other pages. */
export class UploadQueue {
  readonly store: UseBoundStore<StoreApi<{ uploads: readonly QueuedUpload[] }>>;
  readonly #calls: UploadCalls;
  readonly #running = new Map<number, AbortController>();
  #lastId = 0;

  constructor(calls: UploadCalls) {
    this.#calls = calls;
    this.store = create(() => ({ uploads: [] as readonly QueuedUpload[] }));
  }

  get uploads(): readonly QueuedUpload[] {
    return this.store.getState().uploads;
  }

  /** A file that is on its way to the same folder already is left out. */
  add(wanted: readonly Wanted[]): void {
    const active = this.uploads.filter(isActive);
    const fresh = wanted.filter((one) => !active.some((other) => isSame(one, other)));
    const uploads = fresh.map((one): QueuedUpload => ({ ...one, id: ++this.#lastId, state: { step: 'waiting' }, samples: [] }));
    this.store.setState({ uploads: [...this.uploads, ...uploads] });
    this.#fill();
  }

  /** Ends an upload and forgets it, here and on the server. */
  cancel(id: number): void {
    const upload = this.uploads.find((one) => one.id === id);
    if (upload === undefined) return;
    this.store.setState({ uploads: this.uploads.filter((one) => one !== upload) });
    const running = this.#running.get(id);
    if (running === undefined) this.#calls.giveUp(upload);
    else running.abort();
  }

  /** Stops an upload that is not complete; `retry` goes on with it. */
  pause(id: number): void {
    const state = this.uploads.find((upload) => upload.id === id)?.state;
    if (state?.step !== 'waiting' && state?.step !== 'sending') return;
    this.#set(id, { step: 'paused', loaded: state.step === 'sending' ? state.loaded : 0 });
    this.#running.get(id)?.abort(new UploadPaused());
  }

  /** Sends a file again that was refused, paused or stopped; what has arrived is not sent twice. */
  retry(id: number): void {
    const upload = this.uploads.find((one) => one.id === id);
    if (upload === undefined || isActive(upload) || upload.state.step === 'done') return;
    this.#set(id, { step: 'waiting' });
    this.#fill();
  }

  /** The connection is back. */
  retryStopped(): void {
    for (const { id, state } of this.uploads) if (state.step === 'stopped') this.retry(id);
  }

  /** Takes away what has ended. */
  clear(): void {
    this.store.setState({ uploads: this.uploads.filter((upload) => isActive(upload) || upload.state.step === 'paused') });
  }

  /** At logout: ends everything. */
  abandon(): void {
    for (const { id } of this.uploads) this.cancel(id);
  }

  #set(id: number, state: UploadState, sample?: { at: number; loaded: number }): void {
    this.store.setState({
      uploads: this.uploads.map((upload) => {
        if (upload.id !== id) return upload;
        const recent = sample === undefined ? [] : [...upload.samples.filter(({ at }) => sample.at - at < SPEED_WINDOW_MS), sample];
        return { ...upload, state, samples: recent };
      }),
    });
  }

  #fill(): void {
    for (const upload of this.uploads) {
      if (this.#running.size >= AT_ONCE) return;
      if (upload.state.step === 'waiting' && !this.#running.has(upload.id)) void this.#run(upload);
    }
  }

  async #run({ id, file, directoryId }: QueuedUpload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(id, controller);
    let loaded = 0;
    this.#set(id, { step: 'sending', loaded, broken: false });
    try {
      const onProgress = (sent: number) => {
        if (signal.aborted) return;
        loaded = sent;
        if (sent < file.size) this.#set(id, { step: 'sending', loaded, broken: false }, { at: this.#calls.now(), loaded });
        else this.#set(id, { step: 'reading' });
      };
      const onBreak = () => this.#set(id, { step: 'sending', loaded, broken: true });
      const sent = await this.#calls.send({ file, directoryId, onProgress, onBreak }, signal);
      this.#set(id, { step: 'reading' });
      this.#calls.changed();
      const read = sent.validation_status === 'pending' ? await this.#calls.read(sent, signal) : sent;
      const refusal = this.#calls.refusalOf(read);
      this.#set(id, refusal === undefined ? { step: 'done', file: read } : { step: 'refused', detail: refusal });
    } catch (error) {
      if (!signal.aborted) this.#set(id, endOf(error));
    } finally {
      this.#running.delete(id);
      this.#calls.changed();
      this.#fill();
    }
  }
}

function endOf(error: unknown): UploadState {
  if (!(error instanceof ApiFailure)) return { step: 'stopped', detail: '没有传完。请再传一次。' };
  return { step: isBreak(error.status) ? 'stopped' : 'refused', detail: error.message };
}
