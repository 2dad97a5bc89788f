/** What /proc tells of processes, and how they are ended. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
/** Clock ticks of a second, as the kernel tells times to programs. */
const TICKS = 100;

interface ProcessFacts {
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

/** Names where numbers of processes mean what they mean here: this start of this machine, and this container. */
export function processSpace(): string {
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
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

/** What lives in the session and group that a leader has begun, itself included: processes by their numbers. */
export type ProcessGroup = ReadonlyMap<number, ProcessFacts>;

/** All groups that are a session as well, by their leaders. Goes through all processes: 4 ms where there are 160. */
export function livingGroups(): Map<number, ProcessGroup> {
  const groups = new Map<number, Map<number, ProcessFacts>>();
  for (const name of readdirSync('/proc')) {
    const pid = /^\d+$/.test(name) ? Number(name) : undefined;
    const facts = pid === undefined ? undefined : processFacts(pid);
    if (pid === undefined || facts === undefined || facts.zombie || facts.group !== facts.session) continue;
    const group = groups.get(facts.group) ?? new Map<number, ProcessFacts>();
    groups.set(facts.group, group.set(pid, facts));
  }
  return groups;
}

/** Does another process than the leader live in its group? */
export function hasOffspring(leader: number, group = livingGroups().get(leader)): boolean {
  return [...(group?.keys() ?? [])].some((pid) => pid !== leader);
}

/** What the processes of a group hold together at most: memory that they share is counted for each of them, bytes. */
export function residentBytes(group: ProcessGroup): number {
  return [...group.values()].reduce((sum, { rss }) => sum + rss, 0);
}

/**
 * Memory of a group, bytes: of a page that n processes share, each has an nth part, so that what forks have in common is counted once. The kernel
 * goes through every page for it. Where it does not show that (a process of another user, without a namespace of its own), a fork
 * counts with what it has beyond its leader.
 */
export async function groupMemory(leader: number): Promise<number> {
  const group = livingGroups().get(leader) ?? new Map<number, ProcessFacts>();
  const shared = group.get(leader)?.rss ?? 0;
  const parts = [...group].map(
    async ([pid, { rss }]) => (await proportionalBytes(pid)) ?? (pid === leader ? rss : Math.max(0, rss - shared)),
  );
  return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
}

/** Undefined where this process may not look; 0 of one that is gone. */
async function proportionalBytes(pid: number): Promise<number | undefined> {
  try {
    const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? [];
    return Number(kilobytes) * 1024;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '') ? undefined : 0;
  }
}

function signal(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
