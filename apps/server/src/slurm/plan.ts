import type { WorkerRow } from '../machines/service.ts';
import type { Demand } from '../platform/queue.ts';
import type { PilotJob } from './commands.ts';
import type { PilotSize } from './site.ts';

/** A job that runs for so long without its pilot having entered the database does not come any more, s. */
const START_SECONDS = 15 * 60;

/** What a round of the scaler goes by. */
export interface Situation {
  sizes: readonly PilotSize[];
  /** Tasks that would run now if there were machines for them. */
  demand: readonly Demand[];
  jobs: readonly PilotJob[];
  workers: readonly Pick<WorkerRow, 'number' | 'pilot' | 'draining'>[];
  /** Tasks that run, by the number of their worker. */
  running: ReadonlyMap<number, number>;
}

/** How one size stands, and what is to be done. */
export interface SizePlan {
  size: PilotSize;
  /** Tasks that wait for it: it is the smallest that they fit. */
  waiting: number;
  /** Jobs by what they do. */
  queued: number;
  running: number;
  draining: number;
  /** Tasks that its pilots run. */
  tasks: number;
  submit: number;
  cancel: string[];
}

/**
 * As many pilots of each size as the tasks need that fit no smaller one. Places that are free in larger pilots are taken first. Pilots that Slurm has not begun go
 * when nothing is left for them; those that run end by themselves after a while without a task.
 * @param sizes The smallest first. @returns the same order.
 */
export function planPilots({ sizes, demand, jobs, workers, running }: Situation): SizePlan[] {
  const largest = Math.max(...sizes.map(({ memoryMiB }) => memoryMiB));
  const byJob = new Map(workers.flatMap((worker) => (worker.pilot === null ? [] : [[worker.pilot, worker] as const])));
  let spare = 0;
  const plans = sizes.toReversed().map((size): SizePlan => {
    const own = jobs.filter((job) => job.size === size.name && job.state !== 'ending');
    const below = Math.max(-1, ...sizes.map(({ memoryMiB }) => memoryMiB).filter((memoryMiB) => memoryMiB < size.memoryMiB));
    const fits = (memoryMiB: number) => Math.min(memoryMiB, largest) <= size.memoryMiB && Math.min(memoryMiB, largest) > below;
    const waiting = demand.reduce((sum, { memoryMiB, tasks }) => sum + (fits(memoryMiB) ? tasks : 0), 0);
    const tasksOf = (job: PilotJob) => running.get(byJob.get(job.id)?.number ?? 0) ?? 0;
    const draining = own.filter((job) => byJob.get(job.id)?.draining === true);
    const lost = own.filter((job) => job.state === 'running' && job.seconds > START_SECONDS && !byJob.has(job.id));
    const serving = own.filter((job) => !draining.includes(job) && !lost.includes(job));
    const free = serving.reduce((sum, job) => sum + Math.max(0, size.tasks - tasksOf(job)), 0) + spare;
    const lacking = waiting - free;
    spare = Math.max(0, -lacking);
    const queued = own.filter((job) => job.state === 'waiting');
    const surplus = queued.slice(0, Math.floor(spare / size.tasks));
    spare -= surplus.length * size.tasks;
    return {
      size,
      waiting,
      queued: queued.length,
      running: own.length - queued.length - draining.length,
      draining: draining.length,
      tasks: own.reduce((sum, job) => sum + tasksOf(job), 0),
      submit: Math.max(0, Math.min(Math.ceil(lacking / size.tasks), size.most - own.length)),
      cancel: [...surplus, ...lost].map(({ id }) => id),
    };
  });
  return plans.reverse();
}
