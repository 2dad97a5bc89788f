import { cpus } from 'node:os';

/**
 * @param read What each processor has done since the machine began, ms.
 * @returns Function that tells how many of the machine's processors did nothing, on average, since this call.
 */
export function watchIdleProcessors(read: () => readonly { times: { idle: number } }[] = cpus): () => number {
  const idleMilliseconds = () => read().reduce((sum, { times }) => sum + times.idle, 0);
  const began = performance.now();
  const idle = idleMilliseconds();
  return () => (idleMilliseconds() - idle) / (performance.now() - began);
}
