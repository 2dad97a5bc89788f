import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contentDisposition } from '../http/send-blob.ts';
import { type ExportEntry, type ExportPart, textEntry, zipStream } from '../platform/archive.ts';
import { ApiError } from '../platform/errors.ts';
import type { AccountsService } from './service.ts';

const README = `这是你在瘤析 OncoLoom 的全部数据。

account.json    账号信息、登录的设备、邀请记录
ledger.csv      点数明细
analyses.json   每次分析的参数、输入、状态、结果摘要和改过的图形样式
figure-styles.json  你保存的图形样式（「我的样式」）
figure-boards.json  你的拼图：版面、各图的位置和图注
results/        每次分析的结果表，文件夹名以分析编号开头
files/          你上传的文件，按文件夹存放

图没有收在这里：它们由结果表画出，可以在结果页下载。
密码不在其中：平台只保存它的校验值。
`;

async function accountEntries({ profiles, sessions, referrals }: AccountsService, id: number, sessionId: string): Promise<ExportEntry[]> {
  const [{ ledger: _, ...profile }, devices, referral] = await Promise.all([
    profiles.view(id),
    sessions.list(id, sessionId),
    referrals.view(id),
  ]);
  const account = { ...profile, sessions: devices, referral };
  return [textEntry('说明.txt', () => [README]), textEntry('account.json', () => [`${JSON.stringify(account, null, 2)}\n`])];
}

/** `GET /api/user/export`: everything of the account as a zip. One at a time for each user: packing is work. */
export function exportRoutes({ accounts, parts }: { accounts: AccountsService; parts: readonly ExportPart[] }): FastifyPluginAsyncZod {
  const packing = new Set<number>();
  const pack = async ({ user, log }: FastifyRequest): Promise<Readable> => {
    const collected = [accountEntries(accounts, user.id, user.sessionId), ...parts.map((part) => part(user.id))];
    return zipStream((await Promise.all(collected)).flat(), log);
  };
  return async (server) => {
    server.get(
      '/api/user/export',
      {
        onRequest: accounts.requireUser,
        exposeHeadRoute: false,
        schema: { tags: ['账号'], summary: '下载账号的全部数据', description: 'zip。', produces: ['application/zip'] },
      },
      async (request, reply) => {
        const { id } = request.user;
        if (packing.has(id)) throw new ApiError(429, '正在打包你的数据，请等这次下载结束。', { retryAfter: 30 });
        packing.add(id);
        const zip = await pack(request).catch((error) => {
          packing.delete(id);
          throw error;
        });
        zip.once('close', () => packing.delete(id));
        const filename = `瘤析_我的数据_${new Date().toISOString().slice(0, 10)}.zip`;
        reply.header('content-disposition', contentDisposition(filename)).header('cache-control', 'no-store');
        return reply.type('application/zip').send(zip);
      },
    );
  };
}
