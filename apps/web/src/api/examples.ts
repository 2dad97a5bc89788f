import type { ExampleFigure } from '@oncoloom/contract';
import { type CallOptions, fetchFile, get } from './client.ts';

/** What a tool finds in its built-in example. */
export function exampleFigure(taskType: string, options?: CallOptions): Promise<ExampleFigure> {
  return get(`/examples/${taskType}`, options);
}

/** The first figure of a tool's built-in example, small. @param option One of a form that shows its answers with figures. */
export function examplePicture(taskType: string, option?: string, options?: CallOptions): Promise<Blob> {
  const query = option === undefined ? '' : `?${new URLSearchParams({ option })}`;
  return fetchFile(`/examples/${taskType}/figure.webp${query}`, options);
}
