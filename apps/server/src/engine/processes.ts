/** What /proc tells of processes, and how they are ended. */
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** Clock ticks of a second, as the kernel tells times to programs. */
const TICKS = 100;

export interface ProcessFacts {
  parent: number;
  /** Process group and session: numbers of the processes that began them. */
  group: number;
  session: number;
  /** Ticks after boot: with the pid it names a process for good, since pids are used again. */
  start: string;
  zombie: boolean;
  rss: number;
  /** Processor time, seconds; without that of processes that it has started. */
  seconds: number;
}

/** Undefined when there is no such process. */
export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may hold blanks and brackets itself: fields are counted behind the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group, session] = fields;
    const zombie = state === 'Z' || state === 'X';
    return {
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      zombie,
      start: fields[19] ?? '',
      rss: Number(fields[21] ?? 0) * PAGE_BYTES,
      seconds: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS,
    };
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number, start?: string): boolean {
  const facts = processFacts(pid);
  return facts !== undefined && !facts.zombie && (start === undefined || facts.start === start);
}

/** Whose rights a process has, by its effective user; undefined when there is no such process. */
export function userOf(pid: number): number | undefined {
  try {
    const uids = /^Uid:\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return uids === null ? undefined : Number(uids[2]);
  } catch {
    return undefined;
  }
}

/** Ends a child and everything that it started. It may not lead its group yet, so it is also ended by itself. */
export function killGroup(pid: number): void {
  for (const target of [-pid, pid]) signal(target);
}

/** Ends what the leader of a session has left in its group. Its number is not used again while one of them lives. */
export function killRest(leader: number): void {
  signal(-leader);
}

/** Does another process live in the session and group of a leader? */
export function hasOffspring(leader: number): boolean {
  const living = (pid: number) => {
    const facts = pid === leader ? undefined : processFacts(pid);
    return facts !== undefined && !facts.zombie && facts.group === leader && facts.session === leader;
  };
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && living(Number(name)));
}

function signal(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
