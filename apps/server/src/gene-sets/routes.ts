import { type GeneSetCollections, geneSetCollectionsSchema, type Signatures, signaturesSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { App } from '../app.ts';
import { notInstalled } from './available.ts';

/** What the call reads: the accounts only say who may ask. */
interface Parts {
  accounts: Pick<App['accounts'], 'requireUser'>;
  geneSets: App['geneSets'];
  signatures: App['signatures'];
}

/** The collections of gene sets that are installed, and those that the operator can install. */
export function geneSetRoutes({ accounts, geneSets, signatures }: Parts): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get(
      '/api/gene_sets',
      { schema: { tags: ['基因集'], summary: '已安装的基因集，和可以安装的', response: { 200: geneSetCollectionsSchema } } },
      async (): Promise<GeneSetCollections> => {
        const [installed, unreadable, available] = await Promise.all([
          geneSets.list(),
          geneSets.unreadable(),
          notInstalled({ geneSets, signatures }),
        ]);
        return {
          collections: installed.map(({ path: _, sha256: __, titles: ___, sizes: ____, ...collection }) => collection),
          available: available.collections.map(({ name, title, release, date, organism, family, subset }) => ({
            name,
            title,
            release,
            date,
            organism,
            family,
            subset,
          })),
          unreadable,
        };
      },
    );

    server.get(
      '/api/signatures',
      { schema: { tags: ['基因集'], summary: '已安装的细胞类型签名，和可以安装的', response: { 200: signaturesSchema } } },
      async (): Promise<Signatures> => {
        const [installed, available] = await Promise.all([signatures.list(), notInstalled({ geneSets, signatures })]);
        return {
          signatures: installed.map(({ path: _, sha256: __, ...signature }) => signature),
          available: available.signatures.map(({ name, title, release, family }) => ({ name, title, release, family })),
        };
      },
    );
  };
}
