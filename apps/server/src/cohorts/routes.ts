import { COHORTS, type CohortList, cohortListSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountsService } from '../accounts/service.ts';

/** All cohorts that TCGA has, with what is known of each without its files. */
function listCohorts(): CohortList {
  return {
    results: COHORTS.map(({ code, name, english, onlyTcga, tcgaGtex }) => ({
      code,
      label: `TCGA-${code.toUpperCase()}`,
      name,
      english,
      installed: false,
      only_tcga: onlyTcga,
      tcga_gtex: tcgaGtex,
      usable: { tumour_vs_normal: false, with_gtex: false, OS: false, PFI: false },
      samples: null,
      normals: null,
      events: null,
      source: null,
      release: null,
      simulated: false,
    })),
  };
}

/** The public cohorts. */
export function cohortRoutes({ accounts }: { accounts: Pick<AccountsService, 'requireUser'> }): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get('/api/cohorts', { schema: { tags: ['公共队列'], summary: '队列列表', response: { 200: cohortListSchema } } }, listCohorts);
  };
}
