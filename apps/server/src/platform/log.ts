import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** Removes what must not reach a log from an address: tokens travel as query parameters of downloads and of the live channel. */
export function withoutTokens(url: string): string {
  return url.replace(/([?&](?:[a-z_]*token|code)=)[^&]*/gi, '$1…');
}

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  query?: string;
  stack?: string | undefined;
  cause?: LoggedError;
}

/** An error as it is logged. A failed query is told without its parameters, which drizzle puts into its message: they are users' data. */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, query } = error as { code?: string; query?: string };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  const frames = error.stack?.slice(error.stack.indexOf('\n    at '));
  const known = { type: error.name, ...(typeof code === 'string' && { code }), stack: frames, ...cause };
  return typeof query === 'string' ? { ...known, message: 'a query failed', query } : { ...known, message: error.message };
}

/** Structured log on stdout; passwords, tokens and the Authorization header are taken out wherever a logged object carries them. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
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
      err: describeError,
      req: (request: { id: string; method: string; url: string; ip: string }) => ({
        id: request.id,
        method: request.method,
        url: withoutTokens(request.url),
        address: request.ip,
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
