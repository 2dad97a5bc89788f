import { geneReportListSchema, geneReportPlanSchema, geneReportRequestSchema, geneReportSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { byProject } from '../schemas.ts';

const tags = ['基因'];
const name = z.string().max(60);

/** Reports on one gene. */
export function geneReportRoutes({
  accounts,
  geneReports,
}: {
  accounts: Pick<App['accounts'], 'requireUser'>;
  geneReports: Pick<App['geneReports'], 'plan' | 'start' | 'get' | 'list'>;
}): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get(
      '/api/genes/:name/report_plan',
      {
        schema: {
          tags,
          summary: '一份基因报告能有哪些内容、花多少点',
          description: '什么也不提交。不写 cohort 就用患者最多的队列。和以前完全相同的分析不消耗点数。',
          params: z.object({ name }),
          querystring: z.object({ cohort: name.optional() }),
          response: { 200: geneReportPlanSchema },
        },
      },
      ({ user, params, query }) => geneReports.plan(user.id, params.name, query.cohort),
    );

    server.post(
      '/api/gene_reports',
      {
        schema: {
          tags,
          summary: '生成一份基因报告',
          description: '新建一个课题，里面是选好的几项分析，总价比逐项做便宜两成。做不成的一项退回它的点数。',
          body: geneReportRequestSchema,
          response: { 200: geneReportSchema },
        },
      },
      ({ user, body }) => geneReports.start(user.id, body),
    );

    server.get(
      '/api/gene_reports',
      {
        schema: {
          tags,
          summary: '一个基因的报告，最新的在前',
          querystring: z.object({ gene: name }),
          response: { 200: geneReportListSchema },
        },
      },
      ({ user, query }) => geneReports.list(user.id, query.gene),
    );

    server.get(
      '/api/gene_reports/:id',
      {
        schema: {
          tags,
          summary: '一份基因报告',
          description: '各项的结果用 analysis_id 来取。status：waiting 在等前一项，left 没有做（原因在 problem）。',
          params: byProject,
          response: { 200: geneReportSchema },
        },
      },
      ({ user, params }) => geneReports.get(user.id, params.id),
    );
  };
}
