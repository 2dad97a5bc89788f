import { loginSchema, registerSchema, tokenSchema, userInfoSchema, wsTokenSchema } from '@oncoloom/contract';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { JSON_TYPE } from '../http/kept.ts';
import { KEPT_MS, KeptAnswers } from '../platform/kept-answers.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { verificationRoutes } from './mails/verification-routes.ts';
import { passwordRoutes } from './passwords/password-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import type { AccountsService } from './service.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import type { Device } from './sessions/sessions.ts';

/** User agents are longer than this only by intent. */
const AGENT_MAX = 300;

const deviceOf = (request: FastifyRequest): Device => ({
  agent: (request.headers['user-agent'] ?? '').slice(0, AGENT_MAX),
  address: request.ip,
});

/** Every call of an account's life: register, login, user info and the live channel's token here, the others in files of their own. */
export function accountRoutes({
  accounts,
  kept = new KeptAnswers(),
}: {
  accounts: AccountsService;
  kept?: KeptAnswers;
}): FastifyPluginAsyncZod {
  return async (server) => {
    server.post(
      '/api/register',
      { schema: { tags: ['账号'], summary: '注册', body: registerSchema, response: { 200: tokenSchema } } },
      async (request) => ({ access_token: await accounts.register(request.body, deviceOf(request)) }),
    );

    server.post(
      '/api/login',
      { schema: { tags: ['账号'], summary: '登录', body: loginSchema, response: { 200: tokenSchema } } },
      async (request) => ({ access_token: await accounts.login(request.body.username, request.body.password, deviceOf(request)) }),
    );

    server.get(
      '/api/user/info',
      { onRequest: accounts.requireUser, schema: { tags: ['账号'], summary: '当前用户', response: { 200: userInfoSchema } } },
      async (request, reply) => {
        const { id } = request.user;
        const bytes = await kept.answer(id, 'account', '', async () => {
          const info = await accounts.profiles.info(id);
          // A plan that ends says so to nobody.
          const lasting = info.expired_at === null || Date.parse(info.expired_at) > Date.now() + KEPT_MS;
          return { bytes: Buffer.from(reply.serialize(info) as string), lasting };
        });
        // Typed as the account that these bytes are.
        return reply.type(JSON_TYPE).send(bytes as never);
      },
    );

    server.post(
      '/api/ws_token',
      {
        onRequest: accounts.requireUser,
        schema: { tags: ['实时通道'], summary: '实时通道的一次性令牌', response: { 200: wsTokenSchema } },
      },
      async (request) => ({ ws_token: await accounts.createLiveToken(request.user.id) }),
    );

    for (const routes of [verificationRoutes, passwordRoutes, profileRoutes, sessionRoutes, deletionRoutes])
      await server.register(routes(accounts));
  };
}
