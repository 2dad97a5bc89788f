import { GENE_FIGURES, geneDetailSchema, geneFigureSchema, geneListSchema, usualNamesSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';

/** Human genes by their names. */
export function geneRoutes({
  accounts,
  genes,
  geneFigures,
}: {
  accounts: Pick<App['accounts'], 'requireUser'>;
  genes: App['genes'];
  geneFigures: Pick<App['geneFigures'], 'draw'>;
}): FastifyPluginAsyncZod {
  const tags = ['基因'];
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get(
      '/api/genes',
      {
        schema: {
          tags,
          summary: '按符号、别名、Ensembl 号、Entrez 号或全名提示基因',
          querystring: z.object({ q: z.string().default('') }),
          response: { 200: geneListSchema },
        },
      },
      ({ query: { q } }) => genes.suggest(q),
    );

    server.get(
      '/api/gene-names',
      { schema: { tags, summary: '不止一个基因用的名字，和肿瘤研究里通常指哪一个', response: { 200: usualNamesSchema } } },
      () => genes.usual(),
    );

    server.get(
      '/api/genes/:name',
      {
        schema: {
          tags,
          summary: '一个基因，和它在各个已安装队列里的表达',
          params: z.object({ name: z.string().max(60) }),
          response: { 200: geneDetailSchema },
        },
      },
      ({ params: { name } }) => genes.find(name),
    );

    server.get(
      '/api/genes/:name/figures/:kind',
      {
        schema: {
          tags,
          summary: '一个基因在已安装队列里的图：肿瘤与正常，或最大队列的生存曲线。不收点',
          params: z.object({ name: z.string().max(60), kind: z.enum(GENE_FIGURES) }),
          response: { 200: geneFigureSchema },
        },
      },
      ({ user, params: { name, kind } }) => geneFigures.draw(user.id, name, kind),
    );
  };
}
