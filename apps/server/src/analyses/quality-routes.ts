import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { isFresh, sendBlob, sendUnchanged } from '../http/send-blob.ts';
import { ApiError } from '../platform/errors.ts';
import { byId, idSchema } from './schemas.ts';

const TASK_TYPE = 'microarray_quality_assessment';
const REPORT = 'report_pdf';

/** The specification's own calls for the quality assessment of arrays. They are doors to the calls that every tool has: same checks, owner and points. */
export function qualityRoutes(app: App): FastifyPluginAsyncZod {
  const { analyses, renderer, storage } = app;
  const tags = ['芯片质量评估'];
  const refuseOthers = (taskType: string) => {
    if (taskType !== TASK_TYPE) throw new ApiError(404, '没有这次芯片质量评估，可能已经删除');
  };
  return async (server) => {
    server.addHook('onRequest', app.accounts.requireUser);

    server.post(
      '/api/microarray/quality-assessment/submit',
      { schema: { tags, summary: '提交芯片质量评估', body: z.looseObject({}) } },
      async (request) => analyses.create(request.user.id, { ...request.body, task_type: TASK_TYPE }),
    );

    server.post(
      '/api/microarray/quality-assessment/result',
      { schema: { tags, summary: '芯片质量评估的结果', body: byId } },
      async (request) => {
        const analysis = await analyses.get(request.user.id, request.body.analysis_id);
        refuseOthers(analysis.task_type);
        return analysis;
      },
    );

    server.route({
      method: ['GET', 'HEAD'],
      url: '/microarray/quality-assessment/download-report/:id',
      schema: { tags, summary: '下载质量评估报告（PDF）', params: z.object({ id: idSchema }) },
      handler: async (request, reply) => {
        const analysis = await analyses.completed(request.user.id, request.params.id);
        refuseOthers(analysis.taskType);
        const { item, key, make } = await renderer.find(analysis, REPORT);
        const etag = `"${key}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        return sendBlob(request, reply, storage, { blob: await make(), etag, filename: item.filename, mediaType: item.media_type });
      },
    });
  };
}
