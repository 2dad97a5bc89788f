import {
  comparisonSchema,
  lastRerunSchema,
  lineageSchema,
  PROJECTS_MAX,
  projectListSchema,
  projectSchema,
  rerunChangesSchema,
  rerunPlanSchema,
  rerunSchema,
} from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { READS } from '../http/kept.ts';
import { byProject, compareRequest, newProjectRequest, projectChangeRequest, projectListRequest, projectThingsRequest } from './schemas.ts';

const tags = ['课题'];

/** What belongs to one question: API.md "Analyses". */
export function projectRoutes({
  accounts,
  comparisons,
  projects,
  reruns,
}: Pick<App, 'accounts' | 'comparisons' | 'projects' | 'reruns'>): FastifyPluginAsyncZod {
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
            'parent_stale 上一步也过期了，tool 工具换了版本，packages 软件包换了版本，release 公共队列或基因集有了新版本。',
          params: byProject,
          response: { 200: lineageSchema },
        },
      },
      (request) => projects.lineage(request.user.id, request.params.id),
    );

    server.get(
      '/api/projects/:id/rerun_plan',
      {
        schema: {
          tags,
          summary: '重新运行过期的分析要做什么、花多少点',
          description: '什么也不提交。和以前完全相同的分析不消耗点数；接在后面的几步要等前面算完才知道，这里按最多的算。',
          params: byProject,
          response: { 200: rerunPlanSchema },
        },
      },
      (request) => reruns.plan(request.user.id, request.params.id),
    );

    server.post(
      '/api/projects/:id/rerun',
      {
        schema: {
          tags,
          summary: '重新运行过期的分析',
          description: '按先后逐步提交，后一步用前一步的新结果。原来的结果都留着。',
          params: byProject,
          response: { 200: rerunSchema },
        },
      },
      (request) => reruns.start(request.user.id, request.params.id),
    );

    server.get(
      '/api/projects/:id/rerun',
      { schema: { tags, summary: '最近一次重新运行', params: byProject, response: { 200: lastRerunSchema } } },
      async (request) => ({ rerun: await reruns.last(request.user.id, request.params.id) }),
    );

    server.get(
      '/api/projects/:id/rerun_changes',
      {
        schema: {
          tags,
          summary: '最近一次重新运行改变了什么',
          description: '每个重新完成的步骤：上一次有而这一次没有的句子，这一次新有的句子，内容变了的表和图。原来的结果都留着。',
          params: byProject,
          response: { 200: rerunChangesSchema },
        },
        config: READS,
      },
      async (request) => {
        const rerun = await reruns.last(request.user.id, request.params.id);
        return comparisons.changes(request.user.id, rerun?.steps ?? []);
      },
    );

    server.post(
      '/api/compare_analyses',
      {
        schema: {
          tags,
          summary: '同一个工具的两次分析有什么不同',
          description: '哪些表逐字节相同，哪些图和句子变了；哪些基因或基因集过了阈值、哪些不再过。每个名单最多列 200 个名字。',
          body: compareRequest,
          response: { 200: comparisonSchema },
        },
        config: READS,
      },
      (request) => comparisons.compare(request.user.id, request.body.old_analysis_id, request.body.new_analysis_id),
    );
  };
}
