import { DEFAULT_PAGE_SIZE, LONG_LISTS } from '@oncoloom/contract';
import { FIGURE_FORMATS } from '@oncoloom/figures/file';
import { toolJsonSchema } from '@oncoloom/tool-kit';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../app.ts';
import { JSON_TYPE, READS } from '../http/kept.ts';
import { goneSignal, isFresh, sendBlob, sendUnchanged } from '../http/send-blob.ts';
import { ApiError } from '../platform/errors.ts';
import { significantGenes, significantTable } from './results/differential.ts';
import { fileNameOf } from './results/result-files.ts';
import {
  byId,
  countsRequest,
  createRequest,
  diffRequest,
  fileParams,
  getRequest,
  idSchema,
  listRequest,
  lookRequest,
  renameRequest,
  replotRequest,
  starRequest,
  tokenRequest,
  toNarrowing,
  toolRequest,
} from './schemas.ts';

/** Calls about analyses: API.md "Analyses". */
export function analysisRoutes(app: App): FastifyPluginAsyncZod {
  const { analyses, formChecks, kept, previews, projects, tools } = app;
  const answer = (userId: number, id: number, valuesOnly = false) =>
    kept.answer(userId, `analysis/${id}`, valuesOnly ? 'values' : '', () => analyses.answer(userId, id, valuesOnly));
  return async (server) => {
    server.addHook('onRequest', app.accounts.requireUser);

    server.get('/api/tools', async () =>
      tools.all.map((tool) => ({
        task_type: tool.taskType,
        version: tool.version,
        // The first page's; a tool that stands in two menus has two.
        family: tool.pages[0].family,
        section: tool.pages[0].section,
        routes: tool.pages[0].routes,
        pages: tool.pages,
        part_of: tool.partOf ?? null,
        title: tool.title,
        summary: tool.summary,
        keywords: tool.keywords,
        points: tool.points,
        premium: tool.premium,
        parameters: toolJsonSchema(tool),
      })),
    );

    server.get('/api/tools/:task_type/help', { schema: { params: z.object({ task_type: z.string().max(80) }) } }, async (request) => {
      const tool = tools.get(request.params.task_type);
      if (tool === undefined) throw new ApiError(404, '没有这个工具');
      return { markdown: await tools.texts.help(tools.folder(tool)) };
    });

    server.post('/api/create_analysis', { schema: { body: createRequest } }, async (request) => {
      const { project_id: projectId } = request.body;
      // A project that is not there is told first: it is not found among the fields of the tool.
      if (projectId != null) await projects.open(request.user.id, projectId);
      return analyses.create(request.user.id, request.body);
    });
    server.post('/api/estimate_analysis', { schema: { body: toolRequest } }, async (request) =>
      analyses.estimate(request.user.id, request.body),
    );
    server.post(
      '/api/check_analysis',
      {
        schema: {
          tags: ['分析'],
          summary: '提交之前由引擎核对输入，例如矩阵里有多少签名的基因；不产生任务，不消耗点数',
          body: toolRequest,
        },
      },
      async (request) => formChecks.run(request.user.id, request.body),
    );
    server.post('/api/preview_analysis', { schema: { body: toolRequest } }, async (request) => previews.run(request.user.id, request.body));

    server.post('/api/get_analysis', { schema: { body: getRequest }, config: READS }, async (request, reply) =>
      reply.type(JSON_TYPE).send(await answer(request.user.id, request.body.analysis_id, request.body.values_only)),
    );
    server.post('/api/get_analysis_list', { schema: { body: listRequest }, config: READS }, async (request, reply) => {
      const { analysis_id, order, page, page_size, project_id: projectId, ...asked } = request.body;
      if (projectId !== undefined) await projects.owned(request.user.id, projectId);
      if (analysis_id !== undefined) return reply.type(JSON_TYPE).send(await answer(request.user.id, analysis_id));
      const narrowing = toNarrowing(asked);
      const [first = ''] = narrowing.taskTypes ?? [];
      const filter = {
        ...narrowing,
        ...(order === undefined ? {} : { order }),
        ...(projectId === undefined ? {} : { projectId }),
        page,
        pageSize: page_size ?? LONG_LISTS[first] ?? DEFAULT_PAGE_SIZE,
      };
      const { id } = request.user;
      const bytes = await kept.answer(id, 'analyses', JSON.stringify(filter), () => analyses.listAnswer(id, filter));
      return reply.type(JSON_TYPE).send(bytes);
    });
    server.post(
      '/api/count_analyses',
      {
        schema: {
          tags: ['分析'],
          summary: '分析列表的每个筛选条件各有多少条',
          description: '筛选字段与 get_analysis_list 相同。每一类条件按其他条件筛选之后计数。',
          body: countsRequest,
        },
        config: READS,
      },
      async (request, reply) => {
        const { id } = request.user;
        const narrowing = toNarrowing(request.body);
        const bytes = await kept.answer(id, 'analyses', JSON.stringify({ counts: narrowing }), () => analyses.countsAnswer(id, narrowing));
        return reply.type(JSON_TYPE).send(bytes);
      },
    );
    server.post('/api/get_analysis_log', { schema: { body: byId } }, async (request) => ({
      lines: await analyses.log(request.user.id, request.body.analysis_id),
    }));

    server.post('/api/cancel_analysis', { schema: { body: byId } }, async (request) =>
      analyses.cancel(request.user.id, request.body.analysis_id),
    );
    server.post('/api/delete_analysis', { schema: { body: byId } }, async (request) => {
      await analyses.remove(request.user.id, request.body.analysis_id);
      return { success: true };
    });
    server.post('/api/rename_analysis', { schema: { body: renameRequest } }, async (request) =>
      analyses.rename(request.user.id, request.body.analysis_id, request.body.task_name),
    );
    server.post('/api/star_analysis', { schema: { body: starRequest } }, async (request) =>
      analyses.star(request.user.id, request.body.analysis_id, request.body.starred),
    );
    server.post('/api/rerun_analysis', { schema: { body: byId } }, async (request) =>
      analyses.rerun(request.user.id, request.body.analysis_id),
    );
    server.post('/api/replot_analysis', { schema: { body: replotRequest } }, async (request) => {
      const { analysis_id, plot, style, save } = request.body;
      return analyses.replot(request.user.id, analysis_id, plot, style, save);
    });

    server.post(
      '/api/set_figure_look',
      {
        schema: {
          summary: '一个结果所有图的样式',
          description: '单独设过的图不受影响；空的 look 撤销以前的设置。',
          body: lookRequest,
          response: { 200: z.object({ success: z.literal(true) }) },
        },
      },
      async (request) => {
        await analyses.setLook(request.user.id, request.body.analysis_id, request.body.look);
        return { success: true } as const;
      },
    );

    server.post('/api/get_diff_gene_list', { schema: { body: diffRequest } }, async (request) => {
      const { analysis_id, direction, limit } = request.body;
      const analysis = await analyses.completed(request.user.id, analysis_id);
      const { genes } = await significantGenes(app.storage, tools.require(analysis.taskType), analysis, direction);
      return { genes: genes.slice(0, limit), count: genes.length, direction };
    });
  };
}

