import type { FastifyReply, FastifyRequest } from 'fastify';
import { takeOver } from './security-headers.ts';

export interface BodyPace {
  /** A body that is no file has come after so long, ms. */
  wholeMs: number;
  /** Of a file in each such time at least so much, ms and bytes. */
  windowMs: number;
  windowBytes: number;
}

/** A file comes at 1 KB a second at least: the slowest connection on which anybody would send one is ten times as fast. */
export const BODY_PACE: BodyPace = { wholeMs: 30_000, windowMs: 30_000, windowBytes: 30 * 1024 };

const FILE_TYPES = /^(multipart\/|application\/offset\+octet-stream)/i;
const TOO_SLOW = '内容传得太慢，已停止接收。请检查网络后重试。';

/**
 * `onRequest` hook: ends calls whose body drips in. A connection on which a byte comes now and then is never idle, and each holds
 * memory, and of an upload a file on the disk.
 */
export function limitSlowBodies(pace: BodyPace) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { headers, socket } = request.raw;
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
    const isFile = FILE_TYPES.test(headers['content-type'] ?? '');
    let before = socket.bytesRead;
    const look = () => {
      const came = socket.bytesRead - before;
      before = socket.bytesRead;
      if (isFile && came >= pace.windowBytes) return;
      stop();
      refuse(request, reply);
    };
    const timer = setInterval(look, isFile ? pace.windowMs : pace.wholeMs).unref();
    const stop = () => clearInterval(timer);
    request.raw.once('end', stop).once('close', stop);
    reply.raw.once('close', stop);
  };
}

function refuse(request: FastifyRequest, reply: FastifyReply): void {
  const close = () => request.raw.destroy();
  // A resumable upload goes on from where it broke off: its client needs no sentence.
  if (reply.sent || reply.raw.headersSent) {
    close();
    return;
  }
  takeOver(reply);
  reply.raw.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  reply.raw.end(JSON.stringify({ detail: TOO_SLOW }), close);
}
