import multipart from '@fastify/multipart';
import { DATA_FILE_TYPES, type FileType, fileAnswerSchema, filePreviewSchema, shownLevel } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AccountsService } from '../accounts/service.ts';
import { JSON_TYPE } from '../http/kept.ts';
import { ApiError } from '../platform/errors.ts';
import type { KeptAnswers } from '../platform/kept-answers.ts';
import type { ProjectsService } from '../projects/service.ts';
import { FileRefused } from './intake/refusal.ts';
import { fileSummary } from './reading/report.ts';
import { fileCells, fileList, fileParams, levelOrder, listQuery, toFilter, uploadFields } from './schemas.ts';
import { CELLS_ROWS, type FilesService } from './service.ts';
import type { StoredFile, Taken } from './types.ts';
import { sampleTotals, toListedFile, toPreview, toUserFile } from './view.ts';

/** What the fields beside a file and the multipart frame may take. */
const FRAME_BYTES = 1024 * 1024;

interface Parts {
  accounts: AccountsService;
  files: FilesService;
  kept: KeptAnswers;
  projects: Pick<ProjectsService, 'owned'>;
}

/** The type that a field in front of the file names. */
const typeOf = ({ file_type }: Record<string, unknown>): FileType | null => DATA_FILE_TYPES.find((type) => type === file_type) ?? null;

/** Takes the file of a multipart call while it streams in; fields may stand before or behind it. */
async function takeUpload(
  request: FastifyRequest,
  files: FilesService,
  userId: number,
): Promise<{ taken: Taken; fields: Record<string, unknown> }> {
  const fields: Record<string, unknown> = {};
  let taken: Taken | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (taken !== undefined) throw new ApiError(422, '一次只能上传一个文件。请逐个上传。');
      else taken = await files.take(userId, { source: part.file, name: part.filename, fileType: typeOf(fields) });
    }
    if (taken === undefined) throw new ApiError(422, '请选择要上传的文件。', { errors: [{ field: 'file', detail: '请选择文件' }] });
    return { taken, fields };
  } catch (error) {
    await taken?.staged.discard();
    // What the client still sends flows away: a browser shows the answer only when it could send everything, and the next
    // call on its connection waits for the end of this one. The parser that nobody reads from would hold it back.
    request.raw.unpipe();
    request.raw.resume();
    throw isCutOff(error) ? new ApiError(400, '上传的内容不完整：表单缺少分隔标记，或没有传到结尾。请重新上传。') : error;
  }
}

/** What the parser of forms says of a body without its marks. */
const CUT_OFF =
  /^(Multipart: Boundary not found|Unexpected end of multipart data|Part terminated early|Malformed part header|Missing Content-Type)/;

const isCutOff = (error: unknown): boolean => error instanceof Error && CUT_OFF.test(error.message);

/** Calls of one user that send a file at once. */
const SENDING_MAX = 6;
const sending = new Map<number, number>();

/** Half-sent files count in nobody's space yet. Throws ApiError 429 where the user sends too many at once. */
async function oneOfFew<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const { id } = request.user;
  const others = sending.get(id) ?? 0;
  if (others >= SENDING_MAX) {
    request.raw.resume();
    throw new ApiError(429, `正在上传 ${others} 个文件，最多同时 ${SENDING_MAX} 个。请等它们传完再上传。`);
  }
  sending.set(id, others + 1);
  return work().finally(() => {
    const left = (sending.get(id) ?? 1) - 1;
    if (left === 0) sending.delete(id);
    else sending.set(id, left);
  });
}

