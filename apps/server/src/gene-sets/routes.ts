import { geneSetCollectionsSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { App } from '../app.ts';

/** The collections of gene sets that are installed. */
export function geneSetRoutes({ accounts, geneSets }: Pick<App, 'accounts' | 'geneSets'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get(
      '/api/gene_sets',
      { schema: { tags: ['基因集'], summary: '已安装的基因集', response: { 200: geneSetCollectionsSchema } } },
      async () => ({
        collections: (await geneSets.list()).map(({ path: _, sha256: __, titles: ___, sizes: ____, ...collection }) => collection),
      }),
    );
  };
}
