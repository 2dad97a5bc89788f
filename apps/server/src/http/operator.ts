import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
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

/** The token that a request brings in its header: as a bearer, or as the password of a browser's own question (any user name). */
function broughtToken({ headers }: FastifyRequest): string | undefined {
  const [, scheme, value] = /^(Bearer|Basic) (\S{1,500})$/.exec(headers.authorization ?? '') ?? [];
  if (scheme !== 'Basic' || value === undefined) return value;
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
}

export interface OperatorAccess {
  token: string;
  /** A site for others is reached through a proxy on this machine: not all of them say whose call they hand on. */
  trustsMachine: boolean;
}

/**
 * Lets the machine itself through where it is trusted, and whoever brings the operator's token in the header; an address would end in histories and in the
 * logs of proxies. What comes from elsewhere is an event of the log. Answers whether it may pass.
 */
export function isOperator(request: FastifyRequest, operator: OperatorAccess): boolean {
  if (operator.trustsMachine && isLocal(request)) return true;
  const token = broughtToken(request);
  if (token === undefined) return false;
  const passed = equals(token, operator.token);
  const about = { user: 'operator', address: request.ip, page: request.routeOptions.url };
  if (passed) request.log.info({ event: 'operator', ...about }, 'the operator looked from elsewhere');
  else request.log.warn({ event: 'operator_refused', ...about }, 'a wrong operator token');
  return passed;
}
