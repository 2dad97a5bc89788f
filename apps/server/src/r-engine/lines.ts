/** No message of the protocol is nearly as long, characters. What comes without an end of line is not kept in memory. */
const LONGEST = 1 << 20;

/** Calls back with each whole line of a stream of bytes; a character cut in two by a chunk stays whole. Endless lines are dropped. */
export function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let rest = '';
  let dropping = false;
  return (chunk) => {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      if (!dropping && part !== '') onLine(part);
      dropping = false;
    }
    if (rest.length <= LONGEST) return;
    dropping = true;
    rest = '';
  };
}

/** A line of the protocol; undefined when it is something else that a package printed. */
export function parseMessage(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
