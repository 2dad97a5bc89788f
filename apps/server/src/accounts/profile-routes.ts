import { profileSchema, profileUpdateSchema, referralSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountsService } from './service.ts';

/** What users see of themselves and of whom they invited. */
export function profileRoutes({ profiles, referrals, requireUser }: AccountsService): FastifyPluginAsyncZod {
  return async (server) => {
    server.get(
      '/api/user/profile',
      { onRequest: requireUser, schema: { tags: ['账号'], summary: '个人信息', response: { 200: profileSchema } } },
      (request) => profiles.view(request.user.id),
    );

    server.put(
      '/api/user/profile',
      {
        onRequest: requireUser,
        schema: {
          tags: ['账号'],
          summary: '修改个人信息',
          description: '只修改给出的字段；null 清空一个字段。',
          body: profileUpdateSchema,
          response: { 200: profileSchema },
        },
      },
      (request) => profiles.update(request.user.id, request.body),
    );

    server.get(
      '/api/user/referral',
      { onRequest: requireUser, schema: { tags: ['账号'], summary: '邀请码、链接和邀请记录', response: { 200: referralSchema } } },
      (request) => referrals.view(request.user.id),
    );
  };
}
