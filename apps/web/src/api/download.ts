import { type CohortFileRequest, type CohortFileToken, DOWNLOAD_TOKEN_MINUTES, TRANSFER_IDLE_TIMEOUT_MS } from '@oncoloom/contract';
import { showError } from '../base/notices.ts';
import { ApiFailure, post } from './client.ts';
import { forgetDownload, recallDownload, rememberDownload } from './download-cache.ts';
import { sharedFilePath } from './shares.ts';

/** A download that did not come about; the message is for the user. */
class DownloadFailure extends Error {
  override readonly name = 'DownloadFailure';
}

const DOWNLOAD_MESSAGES = {
  expired: '下载令牌已过期，请重新获取链接',
  refreshFailed: '刷新令牌失败，无法下载文件',
  noToken: '获取下载令牌失败',
  status: (status: number) => `文件下载失败：HTTP ${status}`,
  noAnswer: '没有连上服务器。请检查网络，再试一次。',
} as const;

/** How often a busy server is asked for one file. */
const ASKS_MAX = 6;
/** Answers of a server that has no time now. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const WAIT_MAX_S = 10;

interface TokenAnswer {
  success: boolean;
  download_url?: string;
  detail?: string;
}

/** Asks for an address that opens one file for 10 minutes. */
async function requestAddress(id: number, fileKey: string, filename: string, silent: boolean): Promise<string> {
  const answer = await post<TokenAnswer>('/create_download_token', { analysis_id: id, file_key: fileKey, filename }, { silent });
  if (!answer.success || !answer.download_url) throw new DownloadFailure(DOWNLOAD_MESSAGES.noToken);
  return answer.download_url;
}

/**
 * Looks whether an address still answers: 200, or 304 when the file is the one that was fetched before.
 * A 401 here is the download token's, not the session's, so it never signs the user out.
 */
async function head(url: string, etag: string | undefined): Promise<Response> {
  for (let asked = 1; ; asked++) {
    const last = asked === ASKS_MAX;
    try {
      const response = await fetch(url, {
        method: 'HEAD',
        headers: etag === undefined ? {} : { 'If-None-Match': etag },
        // The first look at a figure draws it.
        signal: AbortSignal.timeout(TRANSFER_IDLE_TIMEOUT_MS),
      });
      const wait = Number(response.headers.get('Retry-After'));
      if (last || !(wait > 0 && BUSY.has(response.status))) return response;
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait, WAIT_MAX_S) * 1_000));
    } catch (error) {
      // What the server draws goes on for a while, and the next look finds it.
      if (last || !(error instanceof DOMException && error.name === 'TimeoutError')) throw new DownloadFailure(DOWNLOAD_MESSAGES.noAnswer);
    }
  }
}

/** Why there is no file, as a look at its head does not tell. */
async function refusal(url: string, status: number): Promise<string> {
  const general = DOWNLOAD_MESSAGES.status(status);
  try {
    const body: unknown = await (await fetch(url)).json();
    const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined;
    return typeof detail === 'string' ? detail : general;
  } catch {
    return general;
  }
}

/**
 * Checks an address and answers the one that works.
 * @param refresh gets a new address when the token of this one is gone; without it that is an error
 * @returns the address, and the file's ETag where the server gave one
 */
export async function checkDownload(
  url: string,
  etag: string | undefined,
  refresh?: () => Promise<string>,
): Promise<{ url: string; etag: string | undefined }> {
  const response = await head(url, etag);
  if (response.status === 200 || response.status === 304) return { url, etag: response.headers.get('ETag') ?? etag };
  if (response.status === 422 || response.status === 429) throw new DownloadFailure(await refusal(url, response.status));
  if (response.status !== 401) throw new DownloadFailure(DOWNLOAD_MESSAGES.status(response.status));
  if (!refresh) throw new DownloadFailure(DOWNLOAD_MESSAGES.expired);
  let renewed: string;
  try {
    renewed = await refresh();
  } catch {
    throw new DownloadFailure(DOWNLOAD_MESSAGES.refreshFailed);
  }
  // Once: an address that is refused while it is new will not get better.
  return checkDownload(renewed, etag);
}

