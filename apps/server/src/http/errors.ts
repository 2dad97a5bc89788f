import type { ErrorResponse, FieldError } from '@oncoloom/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { diskFull, isDiskFull } from '../platform/disk.ts';
import { ApiError } from '../platform/errors.ts';
import { isDatabaseAway, isOrphaned } from '../platform/postgres/database.ts';
import { fieldErrors } from './validation.ts';

/** Sentences for what Fastify itself refuses. */
const REFUSALS: Record<string, [status: number, detail: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, '请求的内容不是有效的 JSON。'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, '请求没有内容。'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, '请求的长度与声明的不一致，请重试。'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, '提交的内容太大。表格请先上传为文件，再在表单里选择。'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, '不支持这种内容类型，请用 application/json。'],
  FST_ERR_BAD_URL: [400, '地址的写法不对。'],
  FST_ERR_ASYNC_CONSTRAINT: [400, '请求的写法不对。'],
};

interface Answer extends ErrorResponse {
  errors?: FieldError[];
  code?: string;
}

function fromValidation(error: FastifyError & { validationContext?: string }, issues: Parameters<typeof fieldErrors>[0]): ApiError {
  // An id in a path that cannot be an id is an absent thing, not a wrong field.
  if (error.validationContext === 'params') return new ApiError(404, '没有找到。');
  const whole = issues.some((issue) => issue.path.length === 0) && error.validationContext === 'body';
  const errors = fieldErrors(issues);
  const detail = errors[0]?.detail ?? '有字段填写得不对。';
  return whole ? new ApiError(400, '请求的内容应为一个 JSON 对象。') : new ApiError(422, detail, { errors });
}

/** What the caller is told; undefined for a fault of ours. */
function toApiError(error: FastifyError): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, message }) => ({
      path: instancePath.split('/').filter(Boolean),
      message: message ?? '填写得不对。',
    }));
    return fromValidation(error, issues);
  }
  const refusal = REFUSALS[error.code];
  if (refusal) return new ApiError(...refusal);
  if (isDiskFull(error)) return diskFull();
  if (isDatabaseAway(error)) return new ApiError(503, '数据库正在恢复，请几秒后再试。', { retryAfter: 3 });
  // Ids are checked before anything is written: the owner of the row was there a moment ago.
  if (isOrphaned(error)) return new ApiError(404, '要用的内容刚刚被删除，请刷新页面。');
  const status = error.statusCode;
  return status !== undefined && status >= 400 && status < 500 ? new ApiError(status, '请求的写法不对。') : undefined;
}

/** Answers every failure in the one shape of the contract, and logs those that are ours. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toApiError(error);
  if (!known) request.log.error({ err: error, req: request }, 'request failed');
  else if (known.status >= 500) request.log.warn({ err: error, req: request }, 'request refused');
  const { status, message, errors, code, retryAfter } = known ?? new ApiError(500, '服务器出了问题，已记录，请稍后再试');
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const answer: Answer = { detail: message, ...(errors && { errors }), ...(code && { code }) };
  // The route's own serializer knows its answers of success only.
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(answer);
}
