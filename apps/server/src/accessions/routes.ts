import { fetchSeriesSchema, seriesAnswerSchema, seriesFetchesSchema, seriesNumberSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { fieldError } from '../platform/errors.ts';

const params = z.object({ accession: z.string().max(100) });

/** Throws ApiError 422: it is what a user has typed. */
function readNumber({ accession }: z.output<typeof params>): string {
  const { data, error } = seriesNumberSchema.safeParse(accession);
  if (data === undefined) throw fieldError('accession', `${error?.issues[0]?.message}。`);
  return data;
}

const fetchParams = z.object({ id: z.uuid('这次获取不存在，可能已经取消。请刷新页面。') });

/** Series of GEO by their numbers. */
export function accessionRoutes({ accounts, accessions }: Pick<App, 'accounts' | 'accessions'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);
    const tags = ['GEO 编号'];
    const response = { 200: seriesFetchesSchema };

    server.get(
      '/api/accessions/:accession',
      { schema: { tags, summary: '一个 GEO 系列有哪些文件', params, response: { 200: seriesAnswerSchema } } },
      async ({ user, params: asked }) => accessions.look(user.id, readNumber(asked)),
    );

    server.post(
      '/api/accessions/:accession/fetches',
      { schema: { tags, summary: '把系列的文件取到文件空间', params, body: fetchSeriesSchema, response } },
      async ({ user, params: asked, body }) => {
        await accessions.requireFolder(user.id, body);
        return accessions.fetch(user.id, readNumber(asked), body);
      },
    );

    server.get('/api/accession_fetches', { schema: { tags, summary: '正在取和最近一小时取过的文件', response } }, ({ user }) =>
      accessions.fetches(user.id),
    );

    server.post(
      '/api/accession_fetches/:id/retry',
      { schema: { tags, summary: '重试没有取成的文件', params: fetchParams, response } },
      ({ user, params: { id } }) => accessions.retry(user.id, id),
    );

    server.delete(
      '/api/accession_fetches/:id',
      { schema: { tags, summary: '取消，或从列表里去掉', params: fetchParams, response } },
      ({ user, params: { id } }) => accessions.cancel(user.id, id),
    );
  };
}
