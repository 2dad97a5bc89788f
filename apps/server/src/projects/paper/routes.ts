import { PAPER_FILES, PAPER_LIMITS, paperAnswerSchema, paperRequestSchema, REFERENCE_STYLES } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { contentDisposition, goneSignal, isFresh, sendBlob, sendUnchanged } from '../../http/send-blob.ts';
import { byProject } from '../schemas.ts';

const tags = ['课题'];

/** Steps in an address: numbers between commas. */
const stepList = z
  .string()
  .max(4000, '步骤太多')
  .transform((text) => text.split(','))
  .pipe(z.array(z.coerce.number<string>('编号要填数字').int().positive().max(2_147_483_647)));

const paperFileRequest = z.object({
  file: z.enum(PAPER_FILES),
  language: z.enum(['zh', 'en']),
  references: z.enum(REFERENCE_STYLES),
  analysis_ids: stepList,
  token: z.string().max(2000).optional(),
});

/** The same before it is looked at: a token is refused before anything else is said. */
const asWritten = z.object({
  file: z.string().catch(''),
  language: z.string().catch(''),
  references: z.string().catch(''),
  analysis_ids: z.string().catch(''),
  token: z.string().optional().catch(''),
});

type Wanted = Omit<z.infer<typeof asWritten>, 'token'>;

/** What a download token opens: this file of this project. */
const claimsOf = (projectId: number, { file, language, references, analysis_ids }: Wanted) => ({
  p: projectId,
  f: [file, language, references, analysis_ids].join(' '),
});

/** The documents that a paper needs of several analyses. */
export function paperRoutes({
  accounts,
  paper,
  paperTokens,
  storage,
}: Pick<App, 'accounts' | 'paper' | 'paperTokens' | 'storage'>): FastifyPluginAsyncZod {
  return async (server) => {
    server.post(
      '/api/projects/:id/paper',
      {
        schema: {
          tags,
          summary: '准备论文材料',
          description:
            `把选中的步骤合成一份 Word（方法、结果、三线表、图、参考文献、报告清单），或一个 zip（另有 PDF 图、补充表和可以重算的结果包）。` +
            `最多 ${PAPER_LIMITS.steps} 个步骤、${PAPER_LIMITS.figures} 张图。同样的请求再发一次就是问进度，好了给出下载地址；30 秒不问就停下。`,
          params: byProject,
          body: paperRequestSchema,
          response: { 200: paperAnswerSchema },
        },
        onRequest: accounts.requireUser,
      },
      async (request) => {
        const { id } = request.params;
        const answer = await paper.ask(request.user.id, id, request.body);
        if ('progress' in answer) return { state: 'making' as const, ...answer.progress };
        const { file, language, references, analysis_ids } = request.body;
        const token = await paperTokens.issue(
          request.user.id,
          claimsOf(id, { file, language, references, analysis_ids: analysis_ids.join(',') }),
        );
        const query = new URLSearchParams({ file, language, references, analysis_ids: analysis_ids.join(','), token });
        return { state: 'ready' as const, download_url: `/api/projects/${id}/paper_file?${query}`, filename: answer.filename };
      },
    );

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/projects/:id/paper_file',
      schema: {
        tags,
        summary: '下载论文材料',
        description: '地址由 paper 给出，10 分钟内有效。',
        params: byProject,
        querystring: paperFileRequest,
      },
      onRequest: async (request) => {
        const { token, ...wanted } = asWritten.parse(request.query);
        if (token === undefined) await accounts.requireUser(request);
        else await paperTokens.verify(token, claimsOf(Number(request.params.id), wanted));
      },
      handler: async (request, reply) => {
        const { id } = request.params;
        const { token, ...wanted } = request.query;
        const written = { ...wanted, analysis_ids: wanted.analysis_ids.join(',') };
        const userId = token === undefined ? request.user.id : await paperTokens.verify(token, claimsOf(id, written));
        const { etag, filename, mediaType, make } = await paper.file(userId, id, wanted, goneSignal(reply));
        const tag = `"${etag}"`;
        if (isFresh(request, tag)) return sendUnchanged(reply, tag);
        reply.header('etag', tag).header('cache-control', 'private, no-cache');
        // A look at the head makes nothing: what was asked for has been made.
        if (request.method === 'HEAD') return reply.type(mediaType).send();
        const made = await make();
        if ('blob' in made) return sendBlob(request, reply, storage, { blob: made.blob, etag: tag, filename, mediaType });
        return reply.header('content-disposition', contentDisposition(filename)).type(mediaType).send(made.stream);
      },
    });
  };
}
