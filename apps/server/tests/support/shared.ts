import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { Engine } from '../../src/engine/engine.ts';
import type { EngineOptions } from '../../src/engine/types.ts';
import { createLog } from '../../src/platform/log.ts';
import { ROOT } from '../../src/platform/root.ts';
import { fewTools } from './few-tools.ts';

let working: Promise<Engine> | undefined;
let reading: Promise<Engine> | undefined;

/**
 * R, warm with every tool, for all files that one worker of vitest runs, as they run without isolation. They use it and leave it as it is: what
 * stops, kills or configures an engine makes its own. It ends with the worker.
 */
export function sharedEngine(): Promise<Engine> {
  working ??= start({});
  return working;
}

/** The same without a tool, for files that are only read: it is warm in a second, and its children share little with it. */
export function readingEngine(): Promise<Engine> {
  reading ??= fewTools(inject('runFolder'), []).then((tools) => start({ tools }));
  return reading;
}

async function start(options: Pick<EngineOptions, 'tools'>): Promise<Engine> {
  const jobs = join(await mkdtemp(join(inject('runFolder'), 'engine-')), 'jobs');
  const limits = { workers: 2, memoryBytes: 4 * 1024 ** 3, timeoutMs: 60_000 };
  // One parent with everything: no file waits for the early tools alone, and the first parent's packages would be loaded twice.
  const availableBytes = () => 0;
  const engine = new Engine({ root: ROOT, jobs, ...limits, availableBytes, log: createLog('silent'), ...options });
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
