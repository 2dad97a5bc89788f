import type { BoardList, BoardSave, FigureBoard } from '@oncoloom/contract';
import type { FigureFormat } from '@oncoloom/figures/formats';
import { type CallOptions, call, fetchFile, get, post, put } from './client.ts';

/** All boards of the user, or those of a project, the one changed last first: there are fewer than a page holds. */
export function listBoards(options?: CallOptions, project?: number): Promise<BoardList> {
  return get(`/figure_boards?page_size=50${project === undefined ? '' : `&project_id=${project}`}`, options);
}

export function createBoard(name: string, options?: CallOptions, project: number | null = null): Promise<FigureBoard> {
  return post('/figure_boards', { name, project_id: project }, options);
}

export function getBoard(id: number, options?: CallOptions): Promise<FigureBoard> {
  return get(`/figure_boards/${id}`, options);
}

export function saveBoard(id: number, save: BoardSave, options?: CallOptions): Promise<FigureBoard> {
  return put(`/figure_boards/${id}`, save, options);
}

export function removeBoard(id: number, options?: CallOptions): Promise<{ success: boolean }> {
  return call(`/figure_boards/${id}`, { ...options, method: 'DELETE' });
}

/** Puts a figure of an analysis where the board is free. */
export function addToBoard(id: number, analysisId: number, figure: string, options?: CallOptions): Promise<FigureBoard> {
  return post(`/figure_boards/${id}/panels`, { analysis_id: analysisId, figure }, options);
}

/** The whole board as a file, drawn in the styles that its figures have now. */
export function boardFile(id: number, format: FigureFormat, options?: CallOptions): Promise<Blob> {
  return fetchFile(`/figure_boards/${id}/file/${format}`, options);
}
