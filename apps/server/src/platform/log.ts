import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** Names whose values are secrets: passwords and their hashes, tokens, card codes, what opens sessions. */
const SECRET_WORD = '(?:password|passwd|token|secret|authorization|cookie|card[_-]?code)';
/**
 * A whole name with such a word in it. The word is looked for ahead and the name is then taken as it is: an expression that
 * tries every split of a long name around the word would cost the square of its length.
 */
const SECRET_NAME = String.raw`(?=[\w-]*${SECRET_WORD})[\w-]*`;

/**
 * What must not reach a log, wherever a line carries it: as a field, in an address, or within a text. Each expression takes
 * time in proportion to the line, whatever a stranger has put into it.
 */
const SECRETS: readonly [pattern: RegExp, replacement: string][] = [
  // {"new_password":"…"}, and the same within a text that is itself JSON.
  [new RegExp(String.raw`("${SECRET_NAME}"\s*:\s*)"(?:[^"\\]|\\.)*"`, 'gi'), '$1"…"'],
  [new RegExp(String.raw`(\\"${SECRET_NAME}\\"\s*:\s*)\\"(?:(?!\\").)*\\"`, 'gi'), String.raw`$1\"…\"`],
  // ?token=…, also within an address that is a parameter of another.
  [/((?:[?&]|%3F|%26)(?:[a-z_]*token|(?:card_)?code)(?:=|%3D))(?:(?!%26)[^&#\s"'\\<>])*/gi, '$1…'],
  // The address of a shared result opens it for whoever has it.
  [/(\/share\/)[\w-]{8,}/g, '$1…'],
  [/(Bearer\s+)[\w.~+/=-]+/gi, '$1…'],
  [/(Basic\s+)[\w+/=-]{8,}/g, '$1…'],
  // From the beginning of a word only: a try at each of many such beginnings would read the rest again and again.
  [/(?<![\w-])(?=[\w-]*eyJ)[\w-]+\.[\w-]+\.[\w-]*/g, '…'],
  [/\$argon2\w*\$[^"\s]*/g, '…'],
  [/\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}\b/g, '…'],
  // postgresql://user:password@host, smtp://user:password@host
  [/(:\/\/[^\s/:@"]*:)[^\s/@"]+@/g, '$1…@'],
];

/** One line of the log without secrets. The last thing that happens to a line: no caller has to think of it. */
export function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/** A longer path is somebody's attempt; its route and its beginning tell enough. */
const PATH_MAX = 500;

interface Requested {
  url: string;
  method: string;
  routeOptions?: { url?: string | undefined };
}

/** What a log keeps of a call: its route, and the beginning of its path. What stands behind the `?` or the `#` stays out: it may be anything. */
export function calledFor({ url, method, routeOptions }: Requested): { method: string; route: string | undefined; path: string } {
  const end = url.search(/[?#]/);
  return { method, route: routeOptions?.url, path: url.slice(0, end < 0 ? PATH_MAX : Math.min(end, PATH_MAX)) };
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

/** What finds no room waits up to this many characters, then it is dropped. */
const UNWRITTEN_MAX = 1_000_000;

/** stdout may be a file on a full disk: a line that can't be written must not end the process. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: UNWRITTEN_MAX });
  output.on('error', () => undefined);
  return output;
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
      req: (request: Requested & { id: string; ip: string }) => ({ id: request.id, ...calledFor(request), address: request.ip }),
    },
  };
  return pino(options, destination ?? standardOutput());
}
