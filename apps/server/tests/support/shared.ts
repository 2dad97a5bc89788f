import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { ROOT } from '../../src/platform/root.ts';
import { Engine } from '../../src/r-engine/engine.ts';
import { fewTools } from './few-tools.ts';

const engines = new Map<string, Promise<Engine>>();

/**
 * R, warm with some tools, for all files that one worker of vitest runs and that name the same ones: with every tool it is warm after ten
 * seconds of processor time, with few after two. They use it and leave it as it is: what stops, kills or configures an engine makes its own.
 * It ends with the worker. Without a tool it reads files, and its children share little with it.
 */
export function sharedEngine(taskTypes: readonly string[]): Promise<Engine> {
  const key = taskTypes.join();
  const engine = engines.get(key) ?? start(taskTypes);
  engines.set(key, engine);
  return engine;
}

async function start(taskTypes: readonly string[]): Promise<Engine> {
  const folder = inject('runFolder');
  const [jobs, tools] = await Promise.all([mkdtemp(join(folder, 'engine-')), fewTools(folder, taskTypes)]);
  const limits = { workers: 2, memoryBytes: 4 * 1024 ** 3, timeoutMs: 60_000 };
  // One parent with everything: the first parent's packages would be loaded twice.
  const availableBytes = () => 0;
  const engine = new Engine({ root: ROOT, tools, jobs: join(jobs, 'jobs'), ...limits, availableBytes, log: createLog('silent') });
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
