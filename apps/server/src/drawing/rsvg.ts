import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { isMainThread } from 'node:worker_threads';

/** Processor seconds and address space of one rendering: the kernel ends what would go on, even when nobody waits for it any more. */
const CPU_SECONDS = 30;
const MEMORY_BYTES = 2 * 1024 ** 3;

/** A renderer that waits for its picture. */
interface Renderer {
  child: ChildProcessWithoutNullStreams;
  /** How it ended: 0, or what went wrong. */
  ended: Promise<string>;
}

function start(options: readonly string[]): Renderer {
  const child = spawn('prlimit', [`--cpu=${CPU_SECONDS}`, `--as=${MEMORY_BYTES}`, '--core=0', 'rsvg-convert', ...options], {
    // Without it fontconfig answers a Chinese character with the Japanese face of Noto Sans CJK.
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', FC_LANG: 'zh-cn', HOME: '/nonexistent', XDG_CACHE_HOME: process.env.XDG_CACHE_HOME },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(String(error)));
    child.once('close', (code, signal) => resolve(String(code ?? signal)));
  });
  // A renderer that ends early closes its input: how it ended says why.
  child.stdin.on('error', () => undefined);
  return { child, ended };
}

const PDF = ['--format=pdf'] as const;
/** One that is started before it is wanted: the program and its libraries take a tenth of the time of a figure. Ends with its thread. */
let waiting: Renderer | null = null;

/** Starts the renderer of the next PDF. Only the thread that draws keeps one: others would not end while it waits. */
export function startAhead(): void {
  if (!isMainThread) waiting ??= start(PDF);
}

function renderer(options: readonly string[]): Renderer {
  const [ahead, wanted] = [waiting, options.length === 1 && options[0] === PDF[0]];
  if (ahead === null || !wanted) return start(options);
  waiting = null;
  return ahead.child.exitCode === null && ahead.child.signalCode === null ? ahead : start(options);
}

/** Debian's renderer of SVG: vector PDF with its typefaces embedded, and pictures. @throws where it does not come to an end. */
export async function rsvg(svg: string, options: readonly string[]): Promise<Buffer> {
  const { child, ended } = renderer(options);
  child.stdin.end(svg);
  const [code, output, errors] = await Promise.all([ended, buffer(child.stdout), buffer(child.stderr)]);
  if (code !== '0' || output.length === 0) throw new Error(`rsvg-convert ended with ${code}: ${errors.toString('utf8').slice(0, 500)}`);
  return output;
}
