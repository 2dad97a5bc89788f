import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AccountsService } from '../accounts/service.ts';
import { ApiError } from '../platform/errors.ts';
import { type LiveHub, MOST_PAGES } from './hub.ts';

const querySchema = z.object({ token: z.string().max(200) });

/** `/ws/notifications/?token=…`: opened with a token of `POST /api/ws_token`, which works once. */
export function liveRoutes({ live, accounts }: { live: LiveHub; accounts: AccountsService }): FastifyPluginAsyncZod {
  return async (server) => {
    // The token is used up before the connection is upgraded, so that a bad one is refused in plain HTTP.
    const owners = new WeakMap<object, number>();
    server.get(
      '/ws/notifications/',
      {
        websocket: true,
        schema: { hide: true, querystring: querySchema },
        preHandler: async (request) => {
          const userId = await accounts.takeLiveToken(request.query.token);
          if (userId === undefined) throw new ApiError(422, '实时通道的令牌已用过或已过期，请重新获取。');
          if (!live.hasRoom(userId))
            throw new ApiError(429, `同时打开的页面超过 ${MOST_PAGES} 个，这个页面不会自动更新。请关掉一些页面。`, { retryAfter: 60 });
          owners.set(request, userId);
        },
      },
      (socket, request) => {
        const userId = owners.get(request);
        if (userId === undefined) socket.terminate();
        else live.add(userId, socket);
      },
    );
  };
}