/** What a figure can be had as, for readers of the API's documentation. */
const FORMATS = Object.entries(FIGURE_FORMATS)
  .map(([format, { name, use }]) => `${format}（${name}，${use}）`)
  .join('、');

/** File transfers: a bearer token, or a download token in the address. */
export function resultFileRoutes(app: App): FastifyPluginAsyncZod {
  const { analyses, renderer, storage, downloadTokens, tools } = app;
  return async (server) => {
    const guard = app.accounts.requireUser;

    server.post('/api/create_download_token', { schema: { body: tokenRequest }, onRequest: guard }, async (request) => {
      const { analysis_id, file_key, filename } = request.body;
      const userId = request.user.id;
      // Throws 404 for a file that is not there; its name is what the caller has seen, an older one after the task was renamed.
      await renderer.find(await analyses.completed(userId, analysis_id), file_key);
      const token = await downloadTokens.issue({ userId, analysisId: analysis_id, fileKey: file_key, filename });
      const path = `/api/analysis/${analysis_id}/files/${encodeURIComponent(file_key)}/${encodeURIComponent(filename)}`;
      return { success: true, download_url: `${path}?token=${token}` };
    });

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/analysis/:id/files/:file_key/:filename',
      schema: {
        tags: ['分析'],
        summary: '结果的一个文件',
        description:
          '用下载链接（token）取 tsv 时，以 = + - @ 开头又不是数字的单元格前面加一个单引号，Excel 等表格软件就不会把它当作公式；其他内容不变。' +
          '用 Bearer 令牌取到的 tsv、结果包里的 tables/、存到文件空间的表和后续分析读到的表，都与计算时逐字节相同。xlsx 里这样的单元格存为文本，csv（有的表才有）里前面加单引号。' +
          `一张图的 file_key 是它的名字加下划线和格式：${FORMATS}。get_analysis 的 files 里只列常用的几种，其余的第一次取时生成。` +
          '不太大的结果表还有 Word 三线表：表名加 _docx（中文）或 _docx_en（英文）；图注是图名加 _legend。',
        params: fileParams,
        querystring: z.object({ token: z.string().max(2_000).optional() }),
      },
      handler: async (request, reply) => {
        const { id, file_key: fileKey, filename } = request.params;
        const { token } = request.query;
        if (token === undefined) await guard(request);
        const userId = token === undefined ? request.user.id : await downloadTokens.verify(token, { analysisId: id, fileKey, filename });
        const analysis = await analyses.completed(userId, id);
        // A link is what a person saves and opens with a spreadsheet; a program that brings its token gets the bytes as they were computed.
        const wanted = await (token === undefined ? renderer.find(analysis, fileKey) : renderer.findForSheets(analysis, fileKey));
        const etag = `"${wanted.key}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        return sendBlob(request, reply, storage, {
          blob: await wanted.make({ gone: goneSignal(reply) }),
          etag,
          filename: wanted.item.filename,
          mediaType: wanted.item.media_type,
        });
      },
    });

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/analysis/:id/thumbnail',
      schema: {
        tags: ['分析'],
        summary: '结果的第一张图，小图（WebP）',
        description: '没有图的结果回答 204。第一次取时画好存下，以后直接给出。',
        params: z.object({ id: idSchema }),
      },
      onRequest: guard,
      handler: async (request, reply) => {
        const wanted = await renderer.thumbnail(await analyses.completed(request.user.id, request.params.id));
        if (wanted === undefined) return reply.code(204).send();
        const etag = `"${wanted.key}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        const blob = await wanted.make({ of: 'lists', gone: goneSignal(reply) });
        return sendBlob(request, reply, storage, { blob, etag, filename: 'thumbnail.webp', mediaType: 'image/webp' });
      },
    });

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/analysis/:id/early/:table',
      schema: {
        tags: ['分析'],
        summary: '运行中的分析的一张初步结果表（tsv）',
        description: 'get_analysis 的 early_tables 列出有哪些。最多 500 行；分析结束后不再提供，请取结果里的表。',
        params: z.object({ id: idSchema, table: z.string().max(80) }),
      },
      onRequest: guard,
      handler: async (request, reply) => {
        const { early } = await analyses.owned(request.user.id, request.params.id);
        const table = early.find(({ id }) => id === request.params.table);
        if (table === undefined) throw new ApiError(404, '这次分析没有这张初步结果表。如果已经算完，请看结果');
        const etag = `"${table.sha256}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        const blob = { sha256: table.sha256, size: table.bytes };
        return sendBlob(request, reply, storage, {
          blob,
          etag,
          filename: `${table.id}.tsv`,
          mediaType: 'text/tab-separated-values; charset=utf-8',
        });
      },
    });

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/analysis/:id/bundle',
      schema: { params: z.object({ id: idSchema }) },
      onRequest: guard,
      handler: async (request, reply) => {
        const wanted = await renderer.find(await analyses.completed(request.user.id, request.params.id), 'bundle');
        const etag = `"${wanted.key}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        const { filename, media_type: mediaType } = wanted.item;
        return sendBlob(request, reply, storage, { blob: await wanted.make({ gone: goneSignal(reply) }), etag, filename, mediaType });
      },
    });

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/analysis/:id/export_diff_genes',
      schema: { params: z.object({ id: idSchema }) },
      onRequest: guard,
      handler: async (request, reply) => {
        const analysis = await analyses.completed(request.user.id, request.params.id);
        const significant = await significantGenes(storage, tools.require(analysis.taskType), analysis, 'all');
        const table = await storage.put(significantTable(significant));
        const wanted = renderer.workbook(analysis, table, '差异基因');
        const etag = `"${wanted.key}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        const blob = await wanted.make({ gone: goneSignal(reply) });
        const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
        return sendBlob(request, reply, storage, { blob, etag, filename: `${fileNameOf(analysis, '差异基因')}.xlsx`, mediaType });
      },
    });
  };
}
