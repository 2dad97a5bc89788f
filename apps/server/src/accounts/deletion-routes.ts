import { confirmPasswordSchema, DELETION_DAYS, deletionSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { askingOf } from './passwords/asking.ts';
import type { AccountsService } from './service.ts';

const SHANGHAI = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' });

/** The day as the product's users count it, such as “2026 年 11 月 28 日”. */
function dayOf(at: Date): string {
  const parts = SHANGHAI.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((entry) => entry.type === type)?.value ?? '';
  return `${part('year')} 年 ${part('month')} 月 ${part('day')} 日`;
}

/** Deleting the account, and taking it back. */
export function deletionRoutes({ deletion, requireUser }: AccountsService): FastifyPluginAsyncZod {
  return async (server) => {
    server.post(
      '/api/user/delete',
      {
        onRequest: requireUser,
        schema: {
          tags: ['账号'],
          summary: '删除账号',
          description: `${DELETION_DAYS} 天后删除，在此之前可以撤回。`,
          body: confirmPasswordSchema,
          response: { 200: deletionSchema },
        },
      },
      async (request) => {
        const at = await deletion.request(askingOf(request), request.body.password);
        return { message: `账号和全部数据将在 ${dayOf(at)}删除，在此之前可以撤回`, deletion_at: at.toISOString() };
      },
    );

    server.post(
      '/api/user/cancel-deletion',
      { onRequest: requireUser, schema: { tags: ['账号'], summary: '撤回删除账号', response: { 200: deletionSchema } } },
      async (request) => {
        await deletion.cancel(request.user.id);
        return { message: '账号已保留', deletion_at: null };
      },
    );
  };
}
