import { fetchSeriesSchema, seriesAnswerSchema, seriesFetchesSchema, seriesNumberSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';

const params = z.object({ accession: seriesNumberSchema });
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
      ({ user, params: { accession } }) => accessions.look(user.id, accession),
    );

    server.post(
      '/api/accessions/:accession/fetches',
      { schema: { tags, summary: '把系列的文件取到文件空间', params, body: fetchSeriesSchema, response } },
      ({ user, params: { accession }, body }) => accessions.fetch(user.id, accession, body),
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
