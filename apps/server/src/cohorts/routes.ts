import { cohortListSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { App } from '../app.ts';
import { listCohorts } from './listing.ts';

/** The public cohorts. */
export function cohortRoutes({
  accounts,
  cohorts,
}: {
  accounts: Pick<App['accounts'], 'requireUser'>;
  cohorts: App['cohorts'];
}): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get('/api/cohorts', { schema: { tags: ['公共队列'], summary: '队列列表', response: { 200: cohortListSchema } } }, async () => ({
      results: await listCohorts(cohorts),
    }));
  };
}
