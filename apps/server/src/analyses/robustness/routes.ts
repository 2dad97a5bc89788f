import { robustnessSchema } from '@oncoloom/contract';
import { ROBUSTNESS_CHECKS, type RobustnessCheck } from '@oncoloom/tool-kit';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { idSchema } from '../schemas.ts';

const CHECKS = Object.keys(ROBUSTNESS_CHECKS) as [RobustnessCheck, ...RobustnessCheck[]];

/** Checks of whether a result stands. */
export function robustnessRoutes({ accounts, robustness }: App): FastifyPluginAsyncZod {
  const tags = ['分析'];
  const params = z.object({ id: idSchema });
  const body = z.object({ check: z.enum(CHECKS) });
  const response = { 200: z.object({ robustness: z.array(robustnessSchema) }) };
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);
    server.get(
      '/api/analysis/:id/robustness',
      { schema: { tags, summary: '一个结果站不站得住的各项检查，和正在进行的进度', params, response } },
      async (request) => ({ robustness: await robustness.of(request.user.id, request.params.id) }),
    );
    server.post(
      '/api/analysis/:id/robustness',
      { schema: { tags, summary: '开始一项检查：由引擎计算，不消耗点数，每项只算一次', params, body, response } },
      async (request) => ({ robustness: await robustness.start(request.user.id, request.params.id, request.body.check) }),
    );
    server.post(
      '/api/analysis/:id/robustness/stop',
      { schema: { tags, summary: '停止一项正在进行的检查', params, body, response } },
      async (request) => ({ robustness: await robustness.stop(request.user.id, request.params.id, request.body.check) }),
    );
  };
}