async function upload(request: FastifyRequest, files: FilesService): Promise<StoredFile> {
  if (!request.isMultipart()) throw new ApiError(415, '上传文件要用 multipart/form-data。');
  const userId = request.user.id;
  const limit = await files.fileLimit(userId);
  if (Number(request.headers['content-length'] ?? 0) > limit + FRAME_BYTES) {
    request.raw.resume();
    throw new FileRefused(413, 'too_large', `文件超过 ${formatBytes(limit)}。请去掉不需要的样本或行，或用 gz 压缩后再上传`);
  }
  await files.requireRoom(Number(request.headers['content-length'] ?? 0)).catch((error: unknown) => {
    request.raw.resume();
    throw error;
  });
  const { taken, fields } = await oneOfFew(request, () => takeUpload(request, files, userId));
  const parsed = uploadFields.safeParse(fields);
  if (!parsed.success) {
    await taken.staged.discard();
    const errors = parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), detail: message }));
    throw new ApiError(422, errors[0]?.detail ?? '有字段填写得不对。', { errors });
  }
  const { file_type, description, directory_id } = parsed.data;
  return files.keep(userId, taken, { fileType: file_type ?? null, description, directoryId: directory_id ?? null });
}

/** Calls about files: API.md "File space". */
export function fileRoutes({ accounts, files, kept, projects }: Parts): FastifyPluginAsyncZod {
  return async (server) => {
    // The guard counts bytes itself and by the user's plan.
    await server.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, fields: 10, fieldSize: 64 * 1024, parts: 12 } });
    server.addHook('onRequest', accounts.requireUser);
    const tags = ['文件'];

    server.post(
      '/api/bulk/files/upload',
      { schema: { tags, summary: '上传文件', consumes: ['multipart/form-data'], response: { 200: fileAnswerSchema } } },
      async (request) => ({ success: true as const, file: toUserFile(await upload(request, files)) }),
    );

    server.get(
      '/api/files',
      { schema: { tags, summary: '文件列表', querystring: listQuery, response: { 200: fileList } } },
      async (request, reply) => {
        const { page, page_size } = request.query;
        const { id } = request.user;
        const filter = toFilter(request.query);
        if (filter.projectId !== undefined) await projects.owned(id, filter.projectId);
        const bytes = await kept.answer(id, 'files', JSON.stringify(filter), async () => {
          const { rows, count } = await files.list(id, filter);
          const results = rows.map(toListedFile);
          const list = { success: true as const, results, files: results, count, page, page_size, current_page: page };
          const lasting = rows.every(({ validationStatus }) => validationStatus !== 'pending');
          return { bytes: Buffer.from(reply.serialize(list) as string), lasting };
        });
        // Typed as the list that these bytes are.
        return reply.type(JSON_TYPE).send(bytes as never);
      },
    );

    server.get(
      '/api/file/:id/info',
      { schema: { tags, summary: '文件信息', params: fileParams, response: { 200: fileAnswerSchema } } },
      async (request) => files.answer(request.user.id, request.params.id),
    );

    server.get(
      '/api/file/:id/preview',
      { schema: { tags, summary: '文件预览和检查报告', params: fileParams, response: { 200: filePreviewSchema } } },
      async (request) => {
        const file = await files.require(request.user.id, request.params.id);
        const findings = [...(file.facts?.findings ?? []), ...(await files.sampleFindings(request.user.id, file))];
        // With its versions, and with the facts, which tell what tools it is meant for.
        const answer = await files.answer(request.user.id, file.id);
        return {
          success: true as const,
          file: answer.file,
          summary: fileSummary(file),
          findings: findings.sort((a, b) => levelOrder(shownLevel(a)) - levelOrder(shownLevel(b))),
          preview: toPreview(file.facts),
          sample_totals: sampleTotals(file.facts),
        };
      },
    );

    server.get(
      '/api/file/:id/cells',
      { schema: { tags, summary: '一张小表的全部单元格', params: fileParams, response: { 200: fileCells } } },
      async (request) => {
        const file = await files.require(request.user.id, request.params.id);
        const cells = (file.facts?.table?.rows ?? 0) <= CELLS_ROWS ? await file.readCells() : undefined;
        if (cells === undefined) throw new ApiError(422, '这个文件不是小表，不能按单元格读取。请用不超过 20,000 行的表。');
        return { success: true as const, ...cells };
      },
    );
  };
}
