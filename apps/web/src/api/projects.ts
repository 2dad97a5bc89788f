import type { Comparison, Lineage, Project, ProjectList, Rerun, RerunChanges, RerunPlan } from '@oncoloom/contract';
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

/** What running again all that is out of date would do and cost; submits nothing. */
export function rerunPlan(id: number, options?: CallOptions): Promise<RerunPlan> {
  return get(`/projects/${id}/rerun_plan`, options);
}

/** Runs again all that is out of date, each step after those that it follows. */
export function startRerun(id: number, options?: CallOptions): Promise<Rerun> {
  return post(`/projects/${id}/rerun`, {}, options);
}

export async function lastRerun(id: number, options?: CallOptions): Promise<Rerun | null> {
  return (await get<{ rerun: Rerun | null }>(`/projects/${id}/rerun`, options)).rerun;
}

/** What the last re-run has changed. */
export function rerunChanges(id: number, options?: CallOptions): Promise<RerunChanges> {
  return get(`/projects/${id}/rerun_changes`, options);
}

/** What a run found otherwise than the one in whose place it stands. */
export function compareAnalyses(oldId: number, newId: number, options?: CallOptions): Promise<Comparison> {
  return post('/compare_analyses', { old_analysis_id: oldId, new_analysis_id: newId }, options);
}
