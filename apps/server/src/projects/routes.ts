import { lineageSchema, PROJECTS_MAX, projectListSchema, projectSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { byProject, newProjectRequest, projectChangeRequest, projectListRequest, projectThingsRequest } from './schemas.ts';

const tags = ['课题'];

/** What belongs to one question: API.md "Analyses". */
export function projectRoutes({ accounts, projects }: Pick<App, 'accounts' | 'projects'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get(
      '/api/projects',
      {
        schema: {
          tags,
          summary: '课题列表',
          description: `最近改过的在前。每个用户最多 ${PROJECTS_MAX} 个。`,
          querystring: projectListRequest,
          response: { 200: projectListSchema },
        },
      },
      (request) => projects.list(request.user.id, request.query),
    );

    server.post(
      '/api/projects',
      { schema: { tags, summary: '新建一个课题', body: newProjectRequest, response: { 200: projectSchema } } },
      (request) => projects.create(request.user.id, request.body),
    );

    server.get(
      '/api/projects/:id',
      {
        schema: {
          tags,
          summary: '一个课题',
          description: '里面的分析、文件和拼图用各自的列表加 project_id 来取。',
          params: byProject,
          response: { 200: projectSchema },
        },
      },
      (request) => projects.get(request.user.id, request.params.id),
    );

    server.put(
      '/api/projects/:id',
      {
        schema: {
          tags,
          summary: '改名、备注、归档',
          description: '只写要改的。归档的课题不能再放进新的内容。',
          params: byProject,
          body: projectChangeRequest,
          response: { 200: projectSchema },
        },
      },
      (request) => projects.change(request.user.id, request.params.id, request.body),
    );

    server.delete(
      '/api/projects/:id',
      {
        schema: {
          tags,
          summary: '删除一个课题',
          description: '里面的分析、文件和拼图都留着，只是不再属于任何课题。',
          params: byProject,
          response: { 200: z.object({ success: z.literal(true) }) },
        },
      },
      async (request) => {
        await projects.remove(request.user.id, request.params.id);
        return { success: true } as const;
      },
    );

    server.post(
      '/api/projects/:id/add',
      {
        schema: {
          tags,
          summary: '把已有的分析、文件、拼图放进课题',
          description: '一样东西只属于一个课题：原来在别的课题里的会移过来。',
          params: byProject,
          body: projectThingsRequest,
          response: { 200: projectSchema },
        },
      },
      (request) => projects.add(request.user.id, request.params.id, request.body),
    );

    server.post(
      '/api/projects/:id/remove',
      {
        schema: {
          tags,
          summary: '把分析、文件、拼图移出课题',
          description: '只是移出，不会删除。',
          params: byProject,
          body: projectThingsRequest,
          response: { 200: projectSchema },
        },
      },
      (request) => projects.take(request.user.id, request.params.id, request.body),
    );

    server.get(
      '/api/projects/:id/lineage',
      {
        schema: {
          tags,
          summary: '课题里每一步从哪里来',
          description:
            'steps 按先后排好，每一步都在它的来源之后。stale 是过期的原因：file 文件有了新版本，parent_replaced 上一步重新运行过而且结果变了，' +
            'parent_stale 上一步也过期了，tool 工具换了版本。',
          params: byProject,
          response: { 200: lineageSchema },
        },
      },
      (request) => projects.lineage(request.user.id, request.params.id),
    );
  };
}
