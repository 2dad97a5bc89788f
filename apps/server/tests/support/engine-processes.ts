import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Processes below a pid, with their command lines. */
function descendants(root: number): { pid: number; command: string }[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,args='])
    .toString()
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line));
  const children = (parent: number): { pid: number; command: string }[] =>
    table.flatMap((entry) =>
      entry !== null && Number(entry[2]) === parent
        ? [{ pid: Number(entry[1]), command: entry[3] ?? '' }, ...children(Number(entry[1]))]
        : [],
    );
  return children(root);
}

interface EngineProcesses {
  zygote: number | null;
  children: number[];
}

/** Does a process run? One that has ended and waits for its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

/** R processes of a server's engine: the zygote first, then its children. */
export function engineProcesses(server: number): EngineProcesses {
  const r = descendants(server).filter(({ command }) => /\bexec\/R\b/.test(command));
  return { zygote: r[0]?.pid ?? null, children: r.slice(1).map(({ pid }) => pid) };
}

/** The child that has the job: it stands in the job's folder, the others wait for one. */
export function childWithJob(server: number): number {
  const found = engineProcesses(server).children.find((pid) => readlinkSync(`/proc/${pid}/cwd`).includes('/jobs/analysis-'));
  if (found === undefined) throw new Error('no child has the job');
  return found;
}
