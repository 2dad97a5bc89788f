import {
  changePasswordSchema,
  emailSchema,
  mailedTokenSchema,
  messageSchema,
  RESET_TOKEN_MINUTES,
  resetPasswordSchema,
  validSchema,
} from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountsService } from '../service.ts';
import { askingOf } from './asking.ts';

/** Changing a password that is known, and setting one that was forgotten. */
export function passwordRoutes({ passwords, reset, requireUser }: AccountsService): FastifyPluginAsyncZod {
  return async (server) => {
    server.post(
      '/api/user/change-password',
      {
        onRequest: requireUser,
        schema: {
          tags: ['账号'],
          summary: '修改密码',
          description: '其他设备的登录随即失效。',
          body: changePasswordSchema,
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        const { old_password, new_password } = request.body;
        await passwords.change(askingOf(request), old_password, new_password);
        return { message: '密码已修改，其他设备需要重新登录' };
      },
    );

    server.post(
      '/api/user/forgot-password',
      {
        schema: {
          tags: ['账号'],
          summary: '申请重设密码',
          description: '对任何邮箱的回答都一样。',
          body: emailSchema,
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        await reset.request(request.body.email, request.ip);
        return { message: `如果这个邮箱已注册，重设密码的邮件会在几分钟内送到。链接 ${RESET_TOKEN_MINUTES} 分钟内有效。` };
      },
    );

    server.post(
      '/api/user/verify-reset-token',
      { schema: { tags: ['账号'], summary: '重设密码的链接是否有效', body: mailedTokenSchema, response: { 200: validSchema } } },
      async (request) => ({ valid: await reset.isValid(request.body.token) }),
    );

    server.post(
      '/api/user/reset-password',
      {
        schema: {
          tags: ['账号'],
          summary: '重设密码',
          description: '链接只能用一次；所有设备的登录随即失效。',
          body: resetPasswordSchema,
          response: { 200: messageSchema },
        },
      },
      async (request) => {
        await reset.reset(request.body.token, request.body.new_password, request.ip);
        return { message: '新密码已设置，请重新登录' };
      },
    );
  };
}
