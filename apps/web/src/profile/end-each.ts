import { ApiFailure } from '../api/client.ts';

/**
 * Ends sessions one after the other, so that many do not run into the limit of calls. One that fails does not keep the others.
 * Throws an ApiFailure that counts those that are still signed in.
 */
export async function endEach(ids: readonly string[], end: (id: string) => Promise<void>): Promise<void> {
  let left = 0;
  let last: ApiFailure | undefined;
  for (const id of ids) {
    try {
      await end(id);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      left += 1;
      last = error;
    }
  }
  if (last) throw new ApiFailure(last.status, `还有 ${left} 台设备没有退出：${last.message}`);
}
