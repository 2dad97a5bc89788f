import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts a process's time in hundredths of a second. */
const TICKS = 100;

/** Latencies in ms. */
export class Latencies {
  readonly #values: number[] = [];

  add(ms: number): void {
    this.#values.push(ms);
  }

  get count(): number {
    return this.#values.length;
  }

  /** The value below which this share of all lies. */
  at(share: number): number {
    const sorted = [...this.#values].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  }

  row(): Record<'p50' | 'p95' | 'p99' | 'max', string> {
    const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((share) => `${this.at(share).toFixed(1)} ms`) as [string, string, string, string];
    return { p50, p95, p99, max };
  }
}

interface ProcessTimes {
  parent: number;
  name: string;
  seconds: number;
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    // Behind the name: state, parent, …; user and system time are the 12th and 13th from there.
    return {
      parent: Number(fields[1]),
      name: stat.slice(stat.indexOf('(') + 1, end),
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
    };
  } catch {
    return undefined;
  }
}

/** Processor seconds of the server process, of its postgres with all backends, and of the R engine, so far. */
export function serverTimes(serverPid: number, postmasterPid: number): { server: number; postgres: number; engine: number } {
  const times = { server: 0, postgres: 0, engine: 0 };
  const all = new Map<number, ProcessTimes>();
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) ? readTimes(Number(entry)) : undefined;
    if (found !== undefined) all.set(Number(entry), found);
  }
  const descends = (pid: number, from: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = all.get(at)?.parent) if (at === from) return true;
    return false;
  };
  for (const [pid, { seconds }] of all) {
    if (pid === serverPid) times.server += seconds;
    else if (descends(pid, postmasterPid)) times.postgres += seconds;
    else if (descends(pid, serverPid)) times.engine += seconds;
  }
  return times;
}

/** Processor seconds of everything on this machine: user, nice, system, irq, softirq, steal. */
export function machineTime(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS;
}
