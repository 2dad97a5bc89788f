import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type UploadStatus, uploadStatusSchema } from '@oncoloom/contract';
import { type CancellationContext, Server } from '@tus/server';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AccountsService } from '../../accounts/service.ts';
import { takeOver } from '../../http/security-headers.ts';
import { diskFull, isDiskFull } from '../../platform/disk.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { isDatabaseAway } from '../../platform/postgres/database.ts';
import type { FilesService } from '../service.ts';
import { toUserFile } from '../view.ts';

const PATH = '/api/bulk/files/tus';
/** The answer to the last byte waits so long for the file. */
const FINISH_PATIENCE_MS = 15_000;

/** Sentences for what the protocol itself refuses. */
const REFUSALS: Record<number, string> = {
  400: '上传请求的写法不对。',
  403: '这次上传不能这样操作。',
  404: '这次上传不存在或已过期，请重新上传。',
  409: '上传的进度对不上，请继续上传。',
  410: '这次上传已过期，请重新上传。',
  412: '上传请求的写法不对：缺少 Tus-Resumable。',
  413: '上传的内容比说好的长，请重新上传。',
  501: '上传前要知道文件的大小。',
  415: '上传的内容类型不对，应为 application/offset+octet-stream。',
};

/** The protocol's library with our shape of errors. */
class TusServer extends Server {
  override write(context: CancellationContext, headers: Headers, status: number, body = ''): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('Content-Type', 'application/json; charset=utf-8');
    const ours = body.startsWith('{');
    return super.write(context, headers, status, ours ? body : JSON.stringify({ detail: REFUSALS[status] ?? '上传没有成功，请重试。' }));
  }
}

const asError = ({ status, message, code, errors }: ApiError) => ({
  status_code: status,
  body: JSON.stringify({ detail: message, ...(errors && { errors }), ...(code && { code }) }),
});

interface Parts {
  accounts: AccountsService;
  files: FilesService;
  log: Log;
}

/** Resumable uploads: tus 1.0, and where an upload stands. */
export function tusRoutes({ accounts, files, log }: Parts): FastifyPluginAsyncZod {
  const { uploads } = files;
  /** Who makes a call: the library knows requests only. */
  const callers = new WeakMap<IncomingMessage, number>();

  function caller(request: unknown): number {
    const { runtime } = request as { runtime?: { node?: { req: IncomingMessage } } };
    const userId = runtime?.node === undefined ? undefined : callers.get(runtime.node.req);
    if (userId === undefined) throw new Error('a call reached the uploads without its user');
    return userId;
  }

  /** Throws the upload's own refusal. */
  async function status(userId: number, id: string): Promise<UploadStatus> {
    const row = await uploads.owned(userId, id);
    if (row.refusal !== null) {
      const { status: code, detail, code: word } = row.refusal;
      throw new ApiError(code, detail, word === null ? {} : { code: word });
    }
    const offset = await uploads.offset(row);
    const base = { success: true as const, offset, size: row.size };
    if (row.endedAt === null) return { ...base, state: offset === row.size ? 'working' : 'open', file: null };
    if (row.fileId === null) throw new ApiError(404, '文件已经删除。');
    return { ...base, state: 'done', file: toUserFile(await files.require(userId, row.fileId)) };
  }

  const tus = new TusServer({
    path: PATH,
    datastore: uploads,
    relativeLocation: true,
    // Pages of other origins have no business here.
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    onIncomingRequest: async (request, id) => {
      if (request.method !== 'POST') await uploads.owned(caller(request), id);
    },
    onUploadCreate: async (request, upload) => {
      await uploads.admit(caller(request), upload);
      return {};
    },
    onUploadFinish: async (request, { id }) => {
      await Promise.race([uploads.finish(id), delay(FINISH_PATIENCE_MS, undefined, { ref: false })]);
      const body = JSON.stringify(uploadStatusSchema.parse(await status(caller(request), id)));
      return { status_code: 200, body, headers: { 'Content-Type': 'application/json; charset=utf-8' } };
    },
    onResponseError: (_request, error) => {
      if (error instanceof ApiError) return asError(error);
      if ('status_code' in error) return undefined;
      if (isDiskFull(error)) return asError(diskFull());
      if (isDatabaseAway(error)) return asError(new ApiError(503, '数据库正在恢复，请几秒后再试。'));
      log.error({ err: error }, 'an upload failed');
      return asError(new ApiError(500, '服务器出了问题，已记录，请稍后再试'));
    },
  });

  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);
    // The library reads the bytes itself, as they come.
    server.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    const tags = ['文件'];

    for (const [method, url] of [
      ['POST', PATH],
      ['OPTIONS', PATH],
      ['HEAD', `${PATH}/:id`],
      ['PATCH', `${PATH}/:id`],
      ['DELETE', `${PATH}/:id`],
      ['OPTIONS', `${PATH}/:id`],
    ] as const) {
      server.route({
        method,
        url,
        schema: { tags, summary: '可续传的上传（tus 1.0）' },
        handler: async (request, reply) => {
          takeOver(reply);
          callers.set(request.raw, request.user.id);
          await tus.handle(request.raw, reply.raw);
        },
      });
    }

    server.get(
      `${PATH}/:id`,
      {
        schema: { tags, summary: '一次上传的状态', params: z.object({ id: z.string().max(80) }), response: { 200: uploadStatusSchema } },
      },
      async (request) => {
        const found = await status(request.user.id, request.params.id);
        if (found.state !== 'working') return found;
        // After a restart nobody else may be at it.
        await Promise.race([uploads.finish(request.params.id), delay(FINISH_PATIENCE_MS, undefined, { ref: false })]);
        return status(request.user.id, request.params.id);
      },
    );
  };
}
