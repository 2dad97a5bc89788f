import type { FileType, UploadStatus, UserFile } from '@oncoloom/contract';
import { TRANSFER_IDLE_TIMEOUT_MS } from '@oncoloom/contract';
import type { DetailedError, HttpRequest, HttpResponse, Upload as TusUpload } from 'tus-js-client';
import { ApiFailure, authorization, get, handleFailure } from './client.ts';
import { readToken } from './token.ts';
import { fingerprintOf, forgetUpload, rememberUpload, unfinishedUploads } from './unfinished-uploads.ts';

const PATH = '/bulk/files/tus';
/** Waits before another try after a break, ms; then the upload stops until it is asked to go on. */
const RETRY_DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const POLL_MS = 1_000;

export interface Sending {
  file: File;
  /** Left out: the server tells the type from the contents. */
  fileType?: FileType;
  /** Null: to the root. */
  directoryId?: number | null;
  onProgress?: (loaded: number, total: number) => void;
  /** The connection is lost; the upload goes on by itself when it is back. */
  onBreak?: () => void;
}

/** The reason of an abort after which the upload is to go on where it stopped. */
export class UploadPaused extends Error {}

const idOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
const endpoint = (): string => `${location.origin}/api${PATH}`;

/** A session may be renewed while a large file is on its way. */
function authorize(request: HttpRequest): void {
  for (const [name, value] of Object.entries(authorization())) request.setHeader(name, value);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function statusOf(error: Error | DetailedError): number {
  return ('originalResponse' in error && error.originalResponse?.getStatus()) || 0;
}

/** Is it the connection or a server in trouble, rather than an answer that stays the same? */
export function isBreak(status: number): boolean {
  return status === 0 || status >= 500 || status === 409 || status === 423 || status === 429;
}

/** Throws what an upload ended with: the server's sentence, or that the connection is lost. */
async function failure(name: string, error: Error | DetailedError): Promise<never> {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (response === null || response.getStatus() === 0) throw new ApiFailure(0, `「${name}」没有传完，连接断了。网络恢复后接着传。`);
  return handleFailure(new Response(response.getBody(), { status: response.getStatus() }), true);
}

/** The file that has become of an upload. Throws the server's refusal. */
async function fileOf(url: string, answer: HttpResponse, signal: AbortSignal | undefined): Promise<UserFile> {
  let status: UploadStatus | undefined;
  try {
    status = JSON.parse(answer.getBody()) as UploadStatus;
  } catch {
    // The upload was complete already: the answer is that to a question for its offset.
  }
  for (;;) {
    if (status?.file) return status.file;
    if (status !== undefined) await pause(POLL_MS);
    signal?.throwIfAborted();
    status = await uploadStatus(url, signal);
  }
}

/** Where an upload stands. Throws an ApiFailure with the refusal, without a toast. */
function uploadStatus(url: string, signal?: AbortSignal): Promise<UploadStatus> {
  return get(`${PATH}/${idOf(url)}`, { silent: true, ...(signal === undefined ? {} : { signal }) });
}

/** Gives up what has been sent of a file, if it has not become one. */
export function giveUp({ file, directoryId = null }: Pick<Sending, 'file' | 'directoryId'>): void {
  const fingerprint = fingerprintOf(file, directoryId);
  const known = unfinishedUploads().find((upload) => upload.fingerprint === fingerprint);
  if (known !== undefined) void endUpload(fingerprint, known.url);
}

/** The server forgets what it has of an upload, which counts in the user's space. */
async function endUpload(fingerprint: string, url: string): Promise<void> {
  forgetUpload(fingerprint);
  const { Upload } = await import('tus-js-client');
  await Upload.terminate(`${endpoint()}/${idOf(url)}`, { onBeforeRequest: authorize }).catch(() => {
    // It ends by itself after a day.
  });
}

/** Starts an upload again that has stood still for a minute: a connection can be gone without anybody being told. */
function watch(upload: TusUpload): { alive: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const alive = () => {
    stop();
    timer = setTimeout(() => void upload.abort().then(() => upload.start()), TRANSFER_IDLE_TIMEOUT_MS);
  };
  return { alive, stop };
}

/**
 * Sends a file to the space, by tus: after a lost connection it goes on by itself, after a reload when the same file is given again.
 * @returns the file, which may still be being read
 * @throws ApiFailure without a toast; status 0 where the connection is lost for longer. The signal's reason where it ends the upload.
 */
export async function sendFile({ file, fileType, directoryId = null, ...sending }: Sending, signal?: AbortSignal): Promise<UserFile> {
  const { Upload } = await import('tus-js-client');
  signal?.throwIfAborted();
  const fingerprint = fingerprintOf(file, directoryId);
  const known = unfinishedUploads().find((upload) => upload.fingerprint === fingerprint);
  const done = await new Promise<{ url: string; answer: HttpResponse }>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: endpoint(),
      ...(known === undefined ? {} : { uploadUrl: known.url }),
      retryDelays: RETRY_DELAYS,
      storeFingerprintForResuming: false,
      metadata: {
        filename: file.name,
        ...(fileType === undefined ? {} : { file_type: fileType }),
        ...(directoryId === null ? {} : { directory_id: String(directoryId) }),
      },
      onBeforeRequest: authorize,
      onUploadUrlAvailable: () => {
        if (upload.url !== null) rememberUpload({ fingerprint, url: upload.url, name: file.name, size: file.size, directoryId });
      },
      onProgress: (loaded, total) => {
        alive();
        sending.onProgress?.(loaded, total);
      },
      onShouldRetry: (error) => {
        if (!isBreak(statusOf(error))) return false;
        sending.onBreak?.();
        return true;
      },
      onSuccess: ({ lastResponse }) => {
        stop();
        // The server has the whole file and makes one of it.
        signal?.removeEventListener('abort', onAbort);
        resolve({ url: upload.url ?? '', answer: lastResponse });
      },
      onError: (error) => {
        stop();
        // What is refused would be refused again where it stopped.
        if (!isBreak(statusOf(error))) forgetUpload(fingerprint);
        failure(file.name, error).catch(reject);
      },
    });
    const { alive, stop } = watch(upload);
    const onAbort = () => {
      stop();
      void upload.abort();
      // Without a session the server can't be told; it forgets the upload by itself.
      const ended = !(signal?.reason instanceof UploadPaused) && readToken() !== null;
      if (upload.url !== null && ended) void endUpload(fingerprint, upload.url);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort);
    alive();
    upload.start();
  });
  try {
    const made = await fileOf(done.url, done.answer, signal);
    forgetUpload(fingerprint);
    return made;
  } catch (error) {
    if (error instanceof ApiFailure && !isBreak(error.status)) forgetUpload(fingerprint);
    throw error;
  }
}
