import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/errors.ts';
import { addressOf } from './address.ts';

/** Paths that never answer with the page. */
const PROGRAMS = /^\/(api|ws|assets|healthz|readyz|status|metrics)(\/|$)/;

/**
 * The browser's application: files with a hash in their name are kept for ever, the page itself is asked for each time, and
 * every other path is the page, which finds its own way. Compressed copies made by the build are sent where they are understood.
 */
export async function servePages(server: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      schemaHide: true,
      setHeaders: (response, path) => {
        const fixed = path.startsWith(join(folder, 'assets'));
        response.header('cache-control', fixed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const address = addressOf(request);
    const page = built && (request.method === 'GET' || request.method === 'HEAD') && !PROGRAMS.test(address);
    if (!page) throw new ApiError(404, '没有这个地址。');
    // A shared result is for whoever got its link, not for search engines.
    if (address.startsWith('/share/')) reply.header('x-robots-tag', 'noindex, nofollow');
    return reply.sendFile('index.html');
  });
}
