import {
  createDirectorySchema,
  directoryAnswerSchema,
  directoryContentsSchema,
  directoryDeletedSchema,
  directoryPathSchema,
  directoryTreeSchema,
  filesMovedSchema,
  moveDirectorySchema,
  moveFilesSchema,
  updateDirectorySchema,
} from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { AccountsService } from '../../accounts/service.ts';
import { contentsQuery, fileParams, toFilter } from '../schemas.ts';
import type { FilesService } from '../service.ts';
import { toListedFile } from '../view.ts';

/** Calls about folders: section 7 of the specification, API.md "File space". */
export function directoryRoutes({ accounts, files }: { accounts: AccountsService; files: FilesService }): FastifyPluginAsyncZod {
  const { directories } = files;
  const success = true as const;

  async function contents(userId: number, id: number | null, query: z.output<typeof contentsQuery>) {
    const { tree, row } = await directories.find(userId, id);
    const { rows, count } = await files.list(userId, { ...toFilter({ ...query, directory_id: id }), directoryId: id });
    return {
      success,
      directory: row && tree.view(row),
      directories: tree.childrenOf(id).map((child) => tree.view(child)),
      files: rows.map(toListedFile),
      count,
    };
  }

  return async (server) => {
    server.addHook('onRequest', accounts.requireUser);
    const tags = ['文件夹'];

    server.get(
      '/api/directories/tree',
      { schema: { tags, summary: '全部文件夹', response: { 200: directoryTreeSchema } } },
      async (request) => {
        const tree = await directories.tree(request.user.id);
        return { success, directories: tree.childrenOf(null).map((row) => tree.view(row, true)), file_count: tree.fileCount(null) };
      },
    );

    server.get(
      '/api/directories/contents',
      { schema: { tags, summary: '最上一层的内容', querystring: contentsQuery, response: { 200: directoryContentsSchema } } },
      async (request) => contents(request.user.id, null, request.query),
    );

    server.get(
      '/api/directories/:id/contents',
      {
        schema: {
          tags,
          summary: '文件夹的内容',
          params: fileParams,
          querystring: contentsQuery,
          response: { 200: directoryContentsSchema },
        },
      },
      async (request) => contents(request.user.id, request.params.id, request.query),
    );

    server.get(
      '/api/directories/:id/path',
      { schema: { tags, summary: '文件夹的位置', params: fileParams, response: { 200: directoryPathSchema } } },
      async (request) => {
        const { id } = request.params;
        const { tree } = await directories.find(request.user.id, id);
        return { success, path: tree.path(id), directories: tree.line(id).map((row) => tree.view(row)) };
      },
    );

    server.post(
      '/api/directories/create',
      { schema: { tags, summary: '新建文件夹', body: createDirectorySchema, response: { 200: directoryAnswerSchema } } },
      async (request) => {
        const { name, description, parent_id: parentId } = request.body;
        return { success, directory: await directories.create(request.user.id, { name, description, parentId }) };
      },
    );

    server.put(
      '/api/directories/:id/update',
      { schema: { tags, summary: '改名', params: fileParams, body: updateDirectorySchema, response: { 200: directoryAnswerSchema } } },
      async (request) => ({ success, directory: await directories.update(request.user.id, request.params.id, request.body) }),
    );

    server.put(
      '/api/directories/:id/move',
      { schema: { tags, summary: '移动文件夹', params: fileParams, body: moveDirectorySchema, response: { 200: directoryAnswerSchema } } },
      async (request) => ({ success, directory: await directories.move(request.user.id, request.params.id, request.body.parent_id) }),
    );

    server.delete(
      '/api/directories/:id/delete',
      { schema: { tags, summary: '删除文件夹和里面的全部内容', params: fileParams, response: { 200: directoryDeletedSchema } } },
      async (request) => {
        const gone = await directories.remove(request.user.id, request.params.id);
        return { success, directory_count: gone.directories, file_count: gone.files };
      },
    );

    server.post(
      '/api/files/move',
      { schema: { tags, summary: '移动文件', body: moveFilesSchema, response: { 200: filesMovedSchema } } },
      async (request) => {
        const { file_ids, target_directory_id } = request.body;
        const moved = await directories.moveFiles(request.user.id, file_ids, target_directory_id);
        return { success, files: moved.map((file) => toListedFile({ ...file, findings: file.facts?.findings ?? null })) };
      },
    );
  };
}
