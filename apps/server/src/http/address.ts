import type { FastifyRequest } from 'fastify';

type Asked = Pick<FastifyRequest, 'url'> & { routeOptions: { url?: string | undefined } };

/** The route of the browser's application: it takes every address that no other route has. */
const ANY = '/*';
const CALLS = /^\/(api|microarray)\//;
const DOCS = /^\/api\/docs(\/|$)/;

/**
 * What a request asks for. One address has many spellings (`/%61pi/plans`, `http://host/api/plans`), and the router knows them all: this is the
 * route that it has found, as it was declared. What has none is told by its path, without escapes.
 */
export function addressOf({ url, routeOptions }: Asked): string {
  const route = routeOptions.url;
  return route === undefined || route === ANY ? pathOf(url) : route;
}

/** Is it a call of the API, by the specification's paths? Everything else is a page or a part of one. */
export const isCall = (request: Asked): boolean => CALLS.test(addressOf(request));

/** The documentation of the API: pages, though below its path. */
export const isDocs = (request: Asked): boolean => DOCS.test(addressOf(request));

function pathOf(url: string): string {
  const [path = ''] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  try {
    return decodeURIComponent(path);
  } catch {
    // The router refuses it.
    return path;
  }
}
