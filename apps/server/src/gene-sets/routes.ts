import { basename } from 'node:path';
import {
  type AvailableGeneSets,
  type GeneSetCollections,
  geneSetCollectionsSchema,
  type Signatures,
  signaturesSchema,
} from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { App } from '../app.ts';
import type { InstalledCollection } from './service.ts';
import { readSignatureSources, signatureCommand } from './signature-sources.ts';
import { type GeneSetSource, installCommand, newestSources, readSources } from './sources.ts';

/** Collections that are installed in no release, in their newest. */
function notInstalled(sources: readonly GeneSetSource[], installed: readonly InstalledCollection[]): AvailableGeneSets[] {
  const files = new Set(installed.map(({ name }) => name));
  const present = new Set(sources.filter(({ file }) => files.has(file)).map(({ name }) => name));
  return newestSources(sources)
    .filter(({ name }) => !present.has(name))
    .map((source) => {
      const { name, title, release, date, organism, family, subset } = source;
      return { name, title, release, date, organism, family, subset, command: installCommand(source) };
    });
}

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
        const [installed, unreadable, sources] = await Promise.all([geneSets.list(), geneSets.unreadable(), readSources()]);
        return {
          collections: installed.map(({ path: _, sha256: __, titles: ___, sizes: ____, ...collection }) => collection),
          available: notInstalled(sources, installed),
          unreadable,
        };
      },
    );

    server.get(
      '/api/signatures',
      { schema: { tags: ['基因集'], summary: '已安装的细胞类型签名，和可以安装的', response: { 200: signaturesSchema } } },
      async (): Promise<Signatures> => {
        const [installed, sources] = await Promise.all([signatures.list(), readSignatureSources()]);
        const files = new Set(installed.map(({ path }) => basename(path)));
        return {
          signatures: installed.map(({ path: _, sha256: __, ...signature }) => signature),
          available: sources
            .filter(({ file }) => !files.has(file))
            .map((source) => {
              const { name, title, release, family } = source;
              return { name, title, release, family, command: signatureCommand(source) };
            }),
        };
      },
    );
  };
}
