import type { Signatures } from '@oncoloom/contract';
import { type CallOptions, get } from './client.ts';

/** Signatures of cell types that are installed, and those that could be. */
export function installedSignatures(options?: CallOptions): Promise<Signatures> {
  return get('/signatures', options);
}
