import { ImportError } from './errors.ts';

/** Asks an address, as `fetch` does. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>;

/** An address that may not be asked, or a redirect to one. */
export class OutsideList extends ImportError {}

const REDIRECTS = [301, 302, 303, 307, 308];
const REDIRECTS_MAX = 5;

/**
 * Asks addresses of these origins and no others, whatever a redirect says: what a source answers never decides whom this server talks to.
 * @param origins such as `https://ftp.ncbi.nlm.nih.gov`. What it answers throws OutsideList.
 */
export function askOnly(origins: readonly string[]): Ask {
  return async (url, init) => {
    let at = new URL(url);
    for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
      if (!origins.includes(at.origin)) throw new OutsideList(`${at.origin} 不在允许访问的地址里，没有去取`);
      const answer = await fetch(at, { ...init, redirect: 'manual' });
      const next = answer.headers.get('location');
      if (!REDIRECTS.includes(answer.status) || next === null) return answer;
      await answer.body?.cancel();
      at = new URL(next, at);
    }
    throw new OutsideList(`${new URL(url).origin} 一再转到别的地址，没有去取`);
  };
}
