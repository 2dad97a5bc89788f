import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { cohortFileRequestSchema, cohortFileTokenSchema } from '@oncoloom/contract';
import { cohortCode } from '@oncoloom/tool-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { contentDisposition, isFresh, readRange, sendUnchanged } from '../http/send-blob.ts';
import type { CohortFile } from './downloads.ts';
import { GrowingFile, type WholeFile } from './growing-file.ts';

const query = cohortFileRequestSchema.extend({ token: z.string().max(2_000).optional() });

/** What a token opens: the file, in the release that is installed when it is fetched. */
const claimed = ({ dataset, kind, with_gtex, format }: z.output<typeof cohortFileRequestSchema>) => ({
  file: [cohortCode(dataset), kind, with_gtex, format].join('/'),
});

/** A range of a file that is another one by now would be glued to the wrong beginning. */
function wantedRange({ headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag ? headers.range : undefined;
}

function sendWhole(request: FastifyRequest, reply: FastifyReply, { path, size }: WholeFile, etag: string): FastifyReply {
  const range = readRange(wantedRange(request, etag), size);
  if (range === null) return reply.header('content-range', `bytes */${size}`).code(416).send();
  const length = range === undefined ? size : range.end - range.start + 1;
  if (range !== undefined) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('content-length', length);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(path, range));
}

/** Files of installed cohorts: a bearer token, or a token in the address. */
export function cohortDownloadRoutes({
  accounts,
  cohortDownloads: downloads,
  cohortTokens,
}: Pick<App, 'accounts' | 'cohortDownloads' | 'cohortTokens'>): FastifyPluginAsyncZod {
  const send = async (request: FastifyRequest, reply: FastifyReply, file: CohortFile): Promise<FastifyReply> => {
    const etag = `"${file.key}"`;
    reply
      .header('etag', etag)
      .header('cache-control', 'private, no-cache')
      .header('accept-ranges', 'bytes')
      .header('content-disposition', contentDisposition(file.filename))
      .type(file.mediaType);
    if (request.method === 'HEAD') {
      const whole = await downloads.find(file);
      // What was not made yet has no length; a look makes nothing.
      return whole === undefined ? reply.send() : sendWhole(request, reply, whole, etag);
    }
    const opened = await downloads.open(file);
    if (!(opened instanceof GrowingFile)) return sendWhole(request, reply, opened, etag);
    if (wantedRange(request, etag) !== undefined) return sendWhole(request, reply, await opened.whole, etag);
    return reply.send(Readable.from(opened.read(), { objectMode: false }));
  };

  return async (server) => {
    const guard = accounts.requireUser;
    const tags = ['公共队列'];

    server.post(
      '/api/create_tumor_data_download_token',
      {
        schema: { tags, summary: '队列文件的下载链接', body: cohortFileRequestSchema, response: { 200: cohortFileTokenSchema } },
        onRequest: guard,
      },
      async (request) => {
        const { dataset, kind, with_gtex, format } = request.body;
        const file = await downloads.require(request.body);
        const { consumed, remaining } = await downloads.charge(request.user.id, file);
        const token = await cohortTokens.issue(request.user.id, claimed(request.body));
        const address = new URLSearchParams({ dataset, kind, with_gtex: String(with_gtex), format, token });
        return {
          success: true as const,
          download_url: `/api/download/tumor_data?${address}`,
          filename: file.filename,
          points_consumed: consumed,
          remaining_points: remaining,
          detail: '',
        };
      },
    );

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/download/tumor_data',
      schema: { tags, summary: '下载队列文件', querystring: query },
      handler: async (request, reply) => {
        const { token, ...wanted } = request.query;
        if (token === undefined) await guard(request);
        const userId = token === undefined ? request.user.id : await cohortTokens.verify(token, claimed(wanted));
        const file = await downloads.require(wanted);
        if (isFresh(request, `"${file.key}"`)) return sendUnchanged(reply, `"${file.key}"`);
        if (request.method === 'GET') await downloads.charge(userId, file);
        return send(request, reply, file);
      },
    });
  };
}
