import { fileAnswerSchema, saveToSpaceSchema } from '@oncoloom/contract';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { App } from '../../app.ts';
import type { ParsedForm } from '../../files/service.ts';
import { goneSignal } from '../../http/send-blob.ts';
import { ApiError } from '../../platform/errors.ts';
import type { AnalysisRecord } from '../tables.ts';
import type { FileMeaning } from './result-files.ts';

/** The parsed form of a table that is a matrix: it need not be read again, its kind stays known, and so does what was warned of when it was made. */
function matrixForm({ name, warned, result }: AnalysisRecord, meaning: FileMeaning): ParsedForm | undefined {
  const table = meaning.kind === 'table' ? result?.tables.find(({ id }) => id === meaning.table) : undefined;
  if (table?.matrix === undefined) return undefined;
  return {
    fileType: 'expression',
    parsed: table.matrix.blob,
    cells: null,
    parsedBytes: table.matrix.bytes ?? null,
    cellsBytes: null,
    facts: {
      matrix: table.matrix.facts,
      findings: warned.map(({ code, level, message }) => ({ code, level, message: `来自「${name}」，运行前提醒过：${message}` })),
    },
  };
}

/** Is it a table with rows? An empty one is a finding that is kept; nothing can be computed of it. */
function isFilled({ result }: AnalysisRecord, meaning: FileMeaning): boolean {
  return meaning.kind === 'table' && result?.tables.some(({ id, rows }) => id === meaning.table && rows > 0) === true;
}

/** Saving a file of a result among the user's files. */
export function savingRoutes({ accounts, analyses, renderer, storage, files }: App): FastifyPluginAsyncZod {
  return async (server) => {
    server.post(
      '/api/save_analysis_file_to_space',
      {
        schema: {
          tags: ['文件'],
          summary: '把结果的表、图或文档存到文件空间',
          body: saveToSpaceSchema,
          response: { 200: fileAnswerSchema },
        },
        onRequest: accounts.requireUser,
      },
      async (request, reply) => {
        const { analysis_id, file_key, filename, directory_id, name } = request.body;
        const userId = request.user.id;
        const analysis = await analyses.completed(userId, analysis_id);
        const { item, make } = await renderer.find(analysis, file_key);
        if (item.filename !== filename) throw new ApiError(404, '没有这个文件，可能结果已经更新，请刷新页面');
        if (item.meaning.kind === 'bundle') throw new ApiError(415, '结果包请直接下载：里面的表、图和文档可以分别存到文件空间。');
        const wanted = { filename, name, directoryId: directory_id ?? null };
        const blob = await make({ gone: goneSignal(reply) });
        if (!isFilled(analysis, item.meaning)) return files.saving.document(userId, blob, wanted);
        return files.saving.table(userId, await storage.path(blob.sha256), wanted, matrixForm(analysis, item.meaning));
      },
    );
  };
}
