import { extname } from 'node:path';
import { newShareSchema, SHARE_LANGUAGES, shareChoicesSchema, sharedAnalysisSchema, shareListSchema } from '@oncoloom/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { contentDisposition, goneSignal, isFresh, sendBlob, sendUnchanged } from '../../http/send-blob.ts';
import { ApiError } from '../../platform/errors.ts';
import { byId, fileParams, idSchema } from '../schemas.ts';
import { englishTable } from './english-table.ts';

const tags = ['分享'];
const token = z.string().max(100);
const asked = z.object({ lang: z.enum(SHARE_LANGUAGES).default('zh').describe('en：英文的名称、图和表') });

/** A file's name for readers of English: titles, and what the platform calls tasks, are Chinese. */
function englishFileName(id: number, fileKey: string, filename: string): string {
  const ending = extname(filename);
  return `OncoLoom_${id}_${fileKey.replace(`_${ending.slice(1)}`, '')}${ending}`;
}

/** What is shared is for its readers, not for search engines. */
async function keepOutOfSearches(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('x-robots-tag', 'noindex, nofollow');
}

/** Making, listing and revoking links: for the owner of a result. */
export function shareRoutes({ accounts, shares }: App): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);

    server.post(
      '/api/share_analysis',
      {
        schema: {
          tags,
          summary: '分享一个结果',
          description: '生成一个只读链接，不用账号就能打开。链接只在这次回答里给出。days 为 null 时长期有效，直到撤回。',
          body: byId.extend(shareChoicesSchema.shape),
          response: { 200: newShareSchema },
        },
      },
      async (request) => {
        const { analysis_id, ...choices } = request.body;
        return shares.create(request.user.id, analysis_id, choices);
      },
    );

    server.post(
      '/api/get_analysis_shares',
      { schema: { tags, summary: '一个结果的有效分享链接', body: byId, response: { 200: shareListSchema } } },
      async (request) => ({ results: await shares.list(request.user.id, request.body.analysis_id) }),
    );

    server.post(
      '/api/revoke_share',
      {
        schema: {
          tags,
          summary: '撤回一个分享链接',
          body: z.object({ share_id: idSchema }),
          response: { 200: z.object({ success: z.literal(true) }) },
        },
      },
      async (request) => {
        await shares.revoke(request.user.id, request.body.share_id);
        return { success: true } as const;
      },
    );
  };
}

/** What a link opens, without an account: one result and its files. */
export function sharedResultRoutes({ shares, renderer, storage, tools }: App): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', keepOutOfSearches);

    server.get(
      '/api/share/:token',
      {
        schema: {
          tags,
          summary: '打开分享的结果',
          security: [],
          params: z.object({ token }),
          querystring: asked,
          response: { 200: sharedAnalysisSchema },
        },
      },
      (request) => shares.view(request.params.token, request.query.lang),
    );

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/share/:token/files/:file_key/:filename',
      schema: {
        tags,
        summary: '下载分享的结果里的一个文件',
        security: [],
        params: fileParams.omit({ id: true }).extend({ token }),
        querystring: asked,
      },
      handler: async (request, reply) => {
        const { token: opened, file_key: fileKey } = request.params;
        const { lang } = request.query;
        const { share, analysis } = await shares.open(opened, lang);
        // A look that was drawn without being saved is its user's draft.
        if (fileKey.includes('~') || (fileKey === 'bundle' && !share.bundle))
          throw new ApiError(404, '没有这个文件，可能结果已经更新，请刷新页面');
        const wanted = await renderer.find(analysis, fileKey);
        const { item } = wanted;
        const filename = lang === 'en' ? englishFileName(analysis.id, fileKey, item.filename) : item.filename;
        const { meaning } = item;
        if (lang === 'en' && meaning.kind === 'table' && meaning.format === 'tsv') {
          const declaration = tools.require(analysis.taskType).tables[meaning.table];
          const { sha256 } = await wanted.make({ of: 'links', gone: goneSignal(reply) });
          if (declaration !== undefined) {
            reply.header('cache-control', 'private, no-cache').header('content-disposition', contentDisposition(filename));
            return reply.type(item.media_type).send(englishTable(await storage.open(sha256), declaration));
          }
        }
        const etag = `"${wanted.key}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        return sendBlob(request, reply, storage, {
          blob: await wanted.make({ of: 'links', gone: goneSignal(reply) }),
          etag,
          filename,
          mediaType: item.media_type,
        });
      },
    });
  };
}
