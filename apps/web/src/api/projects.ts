import type { Lineage, Project, ProjectList } from '@oncoloom/contract';
import { type CallOptions, call, get, post, put } from './client.ts';

/** Numbers of what is put into a project or taken out of it. */
export interface ProjectThings {
  analysis_ids?: readonly number[];
  file_ids?: readonly number[];
  board_ids?: readonly number[];
}

export interface ProjectListRequest {
  archived?: boolean;
  search?: string;
  page_size?: number;
}

/** The user's projects, the one changed last first. */
export function listProjects({ archived, search, page_size = 50 }: ProjectListRequest = {}, options?: CallOptions): Promise<ProjectList> {
  const query = new URLSearchParams({ page_size: String(page_size) });
  if (archived !== undefined) query.set('archived', archived ? '1' : '0');
  if (search !== undefined) query.set('search', search);
  return get(`/projects?${query}`, options);
}

export function createProject(name: string, options?: CallOptions): Promise<Project> {
  return post('/projects', { name }, options);
}

export function getProject(id: number, options?: CallOptions): Promise<Project> {
  return get(`/projects/${id}`, options);
}

export function changeProject(
  id: number,
  change: { name?: string; notes?: string; archived?: boolean },
  options?: CallOptions,
): Promise<Project> {
  return put(`/projects/${id}`, change, options);
}

/** What was in it stays. */
export function removeProject(id: number, options?: CallOptions): Promise<{ success: boolean }> {
  return call(`/projects/${id}`, { ...options, method: 'DELETE' });
}

export function addToProject(id: number, things: ProjectThings, options?: CallOptions): Promise<Project> {
  return post(`/projects/${id}/add`, things, options);
}

export function takeFromProject(id: number, things: ProjectThings, options?: CallOptions): Promise<Project> {
  return post(`/projects/${id}/remove`, things, options);
}

/** What each step of a project came from, and what is out of date. */
export function projectLineage(id: number, options?: CallOptions): Promise<Lineage> {
  return get(`/projects/${id}/lineage`, options);
}
