import type { ErrorResponse, FieldError } from '@oncoloom/contract';
import { REQUEST_TIMEOUT_MS, TRANSFER_IDLE_TIMEOUT_MS } from '@oncoloom/contract';
import { showError, showErrorAfterReload } from '../base/notices.ts';
import { clearToken, readToken } from './token.ts';

/** A call that failed. `message` is a sentence for the user; `status` is 0 when the server gave no answer. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(message);
    this.name = 'ApiFailure';
  }
}

export interface CallOptions {
  /** The caller shows its own text for a failure: no toast. */
  silent?: boolean;
  signal?: AbortSignal;
}

interface Call extends CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
}

let openUpgrade: ((text: string) => void) | undefined;

/** Registers what a 406 opens: the upgrade dialog. Without one the toast stands alone. */
export function onUpgradeNeeded(handler: (text: string) => void): () => void {
  openUpgrade = handler;
  return () => {
    if (openUpgrade === handler) openUpgrade = undefined;
  };
}

/** The bearer header, or nothing without a session. */
export function authorization(): Record<string, string> {
  const token = readToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** What the user reads when the server gave no text, as the specification words it. */
const NO_DETAIL = 'ERROR';
const NO_ANSWER = '没有连上服务器。请检查网络，再试一次。';
const TOO_SLOW = `服务器 ${REQUEST_TIMEOUT_MS / 1000} 秒内没有回答。请稍后再试。`;

/** The text of a failed answer. */
async function readFailure(response: Response): Promise<ApiFailure> {
  try {
    const body = (await response.json()) as Partial<ErrorResponse> & { error?: unknown; message?: unknown };
    const said = [body.detail, body.error, body.message].find((text): text is string => typeof text === 'string' && text !== '');
    return new ApiFailure(response.status, said ?? NO_DETAIL, body.errors ?? []);
  } catch {
    return new ApiFailure(response.status, NO_DETAIL);
  }
}

/** What a page says of a failure itself: the server's text, else the call's, else `fallback`. */
export function failureText(error: unknown, fallback: string): string {
  const text = error instanceof Error ? error.message : '';
  return text === '' || text === NO_DETAIL ? fallback : text;
}

/** What every answer other than 200 leads to; section 8 of the specification lives here and nowhere else. */
export async function handleFailure(response: Response, silent: boolean): Promise<never> {
  if (response.ok) {
    if (!silent) showError('Error');
    throw new ApiFailure(response.status, 'Error');
  }
  const failure = await readFailure(response);
  if (response.status === 401) {
    clearToken();
    showErrorAfterReload(failure.message);
    location.reload();
    // Nobody may go on with a dead session while the page is reloading.
    return new Promise<never>(() => {});
  }
  if (!silent) showError(failure.message);
  if (response.status === 406) openUpgrade?.(failure.message);
  throw failure;
}

/** What to say when a call brought no usable answer: it was late, it was no JSON, or there was none. */
function describeSilence(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return TOO_SLOW;
  return error instanceof SyntaxError ? NO_DETAIL : NO_ANSWER;
}

function noAnswer(error: unknown, options: CallOptions): never {
  if (options.signal?.aborted) throw error;
  const failure = new ApiFailure(0, describeSilence(error));
  if (!options.silent) showError(failure.message);
  throw failure;
}

/** A page that opens on a result asks much at once; what is refused for that is asked again after so short a wait, and nobody is told. */
const WAITED_FOR_SECONDS = 3;
const WAITS_MAX = 2;

/** Seconds after which a call that was refused as too frequent may come again, where that is soon. */
function shortWait({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('Retry-After') ?? Number.NaN);
  return status === 429 && seconds >= 0 && seconds <= WAITED_FOR_SECONDS ? seconds : undefined;
}

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A request that is sent again where the server had no time for it: such a one has changed nothing. */
async function send(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await fetch(url, init);
    const wait = shortWait(response);
    if (wait === undefined || waits === WAITS_MAX) return response;
    await pause(wait, init.signal);
  }
}

/**
 * A JSON call below `/api`, 10 s at most. The answer is taken as typed: both sides are compiled against the same contract,
 * and parsing it again here would bring the schema library into the first load.
 */
export async function call<T>(path: string, options: Call = {}): Promise<T> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const headers: Record<string, string> = { Accept: 'application/json', ...authorization() };
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await send(`/api${path}`, {
      method: options.method ?? 'GET',
      headers,
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    if (response.status === 200) return JSON.parse(await response.text()) as T;
  } catch (error) {
    return noAnswer(error, options);
  }
  return handleFailure(response, options.silent === true);
}

export function get<T>(path: string, options?: CallOptions): Promise<T> {
  return call<T>(path, options);
}

export function put<T>(path: string, body: unknown, options?: CallOptions): Promise<T> {
  return call<T>(path, { ...options, method: 'PUT', body });
}

export function post<T>(path: string, body: unknown = {}, options?: CallOptions): Promise<T> {
  return call<T>(path, { ...options, method: 'POST', body });
}

/**
 * Fetches a file below `/api` with the session's token, whole. It may take as long as it likes, but not stand still for a minute.
 * `onProgress` gets the bytes so far and the total (undefined when the server does not say).
 */
export async function fetchFile(
  path: string,
  options: CallOptions & { onProgress?: (loaded: number, total: number | undefined) => void } = {},
): Promise<Blob> {
  const idle = new AbortController();
  const stop = () => idle.abort(new DOMException('idle', 'TimeoutError'));
  let timer = setTimeout(stop, TRANSFER_IDLE_TIMEOUT_MS);
  let failed: Response | undefined;
  try {
    const response = await send(`/api${path}`, {
      headers: authorization(),
      signal: options.signal ? AbortSignal.any([options.signal, idle.signal]) : idle.signal,
    });
    if (response.status === 200 && response.body) {
      const length = Number(response.headers.get('Content-Length'));
      const parts: BlobPart[] = [];
      let loaded = 0;
      for (const reader = response.body.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(timer);
        timer = setTimeout(stop, TRANSFER_IDLE_TIMEOUT_MS);
        parts.push(value);
        loaded += value.byteLength;
        options.onProgress?.(loaded, length > 0 ? length : undefined);
      }
      return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
    }
    failed = response;
  } catch (error) {
    return noAnswer(error, options);
  } finally {
    clearTimeout(timer);
  }
  return handleFailure(failed, options.silent === true);
}
