import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import { createLog } from '../../src/platform/log.ts';
import { ROOT } from '../../src/platform/root.ts';

let starting: Promise<Engine> | undefined;

/**
 * R, warm, for all files that one worker of vitest runs, as they run without isolation. They use it and leave it as it is: what stops, kills
 * or configures an engine makes its own. It ends with the worker.
 */
export function sharedEngine(): Promise<Engine> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Engine> {
  const jobs = join(await mkdtemp(join(inject('runFolder'), 'engine-')), 'jobs');
  const engine = new Engine({ root: ROOT, jobs, workers: 2, memoryBytes: 4 * 1024 ** 3, timeoutMs: 60_000, log: createLog('silent') });
  await engine.start();
  return engine;
}

/** The address of the run's whole server in a process of its own, as `npm start` runs it but for the limit of calls. Everything in it is shared: make users. */
export async function sharedServer(): Promise<string> {
  const response = await fetch(inject('serverDesk'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
