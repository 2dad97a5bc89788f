import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { ApiError } from '../platform/errors.ts';

/** How the characters in question are written in JSON; a text without these needs no closer look. */
const ESCAPED = /\\u(0000|d[89a-f])/i;
const LONE_SURROGATE = /\p{Cs}/u;

const isStorableText = (text: string): boolean => !text.includes('\u0000') && !LONE_SURROGATE.test(text);

/** PostgreSQL keeps neither NUL nor half of a surrogate pair: throws 400 when a text of the body, or a key, holds one. */
export function requireStorable(json: string, body: unknown): void {
  if (!ESCAPED.test(json)) return;
  const rest = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string' && !isStorableText(value)) throw unstorable();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, entry] of Object.entries(value)) rest.push(key, entry);
  }
}

/** The same for an address. `onRequest` hook. */
export function requireStorableAddress(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  done(request.url.includes('%00') ? unstorable() : undefined);
}

function unstorable(): ApiError {
  return new ApiError(400, '内容里有不能保存的字符（空字符，或只剩一半的表情符号）。请删去后再提交。');
}
