import type { FetchSeries, Series, SeriesAnswer, SeriesFetch, SeriesFetches } from '@oncoloom/contract';
import { ApiFailure, type CallOptions, call, get, post } from './client.ts';

/** The server answers within 8 s and goes on looking; a look takes some minutes at most. */
const CALLS_MAX = 60;

/** What a series of GEO has. Throws an ApiFailure with the refusal. */
export async function lookAtSeries(accession: string, options?: CallOptions): Promise<Series> {
  for (let calls = 0; calls < CALLS_MAX; calls += 1) {
    const { series } = await get<SeriesAnswer>(`/accessions/${encodeURIComponent(accession)}`, options);
    if (series !== null) return series;
  }
  throw new ApiFailure(0, `${accession} 查了很久没有查完。请稍后再查，或从 GEO 页面下载后上传。`);
}

/** Has files of a series fetched to the space. */
export async function fetchSeries(accession: string, wanted: FetchSeries): Promise<SeriesFetch[]> {
  return (await post<SeriesFetches>(`/accessions/${accession}/fetches`, wanted, { silent: true })).fetches;
}

/** What is being fetched for the user, or was within the last hour; the newest first. */
export async function seriesFetches(options?: CallOptions): Promise<SeriesFetch[]> {
  return (await get<SeriesFetches>('/accession_fetches', options)).fetches;
}

/** Ends a fetch, or takes an ended one off the list. */
export async function cancelFetch(id: string): Promise<SeriesFetch[]> {
  return (await call<SeriesFetches>(`/accession_fetches/${id}`, { method: 'DELETE' })).fetches;
}

/** Tries once more what was refused. */
export async function retryFetch(id: string): Promise<SeriesFetch[]> {
  return (await post<SeriesFetches>(`/accession_fetches/${id}/retry`)).fetches;
}
