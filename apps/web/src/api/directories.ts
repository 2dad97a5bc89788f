import type { CreateDirectory, Directory, UpdateDirectory, UserFile } from '@oncoloom/contract';
import { type CallOptions, call, get, post } from './client.ts';
import { type FileListRequest, queryOf } from './files.ts';

export interface DirectoryTree {
  directories: Directory[];
  /** Files at the root. */
  file_count: number;
}

/** All folders of the space, each with its children. */
export function directoryTree(options?: CallOptions): Promise<DirectoryTree> {
  return get('/directories/tree', options);
}

interface DirectoryContents {
  /** Null: the root. */
  directory: Directory | null;
  directories: Directory[];
  files: UserFile[];
  /** Files in the folder that fit the filters. */
  count: number;
}

/** @param id null: the root */
export function directoryContents(id: number | null, request: FileListRequest, options?: CallOptions): Promise<DirectoryContents> {
  return get(`/directories/${id === null ? '' : `${id}/`}contents?${queryOf(request)}`, options);
}

export async function createDirectory(directory: CreateDirectory, options?: CallOptions): Promise<Directory> {
  return (await post<{ directory: Directory }>('/directories/create', directory, options)).directory;
}

export async function updateDirectory(id: number, update: UpdateDirectory, options?: CallOptions): Promise<Directory> {
  const path = `/directories/${id}/update`;
  return (await call<{ directory: Directory }>(path, { ...options, method: 'PUT', body: update })).directory;
}

/** @param parentId null: to the root */
export async function moveDirectory(id: number, parentId: number | null, options?: CallOptions): Promise<Directory> {
  const body = { parent_id: parentId };
  return (await call<{ directory: Directory }>(`/directories/${id}/move`, { ...options, method: 'PUT', body })).directory;
}

/** With everything below it; answers how much went. */
export function deleteDirectory(id: number, options?: CallOptions): Promise<{ directory_count: number; file_count: number }> {
  return call(`/directories/${id}/delete`, { ...options, method: 'DELETE' });
}

/** All of the files or, where one is absent, none. @param target null: the root */
export function moveFiles(ids: readonly number[], target: number | null, options?: CallOptions): Promise<{ files: UserFile[] }> {
  return post('/files/move', { file_ids: ids, target_directory_id: target }, options);
}
