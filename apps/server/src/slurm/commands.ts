import { type ExecFileException, execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AdminError } from '../command-line/errors.ts';
import { ROOT } from '../platform/root.ts';
import type { PilotSize, Site } from './site.ts';

/** In front of a size's name: so the jobs of pilots are known in Slurm. */
const PREFIX = 'oncoloom-';
/** Slurm's own time limit of an answer is 10 s, ms. */
const ANSWER_MS = 30_000;
/** Before its time is over a pilot is told, s. */
const TOLD_SECONDS = 60;

/** A pilot as Slurm knows it. */
export interface PilotJob {
  id: string;
  /** Name of its size. */
  size: string;
  /** `waiting`: Slurm has not begun it; `ending`: it is being ended. */
  state: 'waiting' | 'running' | 'ending';
  /** Since it has been begun. */
  seconds: number;
}

/** Runs a program of Slurm; rejects with what it says. */
function run(file: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { timeout: ANSWER_MS }, (error: ExecFileException | null, out, err) => {
      if (error === null) resolve(out);
      else if (error.code === 'ENOENT')
        reject(new AdminError(`这台机器上没有 ${file}。请在能提交 Slurm 作业的机器上运行（Debian：slurm-client）。`));
      else reject(new AdminError(`${file}：${err.trim() || error.message}`));
    });
    // Who ends without reading says so by its exit.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const seconds = (ms: number): string => `${Math.floor(ms / 1000)}s`;

/**
 * What a pilot's machine runs. `exec`: a signal to the script is one to the server. Everything else that a server is told by variables comes with the
 * environment of whoever submits it.
 */
export function pilotScript({ scratch, idleAfter }: Site, { tasks, cpus, memoryMiB, drainAfterMs }: PilotSize): string {
  const variables = {
    ONCOLOOM_WORKERS: String(tasks),
    ONCOLOOM_TASK_MEMORY: `${memoryMiB}M`,
    ONCOLOOM_SCRATCH: scratch,
    // R forks for each processor of the machine otherwise, whatever part of it is the job's.
    MC_CORES: String(Math.max(1, Math.floor(cpus / tasks))),
  };
  return [
    '#!/bin/sh',
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`),
    `exec ${quoted(process.execPath)} ${quoted(join(ROOT, 'scripts/start.mjs'))} --role worker --drain-after ${seconds(drainAfterMs)} --idle-after ${seconds(idleAfter)}`,
    '',
  ].join('\n');
}

function submission({ logs }: Site, { name, partition, cpus, memory, time, options }: PilotSize): string[] {
  return [
    `--job-name=${PREFIX}${name}`,
    `--partition=${partition}`,
    '--nodes=1',
    '--ntasks=1',
    `--cpus-per-task=${cpus}`,
    `--mem=${Math.floor(memory / 1024 ** 2)}M`,
    `--time=${Math.ceil(time / 60_000)}`,
    // The script alone: R is ended by the server.
    `--signal=B:TERM@${TOLD_SECONDS}`,
    // What a pilot was running the queue gives to another one.
    '--no-requeue',
    '--open-mode=append',
    `--output=${join(logs, '%x-%j.log')}`,
    ...options,
  ];
}

/** Asks Slurm for a pilot; answers the number of its job. */
export async function submit(site: Site, pilot: PilotSize): Promise<string> {
  mkdirSync(site.logs, { recursive: true });
  const answer = await run('sbatch', ['--parsable', ...submission(site, pilot)], pilotScript(site, pilot));
  return answer.trim().split(';')[0] ?? '';
}

/** Asks Slurm whether it would take a pilot; answers when and where it would begin. Rejects where it would not. */
export async function tryOut(site: Site, pilot: PilotSize): Promise<void> {
  await run('sbatch', ['--test-only', ...submission(site, pilot)], pilotScript(site, pilot));
}

const STATES: Record<string, PilotJob['state']> = { PENDING: 'waiting', CONFIGURING: 'waiting', RUNNING: 'running', SUSPENDED: 'running' };

/** `1-02:03:04`, `02:03:04` or `03:04` → s. */
function elapsed(text: string): number {
  const [days, clock] = text.includes('-') ? text.split('-') : ['0', text];
  return Number(days) * 86_400 + (clock ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** The pilots of this account that Slurm has. */
export async function pilotJobs(): Promise<PilotJob[]> {
  const answer = await run('squeue', ['--me', '--noheader', '--format=%i|%j|%T|%M']);
  return answer.split('\n').flatMap((line) => {
    const [id = '', name = '', state = '', time = ''] = line.trim().split('|');
    return name.startsWith(PREFIX)
      ? [{ id, size: name.slice(PREFIX.length), state: STATES[state] ?? 'ending', seconds: elapsed(time) }]
      : [];
  });
}

/** Ends jobs: those that run are told by TERM, and killed when Slurm's KillWait is over. */
export async function cancel(ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await run('scancel', [...ids]);
}
