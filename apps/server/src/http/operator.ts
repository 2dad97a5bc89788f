import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../platform/errors.ts';
import { isLoopback } from '../platform/origin.ts';

/**
 * Whether the request comes from a person at this machine: over loopback, asked for under a loopback name (a foreign page
 * cannot borrow the browser for it), and not handed on by a proxy.
 */
function isLocal(request: FastifyRequest): boolean {
  const { headers, hostname, ip } = request;
  // `hostname` believes X-Forwarded-Host of a proxy on this machine, and a foreign page can send that header too.
  const forwarded = headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers.forwarded;
  return isLoopback(ip) && forwarded === undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

function equals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Lets the machine itself through, and whoever brings the operator's token in the address or as a bearer; to everybody else
 * there is nothing here.
 */
export function requireOperator(request: FastifyRequest, operatorToken: string, inAddress: string | undefined): void {
  const token = inAddress ?? /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (!isLocal(request) && !(token && equals(token, operatorToken))) throw new ApiError(404, '没有这个地址。');
}
