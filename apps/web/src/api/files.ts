import type { FilePreview, FileType, FixFile, SaveToSpace, UpdateFile, UserFile } from '@oncoloom/contract';
import { TRANSFER_IDLE_TIMEOUT_MS } from '@oncoloom/contract';
import { showError } from '../app/notices.ts';
import { ApiFailure, authorization, type CallOptions, call, get, handleFailure, post } from './client.ts';

export interface FileListRequest {
  page?: number;
  page_size?: number;
  /** Several types are joined with commas. */
  file_type?: string;
  name?: string;
  validation_status?: string;
  /** Days, the last one included. */
  date_from?: string;
  date_to?: string;
  sort?: string;
  order?: 'asc' | 'desc';
}

export interface FileList {
  files: UserFile[];
  count: number;
  page: number;
  page_size: number;
}

export function queryOf(request: FileListRequest): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) if (value !== undefined) query.set(name, String(value));
  return query;
}

/** Files of all folders. */
export function listFiles(request: FileListRequest = {}, options?: CallOptions): Promise<FileList> {
  return get(`/files?${queryOf(request)}`, options);
}

export async function fileInfo(id: number, options?: CallOptions): Promise<UserFile> {
  return (await get<{ file: UserFile }>(`/file/${id}/info`, options)).file;
}

/** All cells of a table of up to 20,000 rows, as text. */
export function fileCells(id: number, options?: CallOptions): Promise<{ columns: string[]; rows: string[][] }> {
  return get(`/file/${id}/cells`, options);
}

/** First rows and columns with the report on the file. */
export function filePreview(id: number, options?: CallOptions): Promise<FilePreview> {
  return get(`/file/${id}/preview`, options);
}

/** Name, description, type or folder. */
export async function updateFile(id: number, update: UpdateFile, options?: CallOptions): Promise<UserFile> {
  const path = `/bulk/files/${id}/update`;
  return (await call<{ file: UserFile }>(path, { ...options, method: 'PUT', body: update })).file;
}

/** Has the platform read a file once more. */
export async function revalidateFile(id: number, options?: CallOptions): Promise<UserFile> {
  return (await post<{ file: UserFile }>(`/file/${id}/revalidate`, {}, options)).file;
}

/** A remedy of one click, or an earlier version again: the file in its new version. */
export async function fixFile(id: number, fix: FixFile, options?: CallOptions): Promise<UserFile> {
  return (await post<{ file: UserFile }>(`/file/${id}/fix`, fix, options)).file;
}

/** A table of a result becomes a file of the space. */
export async function saveToSpace(request: SaveToSpace, options?: CallOptions): Promise<UserFile> {
  return (await post<{ file: UserFile }>('/save_analysis_file_to_space', request, options)).file;
}

export function deleteFile(id: number, options?: CallOptions): Promise<{ success: boolean }> {
  return call(`/bulk/files/${id}/delete`, { ...options, method: 'DELETE' });
}

export interface Upload {
  file: File;
  /** Left out: the server tells the type from the contents. */
  fileType?: FileType;
  directoryId?: number;
  description?: string;
  onProgress?: (loaded: number, total: number) => void;
}

/**
 * Sends a file to the space. Not bound to the 10 s of JSON calls; a minute without progress ends it.
 * XMLHttpRequest, because fetch cannot tell how much has been sent.
 */
export function uploadFile(upload: Upload, options: CallOptions = {}): Promise<UserFile> {
  const form = new FormData();
  // Fields go before the file: the server reads the parts in order.
  if (upload.fileType) form.set('file_type', upload.fileType);
  if (upload.directoryId !== undefined) form.set('directory_id', String(upload.directoryId));
  if (upload.description) form.set('description', upload.description);
  form.set('file', upload.file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer = setTimeout(() => request.abort(), TRANSFER_IDLE_TIMEOUT_MS);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), TRANSFER_IDLE_TIMEOUT_MS);
    };
    const broken = () => {
      clearTimeout(timer);
      const failure = new ApiFailure(0, `「${upload.file.name}」没有传完，连接断了。请再传一次。`);
      if (!options.silent && !options.signal?.aborted) showError(failure.message);
      reject(options.signal?.aborted ? new DOMException('aborted', 'AbortError') : failure);
    };
    request.upload.onprogress = (event) => {
      alive();
      upload.onProgress?.(event.loaded, event.total);
    };
    request.onload = () => {
      clearTimeout(timer);
      if (request.status === 200) {
        resolve((JSON.parse(request.responseText) as { file: UserFile }).file);
        return;
      }
      const response = new Response(request.responseText, { status: request.status });
      handleFailure(response, options.silent === true).catch(reject);
    };
    request.onerror = broken;
    request.onabort = broken;
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', '/api/bulk/files/upload');
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.send(form);
  });
}
