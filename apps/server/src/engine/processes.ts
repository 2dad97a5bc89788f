/** What /proc tells of processes, and how they are ended. */
import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

export interface ProcessFacts {
  /** Ticks after boot: with the pid it names a process for good, since pids are used again. */
  start: string;
  zombie: boolean;
  rss: number;
}

/** Undefined when there is no such process. */
export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may hold blanks and brackets itself: fields are counted behind the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { zombie: fields[0] === 'Z' || fields[0] === 'X', start: fields[19] ?? '', rss: Number(fields[21] ?? 0) * PAGE_BYTES };
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number, start?: string): boolean {
  const facts = processFacts(pid);
  return facts !== undefined && !facts.zombie && (start === undefined || facts.start === start);
}

/** Ends a child and everything that it started. It may not lead its group yet, so it is also ended by itself. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
