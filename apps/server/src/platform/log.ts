import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Removes what must not reach a log from an address: tokens travel as query parameters of downloads and of the live channel. */
export function withoutTokens(url: string): string {
  return url.replace(/([?&](?:[a-z_]*token|code)=)[^&]*/gi, '$1…');
}

/** Structured log on stdout; passwords, tokens and the Authorization header are taken out wherever a logged object carries them. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', 'password', 'token', '*.authorization', '*.password', '*.token', '*.access_token', '*.ws_token'].flatMap(
        (path) => [path, ...(path.startsWith('*') ? [] : [`req.headers.${path}`])],
      ),
      censor: '…',
    },
    serializers: {
      req: (request: { id: string; method: string; url: string; ip: string }) => ({
        id: request.id,
        method: request.method,
        url: withoutTokens(request.url),
        address: request.ip,
      }),
    },
  });
}
