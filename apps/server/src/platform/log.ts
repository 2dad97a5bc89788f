import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** Names whose values are secrets: passwords and their hashes, tokens, card codes, what opens sessions. */
const SECRET_NAME = String.raw`[\w-]*(?:password|passwd|token|secret|authorization|cookie|card[_-]?code)[\w-]*`;

/** What must not reach a log, wherever a line carries it: as a field, in an address, or within a text. */
const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  // {"new_password":"…"}, and the same within a text that is itself JSON.
  [new RegExp(String.raw`("${SECRET_NAME}"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'gi'), '$1"…"'],
  [new RegExp(String.raw`(\\"${SECRET_NAME}\\"\s*:\s*)\\".*?\\"`, 'gi'), String.raw`$1\"…\"`],
  // ?token=…, also within an address that is a parameter of another.
  [/((?:[?&]|%3F|%26)(?:[a-z_]*token|(?:card_)?code)(?:=|%3D))(?:(?!%26)[^&#\s"'\\<>])*/gi, '$1…'],
  [/(Bearer\s+)[\w.~+/=-]+/gi, '$1…'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…'],
  [/\$argon2\w*\$[^"\s]*/g, '…'],
  [/\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}\b/g, '…'],
  // postgresql://user:password@host, smtp://user:password@host
  [/(:\/\/[^\s/:@"]*:)[^\s/@"]+@/g, '$1…@'],
];

/** One line of the log without secrets. The last thing that happens to a line: no caller has to think of it. */
export function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
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

/** Structured log on stdout, without secrets. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: withoutSecrets },
    serializers: {
      err: describeError,
      req: (request: { id: string; method: string; url: string; ip: string }) => ({
        id: request.id,
        method: request.method,
        url: request.url,
        address: request.ip,
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
