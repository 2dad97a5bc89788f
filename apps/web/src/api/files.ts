import type { FilePreview, FixFile, JoinChoices, JoinFiles, SaveToSpace, UpdateFile, UserFile } from '@oncoloom/contract';
import { type CallOptions, call, get, post } from './client.ts';

export interface FileListRequest {
  page?: number;
  page_size?: number;
  /** Several types are joined with commas. */
  file_type?: string;
  name?: string;
  validation_status?: string;
  project_id?: number;
  /** Days, the last one included. */
  date_from?: string;
  date_to?: string;
  sort?: string;
  order?: 'asc' | 'desc';
}

interface FileList {
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

/** What files of one sample each can be joined to. */
export function joinChoices(ids: readonly number[], options?: CallOptions): Promise<JoinChoices> {
  return post('/files/join/choices', { file_ids: ids }, options);
}

/** Files of one sample each become a matrix: the new file. */
export async function joinFiles(request: JoinFiles, options?: CallOptions): Promise<UserFile> {
  return (await post<{ file: UserFile }>('/files/join', request, options)).file;
}

/** A table of a result becomes a file of the space. */
export async function saveToSpace(request: SaveToSpace, options?: CallOptions): Promise<UserFile> {
  return (await post<{ file: UserFile }>('/save_analysis_file_to_space', request, options)).file;
}

export function deleteFile(id: number, options?: CallOptions): Promise<{ success: boolean }> {
  return call(`/bulk/files/${id}/delete`, { ...options, method: 'DELETE' });
}
