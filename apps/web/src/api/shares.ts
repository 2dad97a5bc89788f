import type { NewShare, Share, ShareChoices, SharedAnalysis, SharedProject, ShareLanguage } from '@oncoloom/contract';
import { type CallOptions, fetchFile, get, post } from './client.ts';

/** Makes a link to a result. It is told this once. */
export function shareAnalysis(id: number, choices: ShareChoices, options?: CallOptions): Promise<NewShare> {
  return post('/share_analysis', { analysis_id: id, ...choices }, options);
}

/** Living links to a result, the newest first. */
export async function analysisShares(id: number, options?: CallOptions): Promise<Share[]> {
  return (await post<{ results: Share[] }>('/get_analysis_shares', { analysis_id: id }, options)).results;
}

export function revokeShare(id: number, options?: CallOptions): Promise<{ success: true }> {
  return post('/revoke_share', { share_id: id }, options);
}

/** Makes a link to a project. It is told this once. */
export function shareProject(id: number, choices: ShareChoices, options?: CallOptions): Promise<NewShare> {
  return post(`/projects/${id}/shares`, choices, options);
}

/** Living links to a project, the newest first. */
export async function projectShares(id: number, options?: CallOptions): Promise<Share[]> {
  return (await get<{ results: Share[] }>(`/projects/${id}/shares`, options)).results;
}

export function revokeProjectShare(id: number, share: number, options?: CallOptions): Promise<{ success: true }> {
  return post(`/projects/${id}/revoke_share`, { number: share }, options);
}

/** What a link to a project leads to; no account is needed. */
export function sharedProject(token: string, options?: CallOptions): Promise<SharedProject> {
  return get(`/shared_project/${encodeURIComponent(token)}`, options);
}

/** The link of one of its results: as that of a result, for every call. */
export const linkOfStep = (token: string, id: number): string => `${token}.${id}`;

/** What a link leads to; no account is needed. */
export function sharedAnalysis(token: string, language: ShareLanguage, options?: CallOptions): Promise<SharedAnalysis> {
  return get(`/share/${encodeURIComponent(token)}${language === 'zh' ? '' : `?lang=${language}`}`, options);
}

/** Address of a file of a shared result below `/api`. */
export function sharedFilePath(token: string, fileKey: string, filename: string): string {
  return `/share/${encodeURIComponent(token)}/files/${encodeURIComponent(fileKey)}/${encodeURIComponent(filename)}`;
}

/** A file of a shared result as text: a table to show. */
export async function sharedFileText(token: string, fileKey: string, filename: string, options?: CallOptions): Promise<string> {
  return (await fetchFile(sharedFilePath(token, fileKey, filename), options)).text();
}

/** A file of a shared result as it is. */
export function sharedFile(token: string, fileKey: string, filename: string, options?: CallOptions): Promise<Blob> {
  return fetchFile(sharedFilePath(token, fileKey, filename), options);
}

/** A table of a shared result as text, what the program wrote into it in English. */
export async function sharedEnglishTable(token: string, fileKey: string, options?: CallOptions): Promise<string> {
  return (await fetchFile(`${sharedFilePath(token, fileKey, fileKey)}?lang=en`, options)).text();
}
