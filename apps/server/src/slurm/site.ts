import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AdminError, usageError } from '../command-line/errors.ts';
import { duration, size } from '../platform/config.ts';

const MIB = 1024 ** 2;
/** What a pilot takes beside its tasks: the server and, while the second takes over, two warm parents of R; MiB. */
const OWN_MIB = 3_072;
/** A task that has less is not worth a machine, MiB. */
const LEAST_MIB = 512;
/** Between the last end of a task and that of the machine's time, ms. */
const ENDING_MS = 5 * 60_000;

const sizeSchema = z.strictObject({
  /** Small letters, digits and hyphens: it stands in the name of the job. */
  name: z.string().regex(/^[a-z0-9-]{1,20}$/, 'small letters, digits and hyphens'),
  partition: z.string().min(1),
  cpus: z.int().min(1),
  memory: size,
  /** Tasks at once. */
  tasks: z.int().min(1).default(1),
  /** Of the machine; a task that has begun is let run as long as ONCOLOOM_TASK_TIMEOUT says. */
  time: duration,
  /** Pilots at once, those that wait in Slurm included. */
  most: z.int().min(1),
  /** Further options of sbatch, as `--account=oncology`. */
  options: z.array(z.string().startsWith('-')).default([]),
});

const siteSchema = z.strictObject({
  /** A folder on the disk of each machine: pilots of one machine share it. */
  scratch: z.string().startsWith('/'),
  /** A folder that all machines have: what pilots say. */
  logs: z.string().startsWith('/'),
  /** A pilot ends that had nothing to do for so long. */
  idleAfter: duration.prefault('5m'),
  /** How often the queue is looked at. */
  every: duration.prefault('15s'),
  sizes: z.array(sizeSchema).min(1),
});

/** Pilots of one kind. */
export interface PilotSize extends z.infer<typeof sizeSchema> {
  /** Of one task. */
  memoryMiB: number;
  drainAfterMs: number;
}

export interface Site extends z.infer<typeof siteSchema> {
  /** The smallest first. */
  sizes: PilotSize[];
}

/** Reads a site's file. Throws what is wrong with it. @param taskTimeoutMs A task that has begun may go on for so long. */
export function readSite(file: string, taskTimeoutMs: number): Site {
  const parsed = siteSchema.safeParse(parseFile(file));
  if (!parsed.success)
    throw new AdminError(`${file}：${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('；')}`);
  const sizes = parsed.data.sizes.map((pilot) => derived(file, pilot, taskTimeoutMs)).sort((a, b) => a.memoryMiB - b.memoryMiB);
  const twice = sizes.find(({ name }, i) => sizes.findIndex((other) => other.name === name) !== i);
  if (twice !== undefined) throw new AdminError(`${file}：有两个大小都叫「${twice.name}」。`);
  return { ...parsed.data, sizes };
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw usageError(`读不了 ${file}：${error instanceof Error ? error.message : String(error)}`);
  }
}

function derived(file: string, pilot: z.infer<typeof sizeSchema>, taskTimeoutMs: number): PilotSize {
  const memoryMiB = Math.floor((pilot.memory / MIB - OWN_MIB) / pilot.tasks);
  if (memoryMiB < LEAST_MIB)
    throw new AdminError(`${file}：大小「${pilot.name}」的内存不够：程序自己要 ${OWN_MIB} MiB，每个任务至少 ${LEAST_MIB} MiB。`);
  const drainAfterMs = pilot.time - taskTimeoutMs - ENDING_MS;
  if (drainAfterMs <= 0)
    throw new AdminError(
      `${file}：大小「${pilot.name}」的时间太短：一个任务最长 ${minutes(taskTimeoutMs)} 分钟（ONCOLOOM_TASK_TIMEOUT），结束还要 ${minutes(ENDING_MS)} 分钟。`,
    );
  return { ...pilot, memoryMiB, drainAfterMs };
}

const minutes = (ms: number): number => Math.round(ms / 60_000);
