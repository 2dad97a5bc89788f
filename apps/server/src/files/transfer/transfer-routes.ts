import { fileTokenRequestSchema, fileTokenSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AccountsService } from '../../accounts/service.ts';
import type { BillingService } from '../../billing/service.ts';
import { isFresh, sendBlob, sendUnchanged } from '../../http/send-blob.ts';
import type { LinkTokens } from '../../platform/link-tokens.ts';
import type { Storage } from '../../storage/storage.ts';
import { fileParams } from '../schemas.ts';
import type { FilesService } from '../service.ts';

/** Tokens for links to users' files. */
export type FileTokens = LinkTokens<{ file: number }>;

interface Parts {
  accounts: AccountsService;
  billing: BillingService;
  files: FilesService;
  storage: Storage;
  fileTokens: FileTokens;
}

const downloadQuery = z.object({
  token: z.string().max(2_000).optional(),
  /** An earlier version. */
  version: z.coerce.number().int().positive().max(1_000_000).optional(),
});

/** File transfers: a bearer token, or a token in the address. */
export function fileTransferRoutes({ accounts, billing, files, storage, fileTokens }: Parts): FastifyPluginAsyncZod {
  return async (server) => {
    const guard = accounts.requireUser;
    const tags = ['文件'];

    server.post(
      '/api/create_expression_file_download_token',
      {
        schema: { tags, summary: '文件的下载链接', body: fileTokenRequestSchema, response: { 200: fileTokenSchema } },
        onRequest: guard,
      },
      async (request) => {
        const { id } = await files.require(request.user.id, request.body.file_id);
        const token = await fileTokens.issue(request.user.id, { file: id });
        return {
          success: true as const,
          download_url: `/api/file/${id}/download?token=${token}`,
          // A user's own bytes are theirs.
          points_consumed: 0,
          remaining_points: await billing.balance(request.user.id),
          detail: '',
        };
      },
    );

    server.route({
      method: ['GET', 'HEAD'],
      url: '/api/file/:id/download',
      schema: { tags, summary: '下载文件', params: fileParams, querystring: downloadQuery },
      handler: async (request, reply) => {
        const { token, version } = request.query;
        const { id } = request.params;
        if (token === undefined) await guard(request);
        const userId = token === undefined ? request.user.id : await fileTokens.verify(token, { file: id });
        const file = await files.requireVersion(userId, id, version);
        const etag = `"${file.blob}"`;
        if (isFresh(request, etag)) return sendUnchanged(reply, etag);
        return sendBlob(request, reply, storage, {
          blob: { sha256: file.blob, size: file.fileSize },
          etag,
          filename: file.name,
          mediaType: 'application/octet-stream',
        });
      },
    });
  };
}
