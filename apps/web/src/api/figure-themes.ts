import type { FigureThemes } from '@oncoloom/contract';
import { type CallOptions, get, put } from './client.ts';

/** The looks of figures that the user keeps. */
export function getFigureThemes(options?: CallOptions): Promise<FigureThemes> {
  return get('/user/figure_theme', options);
}

/** Puts these looks in the place of the earlier ones. */
export function putFigureThemes(themes: FigureThemes, options?: CallOptions): Promise<FigureThemes> {
  return put('/user/figure_theme', themes, options);
}