/** Hands an address to the browser's own download. */
function clickLink(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Downloads a file of a result. Failures are shown as a toast.
 * @returns whether the browser has begun to fetch it
 */
export async function downloadAnalysisFile(id: number, fileKey: string, filename: string): Promise<boolean> {
  const key = `${id}/${fileKey}/${filename}`;
  try {
    const cached = recallDownload(key);
    const fresh = cached !== undefined && Date.now() - cached.at < DOWNLOAD_TOKEN_MINUTES * 60_000;
    const first = fresh ? cached.url : await requestAddress(id, fileKey, filename, false);
    const checked = await checkDownload(first, cached?.etag, () => requestAddress(id, fileKey, filename, true));
    rememberDownload(key, { ...checked, at: fresh && checked.url === cached.url ? cached.at : Date.now() });
    clickLink(checked.url, filename);
    return true;
  } catch (error) {
    forgetDownload(key);
    if (error instanceof DownloadFailure) showError(error.message);
    // The token call has shown its own failure.
    else if (!(error instanceof ApiFailure)) throw error;
    return false;
  }
}

/**
 * Downloads a file of a shared result. Failures are shown as a toast.
 * @returns whether the browser has begun to fetch it
 */
export async function downloadSharedFile(token: string, fileKey: string, filename: string): Promise<boolean> {
  try {
    // The first look draws it.
    const { url } = await checkDownload(`/api${sharedFilePath(token, fileKey, filename)}`, undefined);
    clickLink(url, filename);
    return true;
  } catch (error) {
    if (!(error instanceof DownloadFailure)) throw error;
    showError(error.message);
    return false;
  }
}

/** Asks for an address that opens one file of the space for 10 minutes. */
export async function requestFileAddress(id: number, silent: boolean): Promise<string> {
  const answer = await post<TokenAnswer>('/create_expression_file_download_token', { file_id: id }, { silent });
  if (!answer.success || !answer.download_url) throw new DownloadFailure(answer.detail || DOWNLOAD_MESSAGES.noToken);
  return answer.download_url;
}

/**
 * Downloads a file of the user's space. Failures are shown as a toast.
 * @param version an earlier one; left out: the file as it is
 * @returns whether the browser has begun to fetch it
 */
export async function downloadSpaceFile(id: number, filename: string, version?: number): Promise<boolean> {
  const address = async (silent: boolean) => {
    const url = await requestFileAddress(id, silent);
    return version === undefined ? url : `${url}&version=${version}`;
  };
  try {
    const checked = await checkDownload(await address(false), undefined, () => address(true));
    clickLink(checked.url, filename);
    return true;
  } catch (error) {
    if (error instanceof DownloadFailure) showError(error.message);
    else if (!(error instanceof ApiFailure)) throw error;
    return false;
  }
}

/**
 * Downloads a file of a public cohort. Failures are shown as a toast.
 * @returns what it cost and what remains; undefined: the browser has not begun to fetch it
 */
export async function downloadCohortFile(wanted: CohortFileRequest): Promise<CohortFileToken | undefined> {
  const request = (silent: boolean) => post<CohortFileToken>('/create_tumor_data_download_token', wanted, { silent });
  try {
    const token = await request(false);
    const checked = await checkDownload(token.download_url, undefined, async () => (await request(true)).download_url);
    clickLink(checked.url, token.filename);
    return token;
  } catch (error) {
    if (error instanceof DownloadFailure) showError(error.message);
    else if (!(error instanceof ApiFailure)) throw error;
    return undefined;
  }
}

/**
 * Downloads a file of which the server has just told the address. Failures are shown as a toast.
 * @returns whether the browser has begun to fetch it
 */
export async function downloadFrom(url: string, filename: string): Promise<boolean> {
  try {
    clickLink((await checkDownload(url, undefined)).url, filename);
    return true;
  } catch (error) {
    if (!(error instanceof DownloadFailure)) throw error;
    showError(error.message);
    return false;
  }
}

/** Saves bytes that are already here under a name. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  clickLink(url, filename);
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
