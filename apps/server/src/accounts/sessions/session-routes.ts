import { messageSchema, sessionListSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AccountsService } from '../service.ts';

/** Signed-in devices. */
export function sessionRoutes({ sessions, requireUser }: AccountsService): FastifyPluginAsyncZod {
  return async (server) => {
    server.get(
      '/api/user/sessions',
      { onRequest: requireUser, schema: { tags: ['账号'], summary: '登录的设备', response: { 200: sessionListSchema } } },
      async (request) => ({ results: await sessions.list(request.user.id, request.user.sessionId) }),
    );

    server.delete(
      '/api/user/sessions/:id',
      {
        onRequest: requireUser,
        schema: {
          tags: ['账号'],
          summary: '结束一个设备的登录',
          params: z.object({ id: z.uuid() }),
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        await sessions.end(request.user.id, request.params.id);
        return { message: '这个设备的登录已结束' };
      },
    );
  };
}
