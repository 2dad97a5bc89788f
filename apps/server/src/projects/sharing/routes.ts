import { newShareSchema, shareChoicesSchema, sharedProjectSchema, shareListSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { byProject, projectShareRequest } from '../schemas.ts';

const tags = ['分享'];

/** Making, listing and revoking links to a project: for its owner. */
export function projectShareRoutes({ accounts, projectShares }: Pick<App, 'accounts' | 'projectShares'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.post(
      '/api/projects/:id/shares',
      {
        schema: {
          tags,
          summary: '分享一个课题',
          description:
            '生成一个只读链接，不用账号就能打开：看得到课题里完成的结果和先后，看不到别的。链接只在这次回答里给出。days 为 null 时长期有效，直到撤回。',
          params: byProject,
          body: shareChoicesSchema,
          response: { 200: newShareSchema },
        },
      },
      (request) => projectShares.create(request.user.id, request.params.id, request.body),
    );

    server.get(
      '/api/projects/:id/shares',
      { schema: { tags, summary: '一个课题的有效分享链接', params: byProject, response: { 200: shareListSchema } } },
      async (request) => ({ results: await projectShares.list(request.user.id, request.params.id) }),
    );

    server.post(
      '/api/projects/:id/revoke_share',
      {
        schema: {
          tags,
          summary: '撤回课题的一个分享链接',
          params: byProject,
          body: projectShareRequest,
          response: { 200: z.object({ success: z.literal(true) }) },
        },
      },
      async (request) => {
        await projectShares.revoke(request.user.id, request.params.id, request.body.number);
        return { success: true } as const;
      },
    );
  };
}

/** What a link to a project opens, without an account. Its results are read at `/api/share/{token}.{number of the analysis}`. */
export function sharedProjectRoutes({ projectShares }: Pick<App, 'projectShares'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.get(
      '/api/shared_project/:token',
      {
        schema: {
          tags,
          summary: '打开分享的课题',
          description: '里面每个结果用 /api/share/{token}.{id} 打开，文件也是。',
          security: [],
          params: z.object({ token: z.string().max(100) }),
          response: { 200: sharedProjectSchema },
        },
      },
      async (request, reply) => {
        reply.header('x-robots-tag', 'noindex, nofollow');
        return projectShares.view(request.params.token);
      },
    );
  };
}
