import { emailSchema, mailedTokenSchema, messageSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountsService } from '../service.ts';

/** The mail that verifies an address, and its link. */
export function verificationRoutes({ verification }: AccountsService): FastifyPluginAsyncZod {
  return async (server) => {
    server.post(
      '/api/user/resend-verification-email',
      {
        schema: {
          tags: ['账号'],
          summary: '重新发送验证邮件',
          description: '对任何邮箱的回答都一样。',
          body: emailSchema,
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        await verification.resend(request.body.email, request.ip);
        return { message: '验证邮件已重新发送，请检查您的邮箱' };
      },
    );

    server.post(
      '/api/user/verify-email',
      { schema: { tags: ['账号'], summary: '验证邮箱', body: mailedTokenSchema, response: { 200: messageSchema } } },
      async (request) => {
        await verification.verify(request.body.token);
        return { message: '邮箱验证完成' };
      },
    );
  };
}
