import {
  fileAnswerSchema,
  fixFileSchema,
  joinChoicesRequestSchema,
  joinChoicesSchema,
  joinFilesSchema,
  mergeArraysSchema,
  updateFileSchema,
} from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountsService } from '../../accounts/service.ts';
import { fileParams, succeeded } from '../schemas.ts';
import type { FilesService } from '../service.ts';

/** Calls that change a file: API.md "File space". */
export function fileChangeRoutes({ accounts, files }: { accounts: AccountsService; files: FilesService }): FastifyPluginAsyncZod {
  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);
    const tags = ['文件'];
    const response = { 200: fileAnswerSchema };

    server.put(
      '/api/bulk/files/:id/update',
      { schema: { tags, summary: '改名、说明、类型或位置', params: fileParams, body: updateFileSchema, response } },
      async (request) => {
        const { name, description, file_type: fileType, directory_id: directoryId } = request.body;
        const { id } = await files.update(request.user.id, request.params.id, { name, description, fileType, directoryId });
        return files.answer(request.user.id, id);
      },
    );

    server.post(
      '/api/file/:id/revalidate',
      { schema: { tags, summary: '重新读取文件', params: fileParams, response } },
      async (request) => {
        await files.revalidate(request.user.id, request.params.id);
        return files.answer(request.user.id, request.params.id);
      },
    );

    server.post(
      '/api/file/:id/fix',
      { schema: { tags, summary: '一键修复，生成新版本', params: fileParams, body: fixFileSchema, response } },
      async (request) => {
        const { fix, file_id: otherId, version } = request.body;
        await files.fixes.apply(request.user.id, request.params.id, { fix, otherId, version });
        return files.answer(request.user.id, request.params.id);
      },
    );

    server.post(
      '/api/files/join/choices',
      { schema: { tags, summary: '单样本文件能合并成什么', body: joinChoicesRequestSchema, response: { 200: joinChoicesSchema } } },
      async (request) => ({ success: true as const, ...(await files.joining.choices(request.user.id, request.body.file_ids)) }),
    );

    server.post(
      '/api/files/join',
      { schema: { tags, summary: '把单样本文件合并成矩阵', body: joinFilesSchema, response } },
      async (request) => {
        const { file_ids: ids, column, name } = request.body;
        const { id } = await files.joining.join(request.user.id, { ids, column, name });
        return files.answer(request.user.id, id);
      },
    );

    server.post(
      '/api/files/merge_arrays',
      { schema: { tags, summary: '把同一批样本的几种芯片按基因合并', body: mergeArraysSchema, response } },
      async (request) => {
        const { file_ids: ids, name } = request.body;
        const { id } = await files.arrays.merge(request.user.id, { ids, name });
        return files.answer(request.user.id, id);
      },
    );

    server.delete(
      '/api/bulk/files/:id/delete',
      { schema: { tags, summary: '删除文件和它的旧版本', params: fileParams, response: { 200: succeeded } } },
      async (request) => {
        await files.remove(request.user.id, request.params.id);
        return { success: true as const };
      },
    );
  };
}
