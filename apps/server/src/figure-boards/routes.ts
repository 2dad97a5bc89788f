import { BOARD_PANELS_MAX, BOARDS_MAX, boardListSchema, boardSaveSchema, boardSchema } from '@oncoloom/contract';
import { FIGURE_FORMATS } from '@oncoloom/figures/file';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { safeFileName } from '../analyses/results/result-files.ts';
import type { App } from '../app.ts';
import { contentDisposition, goneSignal, isFresh, sendUnchanged } from '../http/send-blob.ts';
import { boardFileParams, boardListRequest, byBoard, newBoardRequest, panelRequest } from './schemas.ts';

const tags = ['拼图'];

/** Pages of figures: API.md "Analyses". */
export function figureBoardRoutes({ accounts, boards, projects }: Pick<App, 'accounts' | 'boards' | 'projects'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.get(
      '/api/figure_boards',
      {
        schema: {
          tags,
          summary: '拼图列表',
          description: `最近改过的在前。每个用户最多 ${BOARDS_MAX} 个，一个拼图最多 ${BOARD_PANELS_MAX} 张图。`,
          querystring: boardListRequest,
          response: { 200: boardListSchema },
        },
      },
      async (request) => {
        const { project_id: projectId } = request.query;
        if (projectId !== undefined) await projects.owned(request.user.id, projectId);
        return boards.list(request.user.id, request.query);
      },
    );

    server.post(
      '/api/figure_boards',
      { schema: { tags, summary: '新建一个空的拼图', body: newBoardRequest, response: { 200: boardSchema } } },
      (request) => boards.create(request.user.id, request.body.name, request.body.project_id),
    );

    server.get(
      '/api/figure_boards/:id',
      {
        schema: {
          tags,
          summary: '一个拼图',
          description:
            '长度的单位是毫米，字号是 pt。拼图只记下分析和图的名字：图改过样式，拼图跟着变。sources 说明每一格现在的图：' +
            'ready 可以画，gone 所属的分析已删除，absent 分析里没有这张图。',
          params: byBoard,
          response: { 200: boardSchema },
        },
      },
      (request) => boards.get(request.user.id, request.params.id),
    );

    server.put(
      '/api/figure_boards/:id',
      {
        schema: {
          tags,
          summary: '保存一个拼图',
          description: '整个内容一次写入。revision 是改动之前读到的；这期间别处保存过，就回答 409，什么也不写。',
          params: byBoard,
          body: boardSaveSchema,
          response: { 200: boardSchema },
        },
      },
      (request) => boards.save(request.user.id, request.params.id, request.body),
    );

    server.delete(
      '/api/figure_boards/:id',
      { schema: { tags, summary: '删除一个拼图', params: byBoard, response: { 200: z.object({ success: z.literal(true) }) } } },
      async (request) => {
        await boards.remove(request.user.id, request.params.id);
        return { success: true } as const;
      },
    );

    server.post(
      '/api/figure_boards/:id/panels',
      {
        schema: {
          tags,
          summary: '把一次分析的一张图放进拼图',
          description: '放在版面的空处；放不下时版面变高，最高到期刊的整页。',
          params: byBoard,
          body: panelRequest,
          response: { 200: boardSchema },
        },
      },
      (request) => boards.add(request.user.id, request.params.id, request.body.analysis_id, request.body.figure),
    );

    server.get(
      '/api/figure_boards/:id/file/:format',
      { schema: { tags, summary: '整个拼图作为一个文件', description: '按各图现在的样式画。', params: boardFileParams } },
      async (request, reply) => {
        const { id, format } = request.params;
        const { etag, name, make } = await boards.file(request.user.id, id, format);
        const tag = `"${etag}"`;
        if (isFresh(request, tag)) return sendUnchanged(reply, tag);
        const { mediaType, suffix } = FIGURE_FORMATS[format];
        const file = await make(goneSignal(reply));
        return reply
          .header('etag', tag)
          .header('cache-control', 'private, no-cache')
          .header('content-disposition', contentDisposition(`${safeFileName(name)}${suffix}`))
          .type(mediaType)
          .send(Buffer.from(file));
      },
    );
  };
}
