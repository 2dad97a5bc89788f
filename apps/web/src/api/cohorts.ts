import type { CohortList } from '@oncoloom/contract';
import { type CallOptions, get } from './client.ts';

/** All public cohorts, installed or not. */
export function cohorts(options?: CallOptions): Promise<CohortList> {
  return get('/cohorts', options);
}
