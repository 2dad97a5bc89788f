import type { PlatformList } from '@oncoloom/contract';
import { type CallOptions, get } from './client.ts';

/** Array platforms, installed or only known. */
export function listPlatforms(options?: CallOptions): Promise<PlatformList> {
  return get('/platform_annotations', options);
}

/** The server answers each call within 10 s and goes on looking; a look takes a quarter of an hour at most. */
const CALLS_MAX = 120;

/** Has the server look at its sources again, for one platform or for all; answers when it is through. */
export async function refreshPlatforms(platform?: string, options?: CallOptions): Promise<PlatformList> {
  const query = new URLSearchParams({ refresh: 'true', ...(platform === undefined ? {} : { platform }) });
  const ask = () => get<PlatformList>(`/platform_annotations?${query}`, options);
  let list = await ask();
  for (let calls = 1; list.refreshing && calls < CALLS_MAX; calls += 1) list = await ask();
  return list;
}
