import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { goneSignal, isFresh, sendBlob, sendUnchanged } from '../../http/send-blob.ts';
import { ApiError } from '../../platform/errors.ts';
import { byId, idSchema } from '../schemas.ts';

/** Calls that the specification has for single tools. They are doors to the calls that every tool has: same checks, owner and points. */
export function ownCallRoutes(app: App): FastifyPluginAsyncZod[] {
  return app.tools.all.flatMap((tool) => (tool.ownCalls === undefined ? [] : [routesOf(app, tool, tool.ownCalls)]));
}

function routesOf(app: App, { taskType, title }: ToolDefinition, calls: NonNullable<ToolDefinition['ownCalls']>): FastifyPluginAsyncZod {
  const { analyses, renderer, storage } = app;
  const tags = [title];
  const refuseOthers = (type: string) => {
    if (type !== taskType) throw new ApiError(404, `没有这次${title}，可能已经删除`);
  };
  return async (server) => {
    server.addHook('onRequest', app.accounts.requireUser);

    server.post(calls.submit, { schema: { tags, summary: `提交${title}`, body: z.looseObject({}) } }, async (request) =>
      analyses.create(request.user.id, { ...request.body, task_type: taskType }),
    );

    server.post(calls.result, { schema: { tags, summary: `${title}的结果`, body: byId } }, async (request) => {
      const analysis = await analyses.get(request.user.id, request.body.analysis_id);
      refuseOthers(analysis.task_type);
      return analysis;
    });

    server.route({
      method: ['GET', 'HEAD'],
      url: calls.report.url,
      schema: { tags, summary: `下载${title}的报告（PDF）`, params: z.object({ id: idSchema }) },
      handler: async (request, reply) => {
        const analysis = await analyses.completed(request.user.id, request.params.id);
        refuseOthers(analysis.taskType);
        const { item, key, make } = await renderer.find(analysis, calls.report.file);
        const etag = `"${key}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        return sendBlob(request, reply, storage, {
          blob: await make({ gone: goneSignal(reply) }),
          etag,
          filename: item.filename,
          mediaType: item.media_type,
        });
      },
    });
  };
}
